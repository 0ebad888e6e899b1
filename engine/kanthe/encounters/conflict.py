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
from engine.kanthe.rules.names import creature_name, item_name, level_name, place_name
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
    play: KantheContext, kind: ThrowKind, own: Sequence[PoolSource], against: Sequence[PoolSource]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Throw both sides' dice, and say what they are made of."""
    mine = play.throw_challenge(total(own), kind, describe_sources(own))
    other: ThrowKind = "against" if against else "nobody"
    theirs = play.throw_opposition(total(against), other, describe_sources(against))
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
    play: KantheContext, purpose: Purpose, manner: Manner = "", aim: Opponent | None = None
) -> None:
    """Throw a round of the conflict and let the matches act: on the `aim`, as long as they can."""
    conflict = play.game.conflict
    assert conflict is not None
    conflict.aim = aim.id if aim is not None else -1
    own = hero_pool(play, purpose, conflict)
    against = opposition_pool(play, purpose, conflict)
    conflict.rounds += 1
    conflict.purpose, conflict.manner = purpose, ""
    mine, theirs = throw_pools(play, manner or purpose, own, against)
    if purpose == "fight":
        conflict.fought = True
        _rouse(play, conflict)
    _spend(play, conflict, purpose)
    hero, opposition = find_matches(mine), find_matches(theirs)
    if purpose == "evade":
        _evade(play, conflict, mine, theirs)
        if not conflict.acts:
            conflict.manner = manner
    else:
        conflict.acts = order_acts(hero, opposition, arcane_degrees(own, mine))
        if not conflict.acts:
            play.tell(text("Nobody gains an advantage."), "fight")
        if conflict.tool:
            _turn_tool(play, conflict, hero, opposition)
    continue_conflict(play)


def _evade(
    play: KantheContext, conflict: Conflict, mine: Sequence[int], theirs: Sequence[int]
) -> None:
    """Let the matches act that beat the hero's best one."""
    best = best_degree(mine)
    show_evasion(play, mine, theirs)
    conflict.acts = [
        MatchAct(opposition=m.degree, value=m.value)
        for m in find_matches(theirs)
        if m.degree > best
    ]
    if conflict.acts:
        play.tell(text("You are noticed."), "fight", Own("noticed", SeatRef(0)))


def stays_unnoticed(play: KantheContext, mine: Sequence[int]) -> bool:
    """Throw for those who hold the hero's place, against dice of his that are thrown; who notices
    him attacks. Return whether nobody does."""
    game = play.game
    conflict = conflict_at(game, game.node)
    against = opposition_pool(play, "evade", conflict)
    conflict.purpose = "evade"
    theirs = play.throw_opposition(total(against), "against", describe_sources(against))
    _evade(play, conflict, mine, theirs)
    if not conflict.acts:
        return True
    game.conflict, game.unnoticed = conflict, False
    continue_conflict(play)
    return False


def show_evasion(play: KantheContext, mine: Sequence[int], theirs: Sequence[int]) -> None:
    """Show the hero's best match, and those of the others that do not beat it."""
    own, best = find_matches(mine), best_degree(mine)
    for match in [match for match in own if match.degree == best][:1]:
        play.show(
            "challenge", match.value, best, text("it takes {number} to beat", number=best + 1)
        )
    for match in find_matches(theirs):
        if match.degree <= best:
            play.show("opposition", match.value, match.degree, text("avoided"))


def lose_round(play: KantheContext) -> None:
    """Let those who attack throw alone, while the hero is busy with a thing."""
    conflict = play.game.conflict
    if conflict is None or not any(o.attacks for o in opponents_of(play, conflict)):
        return
    against = opposition_pool(play, "fight", conflict)
    play.game.scene.clear()
    theirs = play.throw_opposition(total(against), "against", describe_sources(against))
    conflict.rounds += 1
    conflict.purpose, conflict.manner = "fight", ""
    conflict.turned, conflict.barred = 0, ""
    conflict.acts = [MatchAct(opposition=m.degree, value=m.value) for m in find_matches(theirs)]
    continue_conflict(play)


def _rouse(play: KantheContext, conflict: Conflict) -> None:
    """Make everybody who is attacked fight back."""
    for opponent in opponents_of(play, conflict):
        opponent.attacks = True
        opponent.peaceful = False


def _spend(play: KantheContext, conflict: Conflict, purpose: str) -> None:
    """Use up what lasts for one throw only."""
    play.game.hero.boost = 0
    conflict.turned, conflict.barred = 0, ""
    if purpose != "fight":
        conflict.tool = ""


def _turn_tool(
    play: KantheContext, conflict: Conflict, hero: Sequence[Match], opposition: Sequence[Match]
) -> None:
    """Let the opposition turn the hero's tool against him if its lowest match is below his."""
    tool = next((t for t in tools(play) if t.ref == conflict.tool), None)
    conflict.tool = ""
    if tool and hero and opposition and opposition[0].value < hero[0].value:
        conflict.barred, conflict.turned = tool.ref, tool.strength
        play.tell(text("{tool:The} is turned against you.", tool=tool.name), "fight")


# ------------------------------------------------------------------------- acts


def continue_conflict(play: KantheContext) -> None:
    """Do the acts of the throw, as far as they need no choice of the player's."""
    game = play.game
    conflict = game.conflict
    while conflict is not None and conflict.acts and game.question is None:
        act = conflict.acts.pop(0)
        targets = possible_targets(play, conflict)
        aimed_at = [target for target in targets if target.id == conflict.aim] or targets
        if act.hero and len(aimed_at) > 1:
            game.question = ChooseTarget(act)
            return
        do_act(play, act, aimed_at[0] if aimed_at else None)
        conflict = game.conflict
    if conflict is not None and game.question is None:
        _close_round(play, conflict)


def possible_targets(play: KantheContext, conflict: Conflict) -> list[Opponent]:
    """Return whom a match of the hero's can hit."""
    targets = opponents_of(play, conflict)
    if conflict.purpose == "persuade":
        return [target for target in targets if not play.kind_of(target).has("mindless")]
    return targets


def do_act(play: KantheContext, act: MatchAct, target: Opponent | None) -> None:
    """Do an act: the hero's match, the opposition's, or both at once."""
    conflict = play.game.conflict
    assert conflict is not None
    standing = bool(opponents_of(play, conflict))
    if act.hero and target is not None:
        _hit(play, conflict, act, target)
    if act.opposition and standing:
        _suffer(play, conflict, act)


def _hit(play: KantheContext, conflict: Conflict, act: MatchAct, target: Opponent) -> None:
    degree = act.hero
    if play.kind_of(target).has("spirit"):
        degree = act.hero_arcane
        if degree < 2:
            play.show("challenge", act.value, act.hero, text("no harm to a ghost"))
            words = text(
                "Your {value}s pass through {who:the}.", value=act.value, who=creature_name(target)
            )
            play.tell(words, "fight", _attacked(target, 0))
            return
    limit = play.game.difficulty
    degree = play.wounds_of(degree)
    who = creature_name(target)
    if conflict.purpose == "persuade":
        gained = text("{who:The} wavers by {degree}", who=who, degree=degree)
        play.show("challenge", act.value, act.hero, gained)
        target.social += degree
        words = text(
            "Your {value}s: {who:the} wavers, {social} of {limit}.",
            value=act.value,
            who=creature_name(target),
            social=target.social,
            limit=limit + 1,
        )
        play.tell(words, "fight", Own("persuaded", _ref(target), numbers={"degree": degree}))
        if target.social > limit:
            befriend(play, target)
        return
    dealt = text("{wounds} to {who:the}", wounds=wounds(degree), who=who)
    play.show("challenge", act.value, act.hero, dealt)
    target.wounds += degree
    words = text(
        "Your {value}s: {wounds} to {who:the}, {suffered} of {limit}.",
        value=act.value,
        wounds=wounds(degree),
        who=creature_name(target),
        suffered=target.wounds,
        limit=limit + 1,
    )
    play.tell(words, "fight", _attacked(target, degree))
    if target.wounds > limit:
        overcome(play, target)


def _ref(who: Opponent) -> CreatureRef:
    return CreatureRef(who.kind, who.id)


def _attacked(target: Opponent, damage: int) -> Attacked:
    return Attacked(SeatRef(0), _ref(target), damage > 0, damage)


def _suffer(play: KantheContext, conflict: Conflict, act: MatchAct) -> None:
    """Let a match of the opposition wound the hero, or an ally if the player likes."""
    degree = play.wounds_of(act.opposition)
    attackers = [o for o in opponents_of(play, conflict) if o.attacks]
    if conflict.purpose == "persuade" and not attackers:
        doubts = text("you waver by {degree}", degree=degree)
        play.show("opposition", act.value, act.opposition, doubts)
        conflict.social += degree
        limit = play.game.hero.challenge
        words = text(
            "Their {value}s talk you round: {social} of {limit}.",
            value=act.value,
            social=conflict.social,
            limit=limit + 1,
        )
        play.tell(words, "fight", Own("persuaded", SeatRef(0), numbers={"degree": degree}))
        if conflict.social > limit:
            play.tell(text("You have no arguments left."), "fight")
            end_conflict(play)
        return
    taken = text("{wounds} to you", wounds=wounds(degree))
    play.show("opposition", act.value, act.opposition, taken)
    suffer(play, act.opposition, text("their {value}s", value=act.value))


def suffer(play: KantheContext, degree: int, cause: Words) -> None:
    """Let a wound land: on the hero, unless he has allies and chooses one of them."""
    degree = play.wounds_of(degree)
    if play.game.hero.allies:
        play.game.question = ChooseVictim(degree, cause)
    else:
        wound_hero(play, degree, cause)


def wound_hero(play: KantheContext, degree: int, cause: Words) -> None:
    """Wound the hero; more wounds than the Challenge kill him."""
    hero = play.game.hero
    hero.wounds += degree
    words = text(
        "{cause:The}: {wounds} to you, {suffered} of {limit}.",
        cause=alone(cause),
        wounds=wounds(degree),
        suffered=hero.wounds,
        limit=hero.challenge + 1,
    )
    conflict = play.game.conflict
    foes = opponents_of(play, conflict) if conflict is not None else []
    if conflict is not None and not foes:  # who fell in the same moment
        foes = [o for o in play.game.here.opponents if o.id in conflict.opponents]
    means: Means = "blow" if foes else "trap"
    by = _ref(foes[0]) if len(foes) == 1 else None
    play.tell(words, "wound", Hurt(SeatRef(0), degree, means, by))
    if hero.wounds > hero.challenge:
        _die(play, foes, cause)


def bears(play: KantheContext, ally: Opponent, wound: ChooseVictim) -> bool:
    """Return whether an ally survives a wound."""
    return ally.wounds + wound.degree <= play.game.difficulty


def wound_ally(play: KantheContext, ally: Opponent, degree: int) -> None:
    """Let an ally take a wound; more than the Difficulty lose it."""
    ally.wounds += degree
    words = text(
        "Your ally takes {wounds}: {suffered} in all.", wounds=wounds(degree), suffered=ally.wounds
    )
    play.tell(words, "wound", Hurt(_ref(ally), degree, "blow"))
    if ally.wounds > play.game.difficulty:
        play.game.hero.allies.remove(ally)
        ally.status = "dead"
        who = creature_name(ally)
        play.tell(text("{who:The} who went with you falls.", who=who), "wound", Died(_ref(ally)))
        play.record(text("Lost an ally, {who:a}.", who=who))


def _die(play: KantheContext, foes: Sequence[Opponent], cause: Words) -> None:
    game = play.game
    place, level = place_name(game.place), level_name(game.level)
    if foes:
        killers = listing([creature_name(foe) for foe in foes], "a")
        game.hero.fate = text(
            "Slain by {killers}: {place}, {level}.", killers=killers, place=place, level=level
        )
    else:
        game.hero.fate = text(
            "Killed by {cause}: {place}, {level}.", cause=cause, place=place, level=level
        )
    game.conflict = None
    died = Died(SeatRef(0), _ref(foes[0]) if len(foes) == 1 else None, "blow" if foes else "trap")
    name, domain = typed(game.hero.name), typed(game.domain.name)
    play.describe("death", "death", died, name=name, domain=domain)
    _leave_remains(game)
    end_delve(play, "dead")


def _leave_remains(game: KantheState) -> None:
    place = game.place
    place.remains += game.hero.items
    place.remains_coins += game.hero.coins


def end_delve(play: KantheContext, result: Result) -> None:
    """End the delve of this hero, and ask what comes after."""
    game = play.game
    hero = game.hero
    game.result = result
    game.tasks.clear()
    game.conflict = None
    game.passage = -1
    game.question = Fallen()
    game.fallen.append(
        FallenHero(hero.name, result, hero.coins, hero.challenge, hero.rooms, level=game.level)
    )
    play.record(Text(_ENDS[result], {"hero": typed(hero.name), "coins": coins(hero.coins)}))


# ------------------------------------------------------------------------- how it ends

_ENDS = {
    "dead": "{hero} died with {coins}.",
    "left": "{hero} came out alive with {coins}.",
    "abandoned": "{hero} gave up with {coins}.",
}


def overcome(play: KantheContext, target: Opponent) -> None:
    """Let an opponent fall; what it carries is the hero's."""
    hero = play.game.hero
    target.status = "dead"
    target.follows = False
    hero.overcome += 1
    who = creature_name(target)
    play.tell(text("{who:The} is overcome.", who=who), "end", Died(_ref(target), SeatRef(0)))
    play.record(text("Overcame {who:a}.", who=who))
    spoils = [thing for thing in (*target.things, *target.wares) if not thing.spell]
    target.things, target.wares = [], []
    if spoils:
        hero.items += spoils
        names = listing([item_name(play, thing) for thing in spoils])
        took = Took(SeatRef(0), ThingRef(spoils[0].arcane or spoils[0].name, len(spoils)))
        play.tell(text("You take: {things}.", things=names), "found", took)


def befriend(play: KantheContext, target: Opponent) -> None:
    """Make an opponent a friend: it attacks no more."""
    target.status = "befriended"
    target.attacks = False
    target.follows = False
    play.game.hero.befriended += 1
    who = creature_name(target)
    play.tell(
        text("{who:The} is your friend now.", who=who), "end", Own("befriended", _ref(target))
    )
    play.record(text("Befriended {who:a}.", who=who))


def _close_round(play: KantheContext, conflict: Conflict) -> None:
    """End the conflict if a side is overcome or the hero got away."""
    if not opponents_of(play, conflict):
        end_conflict(play)
    elif conflict.manner:
        _get_away(play, conflict.manner)


def _get_away(play: KantheContext, manner: Manner) -> None:
    game = play.game
    end_conflict(play)
    if manner == "flee":
        play.tell(text("You get away."), "end", Own("escaped", SeatRef(0)))
        if game.passage < 0:
            game.node = game.previous
            game.unnoticed = any(  # by those whom he had slipped past
                o.node == game.node and o.here and o.attacks for o in game.here.opponents
            )
            game.tasks = [task for task in game.tasks if not isinstance(task, JudgeDoor)]
        drop_walk(game)
        return
    play.tell(text("You go unnoticed."), "end", Own("unnoticed", SeatRef(0)))
    game.unnoticed = True


def end_conflict(play: KantheContext) -> None:
    """End the conflict; a fight was noise."""
    game = play.game
    conflict = game.conflict
    game.conflict = None
    if conflict is not None and conflict.fought:
        game.tasks.append(CallMobile(noise=True))


def drop_walk(game: KantheState) -> None:
    """Forget the rest of the way."""
    game.passage = -1
    game.tasks = [task for task in game.tasks if not isinstance(task, Walk)]
