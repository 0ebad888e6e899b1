"""Any figure set by the Game Master: of heroes, of creatures, on the clock, on the map."""

from __future__ import annotations

from engine.contract.action import GM, InvalidAction
from engine.contract.texts import Text
from engine.sil.effects import creature_upkeep, statuses
from engine.sil.game.state import Creature, Timers
from engine.sil.hero import derived, purchases
from engine.silg.combat import standing_defence
from engine.silg.gm import world_commands
from engine.silg.gm.gm_commands import Args, GmCommand, option, read_fighters, read_number
from engine.silg.gm.time_commands import check_on_the_clock
from engine.silg.session import Session
from engine.silg.wording import listed, text

STATES = Timers.__struct_fields__
HERO_FIGURES = {"health": 999, "voice": 999, "food": 20_000, "unspent": 99_999}
CREATURE_STATES = {"stun": "stun", "confused": "confused", "fast": "hasted", "slow": "slowed"}
CREATURE_FIGURES = ("health", "evasion", "speed", *CREATURE_STATES)
ON_THE_CLOCK = ("die",)  # the standing evasion die
PLACE_FIGURES = ("light", "terrain")
FIGURES = (
    *dict.fromkeys((*HERO_FIGURES, *CREATURE_FIGURES, *ON_THE_CLOCK, *PLACE_FIGURES, *STATES)),
    *purchases.SKILL_WORDS,
    *purchases.STAT_WORDS,
)
MOST_ROUNDS, MOST_EVASION, LAST_SPEED, FACES = 500, 40, 4, 20


def _set(session: Session, words: Args) -> None:
    figure, value = words[1].lower(), words[2].lower()
    if figure == "light":
        world_commands.set_light(session, words[0], value)
    elif figure == "terrain":
        world_commands.set_terrain(session, words[0], value)
    else:
        if figure in ON_THE_CLOCK:
            check_on_the_clock(session)
        for key in read_fighters(session, words[0]):
            _set_one(session, key, figure, value)


def _set_one(session: Session, key: str, figure: str, value: str) -> None:
    seat, creature = session.seat_of(key), session.creature(key)
    if figure in ON_THE_CLOCK:
        number = read_number(value, 1, FACES)
        standing_defence.entered(session, key).die = number
    elif seat is not None:
        number = _set_hero(session, seat, figure, value)
    else:
        assert creature is not None, "whoever is on the level is a hero or a creature"
        number = _set_creature(session, creature, figure, value)
    told = text(
        "The Game Master sets {who:the}'s {what} to {number}.",
        who=session.name(key),
        what=Text(figure),
        number=number,
    )
    session.tell(told, None if seat is not None else (GM,), "set")


def _set_hero(session: Session, seat: int, figure: str, value: str) -> int:
    game, hero = session.game(seat), session.hero(seat)
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
        statuses.cure(game, figure)
        if number:
            statuses.inflict(game, figure, number, save=False)
        session.overhear(seat)
    else:
        raise _unknown((*HERO_FIGURES, *purchases.SKILL_WORDS, *purchases.STAT_WORDS, *STATES))
    derived.update(game)
    return number


def _set_creature(session: Session, creature: Creature, figure: str, value: str) -> int:
    if figure == "health":
        number = read_number(value, 1, 999)
        creature.health, creature.max_health = number, max(number, creature.max_health)
    elif figure == "evasion":
        number = read_number(value, -MOST_EVASION, MOST_EVASION)
        race = session.data.monsters[creature.race]
        session.state.desk.evasion[f"c{creature.slot}"] = number - race.evasion
    elif figure == "speed":
        number = creature.speed = read_number(value, 1, LAST_SPEED)
    elif figure in CREATURE_STATES:
        number = read_number(value, 0, MOST_ROUNDS)
        setattr(creature, CREATURE_STATES[figure], number)
        creature_upkeep.set_speed(session.data, creature)
    else:
        raise _unknown(CREATURE_FIGURES)
    return number


def _unknown(figures: tuple[str, ...]) -> InvalidAction:
    return InvalidAction(text("You can set {figures}.", figures=listed(figures)))


COMMANDS = (
    GmCommand("set", "Set any figure of somebody's, or of a square", _set,
           (option("who", "One by name, a kind, all, or a square"),
            option("figure", "Such as health, evasion, die, poison, light"),
            option("value", "The value"))),
)  # fmt: skip
