"""Any figure set by the Game Master: of heroes, of creatures, on the clock, on the map."""

from __future__ import annotations

from engine.contract.action import GM, FormField, InvalidAction
from engine.contract.texts import listed, typed
from engine.sil.data.timers import Timers
from engine.sil.effects import creature_upkeep, statuses
from engine.sil.game.state import Creature
from engine.sil.hero import derived, purchases
from engine.silg.combat import standing_defence
from engine.silg.context import SilGContext
from engine.silg.gm import world_commands
from engine.silg.gm.gm_commands import (
    Args,
    GmCommand,
    figure_words,
    option,
    read_fighter,
    read_fighters,
    read_number,
)
from engine.silg.gm.time_commands import ON_THE_CLOCK as TIMED
from engine.silg.gm.time_commands import check_on_the_clock
from engine.silg.wording import text

STATES = Timers.__struct_fields__
HERO_FIGURES = {"health": 999, "voice": 999, "food": 20_000, "unspent": 99_999}
CREATURE_STATES = {"stun": "stun", "confused": "confused", "fast": "hasted", "slow": "slowed"}
CREATURE_FIGURES = ("health", "evasion", "speed", *CREATURE_STATES)
ON_THE_CLOCK = ("die",)  # the standing evasion die
ALL_STATES = "states"  # all of somebody's at once
PLACE_FIGURES = ("light", "terrain")
FIGURES = (
    *dict.fromkeys((*HERO_FIGURES, *CREATURE_FIGURES, *ON_THE_CLOCK, *PLACE_FIGURES, *STATES)),
    ALL_STATES,
    *purchases.SKILL_WORDS,
    *purchases.STAT_WORDS,
)
MOST_ROUNDS, MOST_EVASION, LAST_SPEED, FACES = 500, 40, 4, 20


def _set(game: SilGContext, words: Args) -> None:
    for part in f"{words[1]} {words[2]}".lower().split(","):
        figure, _, value = part.strip().partition(" ")
        _set_figure(game, words[0], figure, value.strip())


def _set_figure(game: SilGContext, who: str, figure: str, value: str) -> None:
    if figure == "light":
        world_commands.set_light(game, who, value)
    elif figure == "terrain":
        world_commands.set_terrain(game, who, value)
    else:
        if figure in ON_THE_CLOCK:
            check_on_the_clock(game)
        for key in read_fighters(game, who):
            if figure == ALL_STATES:
                _set_states(game, key, value)
            else:
                _set_one(game, key, figure, value)


def _set_states(game: SilGContext, key: str, written: str) -> None:
    """Let somebody have just the states of a text: "stun 5 slow 3"; "none": none."""
    words = [] if written in ("", "none") else written.split()
    if len(words) % 2:
        raise InvalidAction(text("States read like “stun 5 slow 3”, or none."))
    wanted, now = dict(zip(words[::2], words[1::2], strict=True)), _states(game, key)
    for state in {**now, **wanted}:
        rounds = wanted.get(state, "0")
        if rounds != str(now.get(state, 0)):
            _set_one(game, key, state, rounds)


def _states(game: SilGContext, key: str) -> dict[str, int]:
    """Return the states that somebody is in, with the rounds that they last."""
    seat, creature = game.seat_of(key), game.creature(key)
    if seat is not None:
        timers = game.hero(seat).timers
        found = {state: timers.left(state) for state in STATES}
    else:
        found = {word: getattr(creature, field) for word, field in CREATURE_STATES.items()}
    return {state: rounds for state, rounds in found.items() if rounds}


# ---------------------------------------------------------------- the form


def form(game: SilGContext, target: str) -> list[FormField]:
    """Return the figures that a form sets: of a hero or creature by its handle, or, without a
    target, of a square. Raises InvalidAction for an unknown target."""
    if not target:
        return [
            FormField("", text("Square, such as C7, or C7:F9")),
            FormField("light", text("Light"), choices=("on", "off")),
            FormField("terrain", text("Door or ground"), choices=tuple(world_commands.TERRAIN)),
        ]
    key = read_fighter(game, target)
    seat, creature = game.seat_of(key), game.creature(key)
    if seat is not None:
        hero = game.hero(seat)
        evasion = hero.skill_base[purchases.SKILL_WORDS["evasion"]]
        fields = [
            FormField("health", text("Health"), str(hero.health)),
            FormField("voice", text("Voice"), str(hero.voice)),
            FormField("evasion", text("Evasion, its own points"), str(evasion)),
        ]
        last = []
    else:
        assert creature is not None, "whoever is on the level is a hero or a creature"
        race = game.data.monsters[creature.race]
        added = game.state.desk.evasion.get(key, 0)
        speeds = tuple(str(speed) for speed in range(1, LAST_SPEED + 1))
        fields = [
            FormField("health", text("Health"), str(creature.health)),
            FormField("evasion", text("Evasion"), str(race.evasion + added)),
        ]
        last = [FormField("speed", text("Speed"), str(creature.speed), speeds)]
    states = " ".join(f"{word} {rounds}" for word, rounds in _states(game, key).items())
    fields.append(FormField(ALL_STATES, text("States: stun 5 slow 3, or none"), states or "none"))
    fields += last  # after states, which make quick or slow
    fighter = game.fighter(key)
    if game.state.stage in TIMED and fighter is not None:
        fields.append(FormField("die", text("Evasion die that stands"), str(fighter.die)))
    return fields


def _set_one(game: SilGContext, key: str, figure: str, value: str) -> None:
    seat, creature = game.seat_of(key), game.creature(key)
    if figure in ON_THE_CLOCK:
        number = read_number(value, 1, FACES)
        standing_defence.entered(game, key).die = number
    elif seat is not None:
        number = _set_hero(game, seat, figure, value)
    else:
        assert creature is not None, "whoever is on the level is a hero or a creature"
        number = _set_creature(game, creature, figure, value)
    told = text(
        "The Game Master sets {who:the}'s {what} to {number}.",
        who=game.name(key),
        what=figure_words(figure),
        number=number,
    )
    game.tell(told, None if seat is not None else (GM,), "set")


def _set_hero(game: SilGContext, seat: int, figure: str, value: str) -> int:
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    if figure in HERO_FIGURES:
        number = read_number(value, 1 if figure == "health" else 0, HERO_FIGURES[figure])
        setattr(hero, figure, number)
    elif figure in purchases.SKILL_WORDS:
        number = read_number(value, 0, 40)
        hero.skill_base[purchases.SKILL_WORDS[figure]] = number
    elif figure in purchases.STAT_WORDS:
        number = read_number(value, -5, 10)
        hero.stat_base[purchases.STAT_WORDS.index(figure)] = number
    elif figure in STATES:
        number = read_number(value, 0, MOST_ROUNDS)
        statuses.cure(hero_game, figure)
        if number:
            statuses.inflict(hero_game, figure, number, save=False)
        game.overhear(seat)
    else:
        raise _unknown((*HERO_FIGURES, *purchases.SKILL_WORDS, *purchases.STAT_WORDS, *STATES))
    derived.update(hero_game)
    return number


def _set_creature(game: SilGContext, creature: Creature, figure: str, value: str) -> int:
    if figure == "health":
        number = read_number(value, 1, 999)
        creature.health, creature.max_health = number, max(number, creature.max_health)
    elif figure == "evasion":
        number = read_number(value, -MOST_EVASION, MOST_EVASION)
        race = game.data.monsters[creature.race]
        game.state.desk.evasion[f"c{creature.slot}"] = number - race.evasion
    elif figure == "speed":
        number = creature.speed = read_number(value, 1, LAST_SPEED)
    elif figure in CREATURE_STATES:
        number = read_number(value, 0, MOST_ROUNDS)
        setattr(creature, CREATURE_STATES[figure], number)
        if figure in ("fast", "slow"):
            creature_upkeep.set_speed(game.data, creature)
    else:
        raise _unknown(CREATURE_FIGURES)
    return number


def _unknown(figures: tuple[str, ...]) -> InvalidAction:
    return InvalidAction(text("You can set {figures}.", figures=listed(map(typed, figures))))


COMMANDS = (
    GmCommand("set", "Set figures of somebody, or of a square", _set,
           (option("who", "One by name, a kind, all, or a square"),
            option("figure", "Such as health, evasion, die, poison, light"),
            option("value", "The value; more after commas: 9, evasion 12"))),
)  # fmt: skip
