"""Conflicts: dice pools, the order in which matches act, wounds (rules: kanthe 5)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.contract.facts import (
    Attacked,
    CreatureRef,
    Died,
    Hurt,
    Means,
    Own,
    SeatRef,
    ThingRef,
    Took,
)
from engine.contract.texts import Text, Words, text, typed
from engine.kanthe.dice import Match, best_degree, find_matches
from engine.kanthe.encounters.pools import (
    PoolSource,
    describe_sources,
    hero_pool,
    opponents_of,
    opposition_pool,
    tools,
    total,
)
from engine.kanthe.encounters.presence import conflict_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, domain_name, item_name, level_name, place_name
from engine.kanthe.state import (
    CallMobile,
    ChooseTarget,
    ChooseVictim,
    Conflict,
    Fallen,
    FallenHero,
    JudgeDoor,
    KantheState,
    Manner,
    MatchAct,
    Opponent,
    Purpose,
    Result,
    Walk,
)
from engine.kanthe.words import ThrowKind, alone, coins, listing, wounds

# ------------------------------------------------------------------------- the throw


def order_acts(
    hero: Sequence[Match], opposition: Sequence[Match], arcane: dict[int, int]
) -> list[MatchAct]:
    """Return the acts of a throw in order.

    The hero's matches below the opposition's lowest act first; one of equal value acts at the
    same time; all others after the opposition. `arcane`: of each value, the dice without those of
    mundane items.
    """
    values = {match.value for match in opposition}
    lowest = min(values, default=10)
    own = {match.value: match for match in hero}

    def act(match: Match) -> MatchAct:
        return MatchAct(match.degree, arcane.get(match.value, 0), value=match.value)

    first = [act(m) for m in hero if m.value < lowest]
    last = [act(m) for m in hero if m.value > lowest and m.value not in values]
    middle = []
    for match in opposition:
        tied = own.get(match.value)
        if tied is None:
            middle.append(MatchAct(opposition=match.degree, value=match.value))
        else:
            pair = act(tied)
            middle.append(msgspec.structs.replace(pair, opposition=match.degree))
    return [*first, *middle, *last]


def throw_pools(
    game: KantheContext, kind: ThrowKind, own: Sequence[PoolSource], against: Sequence[PoolSource]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Throw both sides' dice, and say what they are made of."""
    mine = game.throw_challenge(total(own), kind, describe_sources(own))
    other: ThrowKind = "against" if against else "nobody"
    theirs = game.throw_opposition(total(against), other, describe_sources(against))
    return mine, theirs


def arcane_degrees(own: Sequence[PoolSource], faces: Sequence[int]) -> dict[int, int]:
    """Return, of each face, how many dice show it that are no mundane item's."""
    plain = [source.mundane for source in own for _ in range(source.dice)]
    degrees: dict[int, int] = {}
    for face, mundane in zip(faces, plain, strict=True):
        if not mundane:
            degrees[face] = degrees.get(face, 0) + 1
    return degrees


def throw_conflict(
    game: KantheContext, purpose: Purpose, manner: Manner = "", aim: Opponent | None = None
) -> None:
    """Throw a round of the conflict and let the matches act: on the `aim`, as long as they can."""
    conflict = game.state.conflict
    assert conflict is not None
    conflict.aim = aim.id if aim is not None else -1
    own = hero_pool(game, purpose, conflict)
    against = opposition_pool(game, purpose, conflict)
    conflict.rounds += 1
    conflict.purpose, conflict.manner = purpose, ""
    mine, theirs = throw_pools(game, manner or purpose, own, against)
    if purpose == "fight":
        conflict.fought = True
        _rouse(game, conflict)
    _spend(game, conflict, purpose)
    hero, opposition = find_matches(mine), find_matches(theirs)
    if purpose == "evade":
        _evade(game, conflict, mine, theirs)
        if not conflict.acts:
            conflict.manner = manner
    else:
        conflict.acts = order_acts(hero, opposition, arcane_degrees(own, mine))
        if not conflict.acts:
            game.tell(text("Nobody gains an advantage."), "fight")
        if conflict.tool:
            _turn_tool(game, conflict, hero, opposition)
    continue_conflict(game)


def _evade(
    game: KantheContext, conflict: Conflict, mine: Sequence[int], theirs: Sequence[int]
) -> None:
    """Let the matches act that beat the hero's best one."""
    best = best_degree(mine)
    show_evasion(game, mine, theirs)
    conflict.acts = [
        MatchAct(opposition=m.degree, value=m.value)
        for m in find_matches(theirs)
        if m.degree > best
    ]
    if conflict.acts:
        game.tell(text("You are noticed."), "fight", Own("noticed", SeatRef(0)))


def stays_unnoticed(game: KantheContext, mine: Sequence[int]) -> bool:
    """Throw for those who hold the hero's place, against dice of his that are thrown; who notices
    him attacks. Return whether nobody does."""
    state = game.state
    conflict = conflict_at(state, state.node)
    against = opposition_pool(game, "evade", conflict)
    conflict.purpose = "evade"
    theirs = game.throw_opposition(total(against), "against", describe_sources(against))
    _evade(game, conflict, mine, theirs)
    if not conflict.acts:
        return True
    state.conflict, state.unnoticed = conflict, False
    continue_conflict(game)
    return False


def show_evasion(game: KantheContext, mine: Sequence[int], theirs: Sequence[int]) -> None:
    """Show the hero's best match, and those of the others that do not beat it."""
    own, best = find_matches(mine), best_degree(mine)
    for match in [match for match in own if match.degree == best][:1]:
        game.show(
            "challenge", match.value, best, text("it takes {number} to beat", number=best + 1)
        )
    for match in find_matches(theirs):
        if match.degree <= best:
            game.show("opposition", match.value, match.degree, text("avoided"))


def lose_round(game: KantheContext) -> None:
    """Let those who attack throw alone, while the hero is busy with a thing."""
    conflict = game.state.conflict
    if conflict is None or not any(o.attacks for o in opponents_of(game, conflict)):
        return
    against = opposition_pool(game, "fight", conflict)
    game.state.scene.clear()
    theirs = game.throw_opposition(total(against), "against", describe_sources(against))
    conflict.rounds += 1
    conflict.purpose, conflict.manner = "fight", ""
    conflict.turned, conflict.barred = 0, ""
    conflict.acts = [MatchAct(opposition=m.degree, value=m.value) for m in find_matches(theirs)]
    continue_conflict(game)


def _rouse(game: KantheContext, conflict: Conflict) -> None:
    """Make everybody who is attacked fight back."""
    for opponent in opponents_of(game, conflict):
        opponent.attacks = True
        opponent.peaceful = False


def _spend(game: KantheContext, conflict: Conflict, purpose: str) -> None:
    """Use up what lasts for one throw only."""
    game.state.hero.boost = 0
    conflict.turned, conflict.barred = 0, ""
    if purpose != "fight":
        conflict.tool = ""


def _turn_tool(
    game: KantheContext, conflict: Conflict, hero: Sequence[Match], opposition: Sequence[Match]
) -> None:
    """Let the opposition turn the hero's tool against him if its lowest match is below his."""
    tool = next((t for t in tools(game) if t.ref == conflict.tool), None)
    conflict.tool = ""
    if tool and hero and opposition and opposition[0].value < hero[0].value:
        conflict.barred, conflict.turned = tool.ref, tool.strength
        game.tell(text("{tool:The} is turned against you.", tool=tool.name), "fight")


# ------------------------------------------------------------------------- acts


def continue_conflict(game: KantheContext) -> None:
    """Do the acts of the throw, as far as they need no choice of the player's; without a conflict
    nothing is done."""
    state = game.state
    conflict = state.conflict
    while conflict is not None and conflict.acts and state.question is None:
        act = conflict.acts.pop(0)
        targets = possible_targets(game, conflict)
        aimed_at = [target for target in targets if target.id == conflict.aim] or targets
        if act.hero and len(aimed_at) > 1:
            state.question = ChooseTarget(act)
            return
        do_act(game, act, aimed_at[0] if aimed_at else None)
        conflict = state.conflict
    if conflict is not None and state.question is None:
        _close_round(game, conflict)


def possible_targets(game: KantheContext, conflict: Conflict) -> list[Opponent]:
    """Return whom a match of the hero's can hit."""
    targets = opponents_of(game, conflict)
    if conflict.purpose == "persuade":
        return [target for target in targets if not game.kind_of(target).has("mindless")]
    return targets


def do_act(game: KantheContext, act: MatchAct, target: Opponent | None) -> None:
    """Do an act: the hero's match, the opposition's, or both at once."""
    conflict = game.state.conflict
    assert conflict is not None
    standing = bool(opponents_of(game, conflict))
    if act.hero and target is not None:
        _hit(game, conflict, act, target)
    if act.opposition and standing:
        _suffer(game, conflict, act)


def _hit(game: KantheContext, conflict: Conflict, act: MatchAct, target: Opponent) -> None:
    degree = act.hero
    if game.kind_of(target).has("spirit"):
        degree = act.hero_arcane
        if degree < 2:
            game.show("challenge", act.value, act.hero, text("no harm to a ghost"))
            words = text(
                "Your {value}s pass through {who:the}.", value=act.value, who=creature_name(target)
            )
            game.tell(words, "fight", _attacked(target, 0))
            return
    limit = game.state.difficulty
    degree = game.wounds_of(degree)
    who = creature_name(target)
    if conflict.purpose == "persuade":
        gained = text("{who:The} wavers by {degree}", who=who, degree=degree)
        game.show("challenge", act.value, act.hero, gained)
        target.social += degree
        words = text(
            "Your {value}s: {who:the} wavers, {social} of {limit}.",
            value=act.value,
            who=creature_name(target),
            social=target.social,
            limit=limit + 1,
        )
        game.tell(words, "fight", Own("persuaded", _ref(target), numbers={"degree": degree}))
        if target.social > limit:
            befriend(game, target)
        return
    dealt = text("{wounds} to {who:the}", wounds=wounds(degree), who=who)
    game.show("challenge", act.value, act.hero, dealt)
    target.wounds += degree
    words = text(
        "Your {value}s: {wounds} to {who:the}, {suffered} of {limit}.",
        value=act.value,
        wounds=wounds(degree),
        who=creature_name(target),
        suffered=target.wounds,
        limit=limit + 1,
    )
    game.tell(words, "fight", _attacked(target, degree))
    if target.wounds > limit:
        overcome(game, target)


def _ref(who: Opponent) -> CreatureRef:
    return CreatureRef(who.kind, who.id)


def _attacked(target: Opponent, damage: int) -> Attacked:
    return Attacked(SeatRef(0), _ref(target), damage > 0, damage)


def _suffer(game: KantheContext, conflict: Conflict, act: MatchAct) -> None:
    """Let a match of the opposition wound the hero, or an ally if the player likes."""
    degree = game.wounds_of(act.opposition)
    attackers = [o for o in opponents_of(game, conflict) if o.attacks]
    if conflict.purpose == "persuade" and not attackers:
        doubts = text("you waver by {degree}", degree=degree)
        game.show("opposition", act.value, act.opposition, doubts)
        conflict.social += degree
        limit = game.state.hero.challenge
        words = text(
            "Their {value}s talk you round: {social} of {limit}.",
            value=act.value,
            social=conflict.social,
            limit=limit + 1,
        )
        game.tell(words, "fight", Own("persuaded", SeatRef(0), numbers={"degree": degree}))
        if conflict.social > limit:
            game.tell(text("You have no arguments left."), "fight")
            end_conflict(game)
        return
    taken = text("{wounds} to you", wounds=wounds(degree))
    game.show("opposition", act.value, act.opposition, taken)
    suffer(game, act.opposition, text("their {value}s", value=act.value))


def suffer(game: KantheContext, degree: int, cause: Words) -> None:
    """Let a wound land: on the hero, unless he has allies and chooses one of them."""
    degree = game.wounds_of(degree)
    if game.state.hero.allies:
        game.state.question = ChooseVictim(degree, cause)
    else:
        wound_hero(game, degree, cause)


def wound_hero(game: KantheContext, degree: int, cause: Words) -> None:
    """Wound the hero; more wounds than the Challenge kill him."""
    hero = game.state.hero
    hero.wounds += degree
    words = text(
        "{cause:The}: {wounds} to you, {suffered} of {limit}.",
        cause=alone(cause),
        wounds=wounds(degree),
        suffered=hero.wounds,
        limit=hero.challenge + 1,
    )
    conflict = game.state.conflict
    foes = opponents_of(game, conflict) if conflict is not None else []
    if conflict is not None and not foes:  # who fell in the same moment
        foes = [o for o in game.state.here.opponents if o.id in conflict.opponents]
    means: Means = "blow" if foes else "trap"
    by = _ref(foes[0]) if len(foes) == 1 else None
    game.tell(words, "wound", Hurt(SeatRef(0), degree, means, by))
    if hero.wounds > hero.challenge:
        _die(game, foes, cause)


def bears(game: KantheContext, ally: Opponent, wound: ChooseVictim) -> bool:
    """Return whether an ally survives a wound."""
    return ally.wounds + wound.degree <= game.state.difficulty


def wound_ally(game: KantheContext, ally: Opponent, degree: int) -> None:
    """Let an ally take a wound; more than the Difficulty lose it."""
    ally.wounds += degree
    words = text(
        "Your ally takes {wounds}: {suffered} in all.", wounds=wounds(degree), suffered=ally.wounds
    )
    game.tell(words, "wound", Hurt(_ref(ally), degree, "blow"))
    if ally.wounds > game.state.difficulty:
        game.state.hero.allies.remove(ally)
        ally.status = "dead"
        who = creature_name(ally)
        game.tell(text("{who:The} who went with you falls.", who=who), "wound", Died(_ref(ally)))
        game.record(text("Lost an ally, {who:a}.", who=who))


def _die(game: KantheContext, foes: Sequence[Opponent], cause: Words) -> None:
    state = game.state
    place, level = place_name(state.place), level_name(state.level)
    if foes:
        killers = listing([creature_name(foe) for foe in foes], "a")
        state.hero.fate = text(
            "Slain by {killers}: {place}, {level}.", killers=killers, place=place, level=level
        )
    else:
        state.hero.fate = text(
            "Killed by {cause}: {place}, {level}.", cause=cause, place=place, level=level
        )
    state.conflict = None
    died = Died(SeatRef(0), _ref(foes[0]) if len(foes) == 1 else None, "blow" if foes else "trap")
    name, domain = typed(state.hero.name), domain_name(state)
    game.describe("death", "death", died, name=name, domain=domain)
    _leave_remains(state)
    end_delve(game, "dead")


def _leave_remains(state: KantheState) -> None:
    place = state.place
    place.remains += state.hero.items
    place.remains_coins += state.hero.coins


def end_delve(game: KantheContext, result: Result) -> None:
    """End the delve of this hero, and ask what comes after."""
    state = game.state
    hero = state.hero
    state.result = result
    state.tasks.clear()
    state.conflict = None
    state.passage = -1
    state.question = Fallen()
    state.fallen.append(FallenHero(hero.name, result, hero.coins, state.level))
    game.record(Text(_ENDS[result], {"hero": typed(hero.name), "coins": coins(hero.coins)}))


# ------------------------------------------------------------------------- how it ends

_ENDS = {
    "dead": "{hero} died with {coins}.",
    "left": "{hero} came out alive with {coins}.",
    "abandoned": "{hero} gave up with {coins}.",
}


def overcome(game: KantheContext, target: Opponent) -> None:
    """Let an opponent fall; what it carries is the hero's."""
    hero = game.state.hero
    target.status = "dead"
    target.follows = False
    hero.overcome += 1
    who = creature_name(target)
    game.tell(text("{who:The} is overcome.", who=who), "end", Died(_ref(target), SeatRef(0)))
    game.record(text("Overcame {who:a}.", who=who))
    spoils = [thing for thing in (*target.things, *target.wares) if not thing.spell]
    target.things, target.wares = [], []
    if spoils:
        hero.items += spoils
        names = listing([item_name(game, thing) for thing in spoils])
        took = Took(SeatRef(0), ThingRef(spoils[0].arcane or spoils[0].name, len(spoils)))
        game.tell(text("You take: {things}.", things=names), "found", took)


def befriend(game: KantheContext, target: Opponent) -> None:
    """Make an opponent a friend: it attacks no more."""
    target.status = "befriended"
    target.attacks = False
    target.follows = False
    game.state.hero.befriended += 1
    who = creature_name(target)
    game.tell(
        text("{who:The} is your friend now.", who=who), "end", Own("befriended", _ref(target))
    )
    game.record(text("Befriended {who:a}.", who=who))


def _close_round(game: KantheContext, conflict: Conflict) -> None:
    """End the conflict if a side is overcome or the hero got away."""
    if not opponents_of(game, conflict):
        end_conflict(game)
    elif conflict.manner:
        _get_away(game, conflict.manner)


def _get_away(game: KantheContext, manner: Manner) -> None:
    state = game.state
    end_conflict(game)
    if manner == "flee":
        game.tell(text("You get away."), "end", Own("escaped", SeatRef(0)))
        if state.passage < 0:
            state.node = state.previous
            state.unnoticed = any(  # by those whom he had slipped past
                o.node == state.node and o.here and o.attacks for o in state.here.opponents
            )
            state.tasks = [task for task in state.tasks if not isinstance(task, JudgeDoor)]
        drop_walk(state)
        return
    game.tell(text("You go unnoticed."), "end", Own("unnoticed", SeatRef(0)))
    state.unnoticed = True


def end_conflict(game: KantheContext) -> None:
    """End the conflict; a fight was noise."""
    state = game.state
    conflict = state.conflict
    state.conflict = None
    if conflict is not None and conflict.fought:
        state.tasks.append(CallMobile(noise=True))


def drop_walk(state: KantheState) -> None:
    """Forget the rest of the way."""
    state.passage = -1
    state.tasks = [task for task in state.tasks if not isinstance(task, Walk)]
