"""Monsters at the table: put there, moved, named, woken, run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.common import slugs
from engine.contract.action import IllegalAction, Intent, InvalidAction, Offer
from engine.contract.texts import Text, listed, typed
from engine.sil.creatures import morale, placement, spawning
from engine.sil.creatures.alertness import LEAST, MOST
from engine.sil.creatures.creature_names import race_title
from engine.sil.data.records import Monster
from engine.sil.game.state import Creature
from engine.silg.clock import creature_ai, encounter_clock
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import (
    MOST_AT_ONCE,
    Args,
    GmCommand,
    each_offer,
    fighters,
    offer,
    option,
    races,
    read_fighter,
    read_fighters,
    read_number,
    read_race,
)
from engine.silg.gm.preparation import check_level, has_level
from engine.silg.levels import squares
from engine.silg.wording import text

MOST_CREATURES = 150
ADVISED = 3  # kinds that fit the level, one of each, before the session
OFFERED = 12  # of whom every command is offered by name; others are named by hand
ALERTNESS = {"asleep": -15, "unwary": -5, "alert": 5}
_IN_STATE = {
    "asleep": "{who:The} is asleep",
    "unwary": "{who:The} is unwary",
    "alert": "{who:The} is alert",
}
_SPAWN = re.compile(
    r"(?:(?P<count>\d{1,2})\s+)?(?P<race>.+?)"
    r"(?:\s+(?:at|near)\s+(?P<where>\S+))?(?:\s+(?P<state>asleep|unwary|alert))?",
    re.IGNORECASE,
)


class Order(NamedTuple):
    """A spawn line as it was read: how many of what, near which square, in what state."""

    number: int
    race: Monster
    square: int
    alertness: int


def read_spawn(game: SilGContext, written: str) -> Order:
    """Read “3 orc soldier at C7 asleep”. Raises InvalidAction."""
    found = _SPAWN.fullmatch(written.strip())
    if found is None:
        raise InvalidAction(text("Say for example “spawn 3 orc soldier at C7 asleep”."))
    count = int(found["count"] or 1)
    if not 1 <= count <= MOST_AT_ONCE:
        raise InvalidAction(
            text("A command puts down 1 to {number} of a kind.", number=MOST_AT_ONCE)
        )
    square = read_place(game, found["where"] or "start")
    alertness = ALERTNESS[(found["state"] or "unwary").lower()]
    return Order(count, read_race(game, found["race"]), square, alertness)


def read_place(game: SilGContext, word: str) -> int:
    """Return the square that a word means: start, party, a square, or where somebody stands.
    Raises InvalidAction."""
    if word.lower() == "start":
        return game.state.desk.start
    if word.lower() == "party" and game.heroes:
        return game.state.sil.level.at(*game.place(f"h{game.heroes[0]}"))
    if re.fullmatch(r"[A-Za-z]{1,2}\d{1,3}", word):
        return squares.read_square(game, word)
    return game.state.sil.level.at(*game.place(read_fighter(game, word)))


def _spawn(game: SilGContext, words: Args) -> None:
    check_level(game)
    order = read_spawn(game, words[0])
    for _ in range(order.number):
        put(game, order.race, squares.near(game, order.square), order.alertness)
    where = squares.square_name(game, order.square)
    game.tell_gm(
        text(
            "{race}: {number} at {square}.",
            number=order.number,
            race=race_title(order.race),
            square=where,
        )
    )


def put(game: SilGContext, race: Monster, square: int, alertness: int) -> Creature:
    """Put a creature on a free square. Raises IllegalAction."""
    if len(game.creatures) >= MOST_CREATURES:
        raise IllegalAction(text("A level holds at most {number} monsters.", number=MOST_CREATURES))
    hero_game = game.level_game
    y, x = game.state.sil.level.place(square)
    # The Game Master may break the rules of what lives where, and how often.
    dead, hero_game.world.dead_uniques = hero_game.world.dead_uniques, []
    made = spawning.place_one(hero_game, race.serial, y, x, hero_game.streams.play, any_depth=True)
    hero_game.world.dead_uniques = dead
    if made is None:
        raise IllegalAction(text("No more of {race} can be put there.", race=race_title(race)))
    made.alertness, made.group = alertness, 0
    if game.state.fighters:
        encounter_clock.join(game)
    return made


def _spawn_offers(game: SilGContext) -> Iterable[Offer]:
    if not has_level(game):
        return
    free = squares.nearest(game, game.state.desk.start)
    if free is None or len(game.creatures) >= MOST_CREATURES:
        return
    where = squares.square_name(game, free)
    depth, own = game.state.sil.level.depth, game.state.desk.monsters
    fitting = sorted(races(game), key=lambda m: (m not in own, abs(m.level - depth), m.serial))
    wanted = fitting[:ADVISED] if game.state.stage == "setup" else []
    there = {creature.race for creature in game.creatures}
    for race in fitting:
        if not may_come(game, race):
            continue
        line = f"{slugs.slug(race.name)} at {where}"
        advised = race in wanted and race.serial not in there
        hint = text("{feet} ft", feet=race.level * 50)
        yield offer(
            "spawn",
            line,
            label=text("{race} at {square}", race=race_title(race), square=where),
            hint=hint,
            advised=advised,
        )


def may_come(game: SilGContext, race: Monster) -> bool:
    """Return whether another creature of a kind can be put down: of some there is only one."""
    if "UNIQUE" not in race.flags:
        return True
    return all(c.race != race.serial for c in game.creatures)


def _move(game: SilGContext, words: Args) -> None:
    for key in read_fighters(game, words[0]):
        square = squares.near(game, read_place(game, words[1]))
        y, x = game.state.sil.level.place(square)
        creature, seat = game.creature(key), game.seat_of(key)
        if creature is not None:
            placement.relocate(game.level_game, creature, y, x)
        elif seat is not None:
            squares.stand(game, seat, square)
        game.tell_gm(
            text(
                "{who:The} stands at {square}.",
                who=game.name(key),
                square=squares.square_name(game, square),
            )
        )


def _move_offers(game: SilGContext) -> Iterable[Offer]:
    if not has_level(game) or game.state.stage == "setup":
        return
    for key in fighters(game)[:OFFERED]:
        here = game.state.sil.level.at(*game.place(key))
        if squares.nearest(game, here) is not None:
            square = squares.square_name(game, here)
            yield offer(
                "place", game.handle(key), square, label=text("Place {who:the}", who=game.name(key))
            )


def creature_keys(game: SilGContext, word: str) -> list[str]:
    """Return the creatures that a word means. Raises InvalidAction."""
    found = [key for key in read_fighters(game, word) if key[0] == "c"]
    if not found:
        raise InvalidAction(text("That is a hero; name a monster."))
    return found


def creatures_of(game: SilGContext, word: str) -> list[Creature]:
    """Return the creatures that a word means. Raises InvalidAction."""
    return [c for key in creature_keys(game, word) if (c := game.creature(key)) is not None]


def _dismiss(game: SilGContext, words: Args) -> None:
    for creature in creatures_of(game, words[0]):
        game.tell_gm(text("{who:The} is taken off the level.", who=game.name(f"c{creature.slot}")))
        placement.remove(game.level_game, creature)


def _each(
    game: SilGContext,
    name: str,
    *words: str,
    label: str,
    among: Sequence[Creature],
    intent: Intent = "arrange",
) -> Iterable[Offer]:
    keys = [f"c{creature.slot}" for creature in among[:OFFERED]]
    yield from each_offer(game, keys, name, *words, label=label, intent=intent)


def _dismiss_offers(game: SilGContext) -> Iterable[Offer]:
    yield from _each(game, "dismiss", label="Take {who:the} off", among=game.creatures)


def _rename(game: SilGContext, words: Args) -> None:
    key = creature_keys(game, words[0])[0]
    if not re.fullmatch(r"[^\W\d_][\w' -]{1,29}", words[1]):
        raise InvalidAction(text("A name has 2 to 30 letters."))
    game.state.desk.names[key] = words[1]
    game.tell_gm(text("It is called {name}.", name=typed(words[1])))


def _copy(game: SilGContext, words: Args) -> None:
    for creature in creatures_of(game, words[0]):
        place = read_place(game, words[1]) if len(words) > 1 else None
        level = game.state.sil.level
        square = squares.near(game, place or level.at(creature.y, creature.x))
        made = put(game, game.data.monsters[creature.race], square, creature.alertness)
        made.health = made.max_health = creature.max_health
        game.tell_gm(text("Another of {who:the} is there.", who=game.name(f"c{creature.slot}")))


def _copy_offers(game: SilGContext) -> Iterable[Offer]:
    if len(game.creatures) >= MOST_CREATURES:
        return
    for creature in game.creatures[:OFFERED]:
        level = game.state.sil.level
        if squares.nearest(game, level.at(creature.y, creature.x)) is None:
            continue
        if "UNIQUE" not in game.data.monsters[creature.race].flags:
            key = f"c{creature.slot}"
            yield offer(
                "copy", game.handle(key), label=text("Another of {who:the}", who=game.name(key))
            )


def _alert(game: SilGContext, words: Args) -> None:
    for creature in creatures_of(game, words[0]):
        if words[1] in ALERTNESS:
            creature.alertness = ALERTNESS[words[1]]
        else:
            creature.alertness = read_number(words[1], LEAST, MOST)
        name = game.name(f"c{creature.slot}")
        game.tell_gm(
            text("{who:The} has alertness {alertness}.", who=name, alertness=creature.alertness)
        )
    if game.state.fighters:
        encounter_clock.join(game)


def _alert_offers(game: SilGContext) -> Iterable[Offer]:
    for word, alertness in ALERTNESS.items():
        others = [c for c in game.creatures if c.alertness != alertness]
        yield from _each(game, "alertness", word, label=_IN_STATE[word], among=others)


def _mood(game: SilGContext, words: Args) -> None:
    for creature in creatures_of(game, words[0]):
        seat = creature_ai.concern(game, creature)
        if seat is None:
            raise IllegalAction(text("No hero is in play."))
        if len(words) > 1:
            creature.temporary_morale = creature_ai.MOOD * read_number(words[1], -30, 30)
        hero_game, name = game.hero_game(seat), game.name(f"c{creature.slot}")
        terms = morale.terms(hero_game, creature)
        told = listed(
            text("{why} {amount:+d}", why=Text(why), amount=amount // creature_ai.MOOD)
            for why, amount in terms
        )
        whole = sum(amount for _, amount in terms) // creature_ai.MOOD
        stance = morale.stance(hero_game, creature, whole * creature_ai.MOOD)
        game.tell_gm(
            text(
                "{who:The}: morale {whole} ({terms}), {stance}.",
                who=name,
                whole=whole,
                terms=told,
                stance=Text(stance),
            )
        )


def _mood_offers(game: SilGContext) -> Iterable[Offer]:
    if game.heroes:
        yield from _each(
            game, "morale", label="Morale of {who:the}", intent="look", among=game.creatures
        )


def _list(there: list[str], keys: Iterable[str], *, listed: bool) -> None:
    """Put creatures on a list, or take them off it."""
    for key in keys:
        if listed and key not in there:
            there.append(key)
        elif not listed and key in there:
            there.remove(key)


def _run(game: SilGContext, words: Args) -> None:
    keys = creature_keys(game, words[0])
    _list(game.state.desk.run_by_gm, keys, listed=words[1] == "gm")
    for key in keys:
        game.tell_gm(
            text("{who:The} is run by you.", who=game.name(key))
            if words[1] == "gm"
            else text("{who:The} is run by me.", who=game.name(key))
        )
    if game.state.stage == "monsters" and not game.state.waits_to_go_on:
        encounter_clock.run(game)


def _run_offers(game: SilGContext) -> Iterable[Offer]:
    run_by_gm = {f"c{c.slot}" in game.state.desk.run_by_gm for c in game.creatures}
    if False in run_by_gm:
        yield offer("run", "monsters", "gm", label=text("You run all monsters"))
    if True in run_by_gm:
        yield offer("run", "monsters", "bot", label=text("I run all monsters"))
    for creature in game.creatures[:OFFERED]:
        key = f"c{creature.slot}"
        mine = key in game.state.desk.run_by_gm
        label = (
            text("I run {who:the}", who=game.name(key))
            if mine
            else text("You run {who:the}", who=game.name(key))
        )
        yield offer("run", game.handle(key), "bot" if mine else "gm", label=label)


def _side(game: SilGContext, words: Args) -> None:
    keys = creature_keys(game, words[0])
    _list(game.state.desk.allies, keys, listed=words[1] == "heroes")
    for key in keys:
        game.tell_gm(
            text("{who:The} stands with the heroes.", who=game.name(key))
            if words[1] == "heroes"
            else text("{who:The} stands with the enemies.", who=game.name(key))
        )


def _side_offers(game: SilGContext) -> Iterable[Offer]:
    allies = [c for c in game.creatures if game.is_ally(f"c{c.slot}")]
    enemies = [c for c in game.creatures if not game.is_ally(f"c{c.slot}")]
    yield from _each(game, "side", "heroes", label="{who:The} joins the heroes", among=enemies)
    yield from _each(game, "side", "enemies", label="{who:The} turns on the heroes", among=allies)


_WHO = option("who", "One by name or square, or a whole kind")
COMMANDS = (
    GmCommand("spawn", "Put monsters down", _spawn,
           (option("what", "Such as: 3 orc soldier at C7 asleep"),), _spawn_offers),
    GmCommand("place", "Put somebody on a square", _move,
           (_WHO, option("where", "A square, or by whom")), _move_offers),
    GmCommand("dismiss", "Take monsters off the level", _dismiss, (_WHO,), _dismiss_offers),
    GmCommand("rename", "Give a monster a name", _rename, (_WHO, option("name", "Its name"))),
    GmCommand("copy", "Put another like it beside a monster", _copy,
           (_WHO, option("where", "A square", required=False)), _copy_offers),
    GmCommand("alertness", "Let monsters sleep, be unwary, or alert", _alert,
           (_WHO, option("state", "asleep, unwary, alert, or -20 to 20")), _alert_offers),
    GmCommand("morale", "Explain morale term by term, or change it", _mood,
           (_WHO, option("mood", "Temporary morale", required=False)), _mood_offers),
    GmCommand("run", "Say who runs monsters", _run,
           (_WHO, option("by", "You or the bot", "gm", "bot")), _run_offers),
    GmCommand("side", "Say whose side monsters are on", _side,
           (_WHO, option("camp", "Whose", "heroes", "enemies")), _side_offers),
)  # fmt: skip
