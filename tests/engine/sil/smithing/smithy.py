"""A hero at a forge, for the tests of smithing."""

from engine.sil.game.presets import GAME
from engine.sil.game.state import Item, Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from engine.sil.smithing import costs, designs, limits
from tests.engine.sil import stage
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import refresh

SIL = SilQ()
CRAFTS = (ab.WEAPONSMITH, ab.ARMOURSMITH, ab.JEWELLER, ab.ENCHANTMENT, ab.ARTIFICE)


def smithy(*abilities, skill=20, forge=terrain.FORGE + 3, rulings=GAME, stats=(0,) * 4):
    """A hero on a forge, alone in a hall."""
    skills = [0] * 8
    skills[Skill.SMITHING] = skill
    game = arena(skills=tuple(skills), abilities=abilities, rulings=rulings, stats=stats)
    game.level.feature[here(game)] = forge
    refresh(game)
    return game


def here(game):
    return game.level.at(game.hero.y, game.hero.x)


def say(game, line):
    """Play an action line, as the table does; the offers then are as they should be."""
    events = SIL.apply(game.state, 0, SIL.parse(line, game.state, 0), game.streams)
    for offer in SIL.legal(game.state, 0):
        assert SIL.parse(str(offer.action), game.state, 0) == offer.action
    return [str(event.text) for event in events]


def press(game, *labels):
    """Choose offers by how their labels begin; everything must be offered."""
    for label in labels:
        found = [o for o in SIL.legal(game.state, 0) if str(o.label).startswith(label)]
        assert found, (label, [str(o.label) for o in SIL.legal(game.state, 0)])
        SIL.apply(game.state, 0, found[0].action, game.streams)


def labels(game):
    return [str(offer.label) for offer in SIL.legal(game.state, 0)]


def of_kind(game, name, **changes):
    """The plainest design of a kind, with some numbers or properties set."""
    item = designs.of_kind(game.data, game.data.kinds[stage.kind(name)])
    for field, value in changes.items():
        setattr(item, field, value)
    return item


def special(game, kind, name, **changes):
    """A design of a special type."""
    item = of_kind(game, kind)
    found = next(s for s in designs.enchantments(game.data, item) if s.name == name)
    item = designs.enchant(game.data, item, found)
    for field, value in changes.items():
        setattr(item, field, value)
    return item


def artefact(game, kind, *flags, abilities=(), **changes):
    """The design of an artefact with these properties."""
    item = designs.make_artefact(game, of_kind(game, kind))
    for flag in flags:
        designs.toggle_property(game.data, item, flag)
    for ref in abilities:
        designs.toggle_ability(item, ref)
    for field, value in changes.items():
        setattr(item, field, value)
    return item


def price(game, item: Item):
    """Difficulty, stats and experience of a design."""
    found = costs.of_design(game, item)
    return found.difficulty, found.stats, found.experience


def bounds(game, item, number):
    """The range of a number."""
    return tuple(limits.limits(game.data, item, game.rulings)[number][:2])
