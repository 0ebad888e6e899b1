"""Conflicts: dice pools, the order in which matches act, wounds (rules: kanthe 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.common.slugs import slug
from engine.kanthe.arcana import BONUS, fits, item_dice
from engine.kanthe.dice import Match, best_degree, find_matches
from engine.kanthe.generation import FOOTING
from engine.kanthe.naming import (
    capitalise,
    feature_name,
    gear,
    item_name,
    join_words,
    level_name,
    place_name,
    plural,
    with_article,
)
from engine.kanthe.play import Play
from engine.kanthe.state import (
    CallMobile,
    ChooseTarget,
    ChooseVictim,
    Conflict,
    Fallen,
    FallenHero,
    Hazard,
    JudgeDoor,
    KantheGame,
    KantheItem,
    MatchAct,
    Opponent,
    Purpose,
    Result,
    Walk,
)


class PoolSource(msgspec.Struct, frozen=True):
    """Dice of a pool and where they come from."""

    label: str
    dice: int
    mundane: bool = False  # from mundane items, which ghosts do not feel


class Tool(msgspec.Struct, frozen=True):
    """A feature or hazard that can be used as a weapon."""

    ref: str
    name: str
    strength: int


# ------------------------------------------------------------------------- pools


def opponents_of(play: Play, conflict: Conflict) -> list[Opponent]:
    """Return the opponents who still are in a conflict."""
    known = {o.id: o for o in play.game.here.opponents}
    return [known[n] for n in conflict.opponents if n in known and known[n].here]


def hero_pool(play: Play, purpose: str, conflict: Conflict | None = None) -> list[PoolSource]:
    """Return the hero's dice for a throw, source by source."""
    hero = play.game.hero
    pool = [PoolSource("Challenge", hero.challenge)]
    for item in gear(play.game):
        dice = item_dice(play, item, purpose)
        if dice and item.ticked:
            pool.append(PoolSource(item_name(play, item), dice, not item.arcane))
    for effect in hero.potions:
        if fits(play, effect, purpose):
            pool.append(PoolSource(play.effect_name(effect), BONUS))
    if hero.boost:
        pool.append(PoolSource("the feature's gift", hero.boost))
    if conflict is not None:
        pool += _conflict_sources(play, purpose, conflict)
    return pool


def _conflict_sources(play: Play, purpose: str, conflict: Conflict) -> Iterator[PoolSource]:
    hero = play.game.hero
    against = opponents_of(play, conflict)
    if conflict.boost and purpose in conflict.boost_purposes:
        yield PoolSource("scroll", conflict.boost)
    if purpose == "fight":
        for ally in hero.allies:
            yield PoolSource(ally.name, ally.strength)
        for helper in _helpers(play, conflict):
            yield PoolSource(helper.name, helper.strength)
        for tool in tools(play):
            if tool.ref == conflict.tool:
                yield PoolSource(tool.name, tool.strength)
    if purpose == "persuade":
        for slave in against:
            if slave.kind == "slave":
                yield PoolSource(f"hopes of {slave.name}", slave.strength)
        if social := sum(o.social for o in against):
            yield PoolSource("their doubts", social)
    elif wounds := sum(o.wounds for o in against):
        yield PoolSource("their wounds", wounds)


def _helpers(play: Play, conflict: Conflict) -> list[Opponent]:
    return [o for o in play.game.here.opponents if o.id in conflict.helpers and o.here]


def opposition_pool(
    play: Play, purpose: str, conflict: Conflict | None = None, hazard: Hazard | None = None
) -> list[PoolSource]:
    """Return the opposition's dice for a throw, source by source."""
    game = play.game
    pool: list[PoolSource] = []
    if hazard is not None:
        pool.append(PoolSource(hazard.name, hazard.strength))
    if conflict is not None:
        for opponent in opponents_of(play, conflict):
            pool.append(PoolSource(opponent.name, opponent.strength))
            if things := sum(thing_dice(thing) for thing in opponent.things):
                pool.append(PoolSource(f"things of {opponent.name}", things))
        if conflict.turned:
            pool.append(PoolSource(conflict.barred, conflict.turned))
        if purpose == "persuade" and conflict.social:
            pool.append(PoolSource("your doubts", conflict.social))
    if game.hero.wounds:
        pool.append(PoolSource("your wounds", game.hero.wounds))
    for footing in here(game, game.here.hazards):
        if footing.kind in FOOTING and footing.state == "active" and footing is not hazard:
            pool.append(PoolSource(footing.name, footing.strength))
    return pool


def thing_dice(thing: KantheItem) -> int:
    """Return the dice that a thing adds to its owner's throws."""
    return BONUS if thing.arcane else thing.rating


def here(game: KantheGame, things: Sequence[Hazard]) -> list[Hazard]:
    """Return the hazards of the place or passage where the hero is."""
    if game.passage >= 0:
        return [thing for thing in things if thing.passage == game.passage]
    return [thing for thing in things if thing.node == game.node]


def total(pool: Sequence[PoolSource]) -> int:
    """Return how many dice a pool has."""
    return sum(source.dice for source in pool)


def tools(play: Play) -> list[Tool]:
    """Return what the place holds that can be used as a weapon."""
    game = play.game
    found = []
    if game.passage < 0:
        for feature in game.place.features:
            name = feature_name(game, feature.row)
            found.append(Tool(slug(name), name, feature.strength))
    for hazard in here(game, game.here.hazards):
        if hazard.state != "gone":
            found.append(Tool(hazard.name, hazard.name, hazard.strength))
    return found


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
    play: Play, purpose: str, own: Sequence[PoolSource], against: Sequence[PoolSource]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Throw both sides' dice, and say what they are made of."""
    parts = ", ".join(f"{source.label} {source.dice}" for source in own)
    mine = play.throw_challenge(total(own), f"{capitalise(purpose)} ({parts})")
    parts = ", ".join(f"{source.label} {source.dice}" for source in against)
    theirs = play.throw_opposition(total(against), f"Against you ({parts})" if parts else "Nobody")
    return mine, theirs


def arcane_degrees(own: Sequence[PoolSource], faces: Sequence[int]) -> dict[int, int]:
    """Return, of each face, how many dice show it that are no mundane item's."""
    plain = [source.mundane for source in own for _ in range(source.dice)]
    degrees: dict[int, int] = {}
    for face, mundane in zip(faces, plain, strict=True):
        if not mundane:
            degrees[face] = degrees.get(face, 0) + 1
    return degrees


def throw_conflict(play: Play, purpose: Purpose, manner: str = "") -> None:
    """Throw a round of the conflict and let the matches act."""
    conflict = play.game.conflict
    assert conflict is not None
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
        best = best_degree(mine)
        conflict.acts = [
            MatchAct(opposition=m.degree, value=m.value) for m in opposition if m.degree > best
        ]
        if conflict.acts:
            play.say("You are noticed.", "fight")
        else:
            conflict.manner = manner
    else:
        conflict.acts = order_acts(hero, opposition, arcane_degrees(own, mine))
        if not conflict.acts:
            play.say("Nobody gains an advantage.", "fight")
        if conflict.tool:
            _turn_tool(play, conflict, hero, opposition)
    continue_conflict(play)


def _rouse(play: Play, conflict: Conflict) -> None:
    """Make everybody who is attacked fight back."""
    for opponent in opponents_of(play, conflict):
        opponent.attacks = True
        opponent.peaceful = False


def _spend(play: Play, conflict: Conflict, purpose: str) -> None:
    """Use up what lasts for one throw only."""
    play.game.hero.boost = 0
    conflict.turned, conflict.barred = 0, ""
    if purpose in conflict.boost_purposes:
        conflict.boost, conflict.boost_purposes = 0, ()
    if purpose != "fight":
        conflict.tool = ""


def _turn_tool(
    play: Play, conflict: Conflict, hero: Sequence[Match], opposition: Sequence[Match]
) -> None:
    """Let the opposition turn the hero's tool against him if its lowest match is below his."""
    tool = next((t for t in tools(play) if t.ref == conflict.tool), None)
    conflict.tool = ""
    if tool and hero and opposition and opposition[0].value < hero[0].value:
        conflict.barred, conflict.turned = tool.ref, tool.strength
        play.say(f"The {tool.name} is turned against you.", "fight")


# ------------------------------------------------------------------------- acts


def continue_conflict(play: Play) -> None:
    """Do the acts of the throw, as far as they need no choice of the player's."""
    game = play.game
    conflict = game.conflict
    while conflict is not None and conflict.acts and game.question is None:
        act = conflict.acts.pop(0)
        targets = possible_targets(play, conflict)
        if act.hero and len(targets) > 1:
            game.question = ChooseTarget(act)
            return
        do_act(play, act, targets[0] if targets else None)
        conflict = game.conflict
    if conflict is not None and game.question is None:
        _close_round(play, conflict)


def possible_targets(play: Play, conflict: Conflict) -> list[Opponent]:
    """Return whom a match of the hero's can hit."""
    targets = opponents_of(play, conflict)
    if conflict.purpose == "persuade":
        return [target for target in targets if not target.mindless]
    return targets


def do_act(play: Play, act: MatchAct, target: Opponent | None) -> None:
    """Do an act: the hero's match, the opposition's, or both at once."""
    conflict = play.game.conflict
    assert conflict is not None
    standing = bool(opponents_of(play, conflict))
    if act.hero and target is not None:
        _hit(play, conflict, act, target)
    if act.opposition and standing:
        _suffer(play, conflict, act)


def _hit(play: Play, conflict: Conflict, act: MatchAct, target: Opponent) -> None:
    degree = act.hero
    if target.kind == "ghost":
        degree = act.hero_arcane
        if degree < 2:
            play.say(f"Your {act.value}s pass through the {target.creature}.", "fight")
            return
    limit = play.game.difficulty
    if conflict.purpose == "persuade":
        target.social += degree
        play.say(
            f"Your {act.value}s: the {target.creature} wavers, {target.social} of {limit + 1}.",
            "fight",
        )
        if target.social > limit:
            befriend(play, target)
        return
    target.wounds += degree
    play.say(
        f"Your {act.value}s: {plural(degree, 'wound')} to the {target.creature}, "
        f"{target.wounds} of {limit + 1}.",
        "fight",
    )
    if target.wounds > limit:
        overcome(play, target)


def _suffer(play: Play, conflict: Conflict, act: MatchAct) -> None:
    """Let a match of the opposition wound the hero, or an ally if the player likes."""
    degree = act.opposition
    attackers = [o for o in opponents_of(play, conflict) if o.attacks]
    if conflict.purpose == "persuade" and not attackers:
        conflict.social += degree
        limit = play.game.hero.challenge
        play.say(f"Their {act.value}s talk you round: {conflict.social} of {limit + 1}.", "fight")
        if conflict.social > limit:
            play.say("You have no arguments left.", "fight")
            end_conflict(play)
        return
    suffer(play, degree, f"Their {act.value}s")


def suffer(play: Play, degree: int, cause: str) -> None:
    """Let a wound land: on the hero, unless he has allies and chooses one of them."""
    if play.game.hero.allies:
        play.game.question = ChooseVictim(degree, cause)
    else:
        wound_hero(play, degree, cause)


def wound_hero(play: Play, degree: int, cause: str) -> None:
    """Wound the hero; more wounds than the Challenge kill him."""
    hero = play.game.hero
    hero.wounds += degree
    play.say(
        f"{cause}: {plural(degree, 'wound')} to you, {hero.wounds} of {hero.challenge + 1}.",
        "wound",
    )
    if hero.wounds > hero.challenge:
        _die(play, cause)


def wound_ally(play: Play, ally: Opponent, degree: int) -> None:
    """Let an ally take a wound; more than the Difficulty lose it."""
    ally.wounds += degree
    play.say(f"Your ally takes {plural(degree, 'wound')}: {ally.wounds} in all.", "wound")
    if ally.wounds > play.game.difficulty:
        play.game.hero.allies.remove(ally)
        ally.status = "dead"
        play.say(f"The {ally.creature} who went with you falls.", "wound")
        play.record(f"Lost an ally, a {ally.creature}.")


def _die(play: Play, cause: str) -> None:
    game = play.game
    foes = opponents_of(play, game.conflict) if game.conflict is not None else []
    killer = join_words([with_article(foe.creature) for foe in foes])
    by = f"Slain by {killer}" if foes else f"Killed by {cause[:1].casefold()}{cause[1:]}"
    where = f"{place_name(game.here, game.place)}, {level_name(game.level)}"
    game.hero.fate = f"{by}: {where}."
    game.conflict = None
    play.describe("death", "death", name=game.hero.name, domain=game.domain.name)
    _leave_remains(game)
    end_delve(play, "dead")


def _leave_remains(game: KantheGame) -> None:
    place = game.place
    place.remains += game.hero.items
    place.remains_coins += game.hero.coins


def end_delve(play: Play, result: Result) -> None:
    """End the delve of this hero, and ask what comes after."""
    game = play.game
    hero = game.hero
    game.result = result
    game.tasks.clear()
    game.conflict = None
    game.passage = -1
    game.question = Fallen()
    game.fallen.append(
        FallenHero(hero.name, result, hero.coins, hero.challenge, hero.rooms, game.level)
    )
    ways = {"dead": "died", "left": "came out alive", "abandoned": "gave up"}
    play.record(f"{hero.name} {ways[result]} with {plural(hero.coins, 'coin')}.")


# ------------------------------------------------------------------------- how it ends


def overcome(play: Play, target: Opponent) -> None:
    """Let an opponent fall; what it carries is the hero's."""
    hero = play.game.hero
    target.status = "dead"
    target.follows = False
    hero.overcome += 1
    play.say(f"The {target.creature} is overcome.", "end")
    play.record(f"Overcame a {target.creature} of strength {target.strength}.")
    spoils = [thing for thing in (*target.things, *target.wares) if not thing.spell]
    target.things, target.wares = [], []
    if spoils:
        hero.items += spoils
        names = join_words([item_name(play, thing) for thing in spoils])
        play.say(f"You take: {names}.", "found")


def befriend(play: Play, target: Opponent) -> None:
    """Make an opponent a friend: it attacks no more."""
    target.status = "befriended"
    target.attacks = False
    target.follows = False
    play.game.hero.befriended += 1
    play.say(f"The {target.creature} is your friend now.", "end")
    play.record(f"Befriended a {target.creature} of strength {target.strength}.")


def _close_round(play: Play, conflict: Conflict) -> None:
    """End the conflict if a side is overcome or the hero got away."""
    if not opponents_of(play, conflict):
        end_conflict(play)
    elif conflict.manner:
        _get_away(play, conflict.manner)


def _get_away(play: Play, manner: str) -> None:
    game = play.game
    end_conflict(play)
    if manner == "flee":
        play.say("You get away.", "end")
        if game.passage < 0:
            game.node = game.previous
            game.unnoticed = any(  # by those whom he had slipped past
                o.node == game.node and o.here and o.attacks for o in game.here.opponents
            )
            game.tasks = [task for task in game.tasks if not isinstance(task, JudgeDoor)]
        drop_walk(game)
        return
    play.say("You go unnoticed.", "end")
    game.unnoticed = True


def end_conflict(play: Play) -> None:
    """End the conflict; a fight was noise."""
    game = play.game
    conflict = game.conflict
    game.conflict = None
    if conflict is not None and conflict.fought:
        game.tasks.append(CallMobile(noise=True))


def drop_walk(game: KantheGame) -> None:
    """Forget the rest of the way."""
    game.passage = -1
    game.tasks = [task for task in game.tasks if not isinstance(task, Walk)]
