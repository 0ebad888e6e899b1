"""A page for each thing: monsters, items, spells, abilities, statuses, terrain.

It tells everything from the start, but nothing of chance (typical equipment) and nothing of the
secret class.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import AmbiguousAction, InvalidAction
from engine.delve.data.content import (
    AbilityKind,
    ClassKind,
    DelveData,
    ItemKind,
    MonsterKind,
    SpellKind,
)
from engine.delve.magic.spellcasting import has_figures
from engine.delve.rules.words import signed

SECTIONS = ("monster", "item", "spell", "ability", "status", "terrain", "class", "theme")


def names(content: DelveData) -> Iterator[tuple[str, str]]:
    """Yield (section, name) of every page."""
    yield from (("monster", name) for name in content.monsters)
    yield from (("item", name) for name in content.items)
    yield from (("spell", name) for name in content.spells)
    yield from (("ability", name) for name in content.abilities)
    yield from (("status", name) for name in content.statuses)
    yield from (("terrain", kind.name) for kind in content.terrain if kind.name != "unknown")
    yield from (("class", kind.name) for kind in content.classes.values() if not kind.secret)
    yield from (("theme", name) for name in content.themes)


def entry(content: DelveData, text: str) -> str:
    """Return the pages of a name. Raises AmbiguousAction or InvalidAction."""
    wanted = text.strip().lower().replace("-", " ")
    pages = list(names(content))
    exact = [(section, name) for section, name in pages if name.lower() == wanted]
    if exact:
        return "\n\n".join(page(content, section, name) for section, name in exact)
    near = sorted({name for _, name in pages if wanted and wanted in name.lower()})
    if len(near) == 1:
        return entry(content, near[0])
    if near:
        lines = [f"lookup {name.replace(' ', '-')}" for name in near[:25]]
        raise AmbiguousAction("Several pages have that in their name.", lines)
    raise InvalidAction(f"There is no page on “{text}”.")


def page(content: DelveData, section: str, name: str) -> str:
    """Return one page."""
    if section == "monster":
        return _monster(content.monsters[name])
    if section == "item":
        return _item(content.items[name])
    if section == "spell":
        return _spell(content.spells[name])
    if section == "ability":
        return _ability(content.abilities[name])
    if section == "status":
        return f"{name} (status)\n{content.statuses[name].text}"
    if section == "class":
        return _class(content.classes[name])
    if section == "theme":
        theme = content.themes[name]
        return f"{theme.title} (levels {theme.first} to {theme.last})\n{theme.text}"
    kind = next(each for each in content.terrain if each.name == name)
    return f"{name} (terrain)\n{kind.text}"


def _monster(kind: MonsterKind) -> str:
    figures = [
        f"lvl {kind.level}",
        f"hp {kind.health}",
        f"en {kind.energy}",
        f"pow {kind.power}",
        f"def {kind.defence}",
    ]
    if kind.courage is not None:
        figures.append(f"aud {kind.courage}%")
    lines = [f"{kind.name} ({kind.family})", ", ".join(figures)]
    lines += describe_kind(kind)
    return "\n".join([*lines, kind.text])


def describe_kind(kind: MonsterKind) -> list[str]:
    """Return the lines on a kind's resistances and special abilities."""
    lines = []
    resist = [f"{name} {signed(figure)}" for name, figure in kind.resist.items() if figure]
    if resist:
        lines.append(f"resists: {', '.join(resist)}")
    traits = [
        " ".join((trait.name.replace("-", " "), *trait.args)) for trait in kind.traits.values()
    ]
    if traits:
        lines.append(f"special: {', '.join(traits)}")
    if kind.spell_attack:
        lines.append(f"spell attack: {kind.spell_attack}")
    elif kind.spells:
        lines.append("casts spells")
    return lines


def _item(kind: ItemKind) -> str:
    return "\n".join([f"{kind.name} ({', '.join(kind.categories)})", *describe_item(kind)])


def describe_item(kind: ItemKind) -> list[str]:
    """Return the lines on a kind of item: attributes, properties, and what they do not tell."""
    attributes = []
    if kind.power is not None:
        attributes.append(f"power {signed(kind.power)}")
    if kind.defence:
        attributes.append(f"defence {signed(kind.defence)}")
    attributes += [f"{name} {signed(figure)}" for name, figure in kind.resist.items() if figure]
    if kind.bonus:
        attributes.append(f"bonus: {kind.bonus}")
    if kind.nutrition:
        attributes.append(f"nutrition {kind.nutrition}")
    if kind.range != 4:
        attributes.append(f"range {kind.range}")
    lines = [", ".join(attributes)] if attributes else []
    if kind.properties:
        lines.append(", ".join(kind.properties))
    if kind.grants:
        lines.append(f"gives: {', '.join(kind.grants)}")
    if kind.holds:
        lines.append(f"holds the spell {kind.holds}")
    if kind.spells:
        lines.append(f"records: {', '.join(kind.spells)}")
    if kind.text:
        lines.append(kind.text)
    return lines


def _spell(kind: SpellKind) -> str:
    figures = [f"{name} {figure}" for name, figure in kind.figures.items()]
    if kind.attenuation:
        figures.append(f"attenuation {float(kind.attenuation):.1f}")
    upgrade = "doubles these" if has_figures(kind) else "halves the cost"
    lines = [f"{kind.name} ({kind.school} spell), cost {kind.cost}"]
    if figures:
        lines.append(", ".join(figures))
    return "\n".join([*lines, kind.text, f"An altar {upgrade}."])


def _ability(kind: AbilityKind) -> str:
    how = f"active, {kind.cost} energy" if kind.active else "passive"
    return f"{kind.name} (ability, {how})\n{kind.text}"


def _class(kind: ClassKind) -> str:
    figures = (
        f"hp {kind.health} (+{kind.health_gain} a level), en {kind.energy} (+{kind.energy_gain}), "
        f"pow {kind.power} (+1 every {kind.power_every}), "
        f"def {kind.defence} (+1 every {kind.defence_every})"
    )
    return f"{kind.name} (class)\n{figures}\n{kind.text}"
