"""New games and new heroes."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.actions.legal_actions import DEFAULT_OPTIONS
from engine.delve.data.kinds import DelveData
from engine.delve.hero import secret_class
from engine.delve.levels import place_sites, stairs
from engine.delve.magic.spellcasting import learn
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero, DelveItem


def class_named(content: DelveData, word: str) -> str:
    """Return the class that a word opens: its name, or the secret one's word; "" for none."""
    word = word.strip().lower()
    for kind in content.classes.values():
        if word == (kind.secret or kind.name):
            return kind.name
    return ""


def unborn(game: DelveContext, seat: int, name: str) -> DelveHero:
    """Return a hero whose class is not chosen yet."""
    return DelveHero(
        uid=game.new_uid(),
        name=name,
        depth=1,
        at=0,
        level=0,
        health=1,
        full_health=1,
        energy=1,
        full_energy=1,
        power=1,
        defence=0,
        resist={},
        statuses={},
        seat=seat,
        options=dict(DEFAULT_OPTIONS),
    )


def be_born(game: DelveContext, hero: DelveHero, class_name: str) -> None:
    """Give a hero a class, with its figures and things."""
    kind = game.content.classes[class_name]
    hero.class_name = hero.born_as = class_name
    hero.health = hero.full_health = kind.health
    hero.energy = hero.full_energy = kind.energy
    hero.power, hero.defence = kind.power, kind.defence
    for name in kind.worn:
        _give(game, hero, name, 1).worn = True
    for name, count in kind.items:
        _give(game, hero, name, count)
    hero.abilities = list(kind.abilities)
    for name in kind.spells:
        learn(game, hero, name)
    if kind.one_of:
        learn(game, hero, game.dice.choose(kind.one_of))


def _give(game: DelveContext, hero: DelveHero, name: str, count: int) -> DelveItem:
    return inventory.add(hero.pack, inventory.fresh(game.content, name, game.new_uid(), count))


def begin(game: DelveContext) -> None:
    """Begin to play: every hero has a class."""
    game.state.remains = secret_class.scatter_remains(game)
    game.state.places = place_sites.scatter_places(game)
    for hero in game.state.heroes:
        hero.lines = []
        stairs.arrive(game, hero, 1, terrain.STAIRS_UP)
        hero.last_at = hero.at
