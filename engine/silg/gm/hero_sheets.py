"""Sheets of heroes as a line of text, written out and read in: "race Noldor; house Of Doriath;
stats 1 3 2 2; skills 4 0 5 3 3 3 0 0; abilities Dodging; experience 5000; unspent 100"."""

from __future__ import annotations

from collections.abc import Iterable

from engine.common import slugs
from engine.contract.action import InvalidAction, Offer
from engine.contract.texts import listed, typed
from engine.sil.game.state import Hero
from engine.sil.hero import abilities, derived
from engine.sil.setup import hero_creation
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import Args, GmCommand, offer, option, read_number, read_seat
from engine.silg.setup import character_creation
from engine.silg.wording import text

STATS, SKILLS = 4, 8
NO_ABILITIES = "none"
PARTS = ("race", "house", "stats", "skills", "abilities", "experience", "unspent")


def write(game: SilGContext, seat: int) -> str:
    """Return a hero's sheet as the line that `read` takes."""
    hero, data = game.hero(seat), game.data
    race, house = data.races[hero.race], data.houses[hero.house]
    points = [
        base - of_race - of_house
        for base, of_race, of_house in zip(hero.stat_base, race.stats, house.stats, strict=True)
    ]
    learned = ", ".join(abilities.name(data, ref) for ref in hero.bought)
    parts = [
        f"race {race.name}",
        f"house {house.name}",
        f"stats {' '.join(map(str, points))}",
        f"skills {' '.join(map(str, hero.skill_base))}",
        f"abilities {learned or NO_ABILITIES}",
        f"experience {hero.experience}",
        f"unspent {hero.unspent}",
    ]
    return "; ".join(parts)


def read(game: SilGContext, seat: int, written: str) -> None:
    """Let a hero be what a sheet says. Raises InvalidAction."""
    found: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in written.split(";"))):
        word, _, rest = part.partition(" ")
        if word.lower() not in PARTS:
            raise InvalidAction(
                text(
                    "“{word}” is no part of a sheet: {parts}.",
                    word=word,
                    parts=listed(map(typed, PARTS)),
                )
            )
        found[word.lower()] = rest.strip()
    hero = game.hero(seat)
    _be_of(game, hero, found)
    if "skills" in found:
        hero.skill_base = _numbers(found["skills"], SKILLS, 0, 40)
    if "abilities" in found:
        names = [] if found["abilities"] == NO_ABILITIES else found["abilities"].split(",")
        hero.bought = [_ability(game, name) for name in names]
    if "experience" in found:
        hero.experience = read_number(found["experience"], 0, 999_999)
    hero.unspent = read_number(found.get("unspent", "0"), 0, hero.experience)
    derived.update(game.hero_game(seat))
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice


def _be_of(game: SilGContext, hero: Hero, found: dict[str, str]) -> None:
    data = game.data
    if "race" in found:
        hero.race = _serial(data.races, found["race"])
        hero.house = hero_creation.HOUSELESS
    if "house" in found:
        hero.house = _serial(data.houses, found["house"])
    allowed = data.races[hero.race].houses
    if hero.house != hero_creation.HOUSELESS and hero.house not in allowed:
        raise InvalidAction(text("That house is of another people."))
    points = _numbers(found.get("stats", "0 0 0 0"), STATS, 0, 10)
    gifts = zip(points, data.races[hero.race].stats, data.houses[hero.house].stats, strict=True)
    hero.stat_base = [sum(parts) for parts in gifts]


def _serial(records, written: str) -> int:  # type: ignore[no-untyped-def]
    wanted = slugs.slug(written)
    for serial, record in records.items():
        names = {slugs.slug(record.name), slugs.slug(getattr(record, "short_name", record.name))}
        if wanted and wanted in names:
            return int(serial)
    raise InvalidAction(text("There is no people or house called “{written}”.", written=written))


def _numbers(written: str, count: int, low: int, high: int) -> list[int]:
    words = written.split()
    if len(words) != count:
        raise InvalidAction(
            text("Write {count} numbers, not “{written}”.", count=count, written=written)
        )
    return [read_number(word, low, high) for word in words]


def _ability(game: SilGContext, written: str):  # type: ignore[no-untyped-def]
    wanted = slugs.slug(written)
    for ability in game.data.abilities.values():
        if wanted and slugs.slug(ability.name) == wanted:
            return ability.ref
    raise InvalidAction(text("There is no ability called “{name}”.", name=written.strip()))


# ---------------------------------------------------------------- commands


def _import(game: SilGContext, words: Args) -> None:
    seat = read_seat(game, words[0])
    player = game.player(seat)
    if game.state.stage == "setup" and not player.ready:
        character_creation.make_quickly(game, seat)
        if all(each.ready for each in game.state.players):
            game.state.turn += 1
    read(game, seat, words[1])
    game.tell(text("The Game Master brings {hero}'s sheet.", hero=typed(player.name)), None, "set")


def _export(game: SilGContext, words: Args) -> None:
    seat = read_seat(game, words[0])
    game.tell_gm(text("{hero}: {sheet}", hero=game.hero_name(seat), sheet=typed(write(game, seat))))


def _export_offers(game: SilGContext) -> Iterable[Offer]:
    for seat, player in enumerate(game.state.players):
        if player.ready or game.state.stage != "setup":
            name = game.hero_handle(seat)
            yield offer(
                "sheet-out", name, label=text("{hero}'s sheet as a line", hero=typed(player.name))
            )


_HERO = option("hero", "Whose")
COMMANDS = (
    GmCommand("sheet-in", "Import a hero from a sheet", _import,
           (_HERO, option("sheet", "The sheet as a line"))),
    GmCommand("sheet-out", "A hero's sheet as a line", _export, (_HERO,), _export_offers),
)  # fmt: skip
