"""A page for each thing: monsters, items, spells, abilities, statuses, terrain.

It tells everything from the start, but nothing of chance (typical equipment) and nothing of the
secret class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.contract.action import AmbiguousAction, InvalidAction
from engine.contract.texts import Listing, Name, Text, Value, joined, listed, text, typed
from engine.delve.data.declarations import TRAIT_FACTS
from engine.delve.data.kinds import (
    AbilityKind,
    ClassKind,
    DelveData,
    ItemKind,
    MonsterKind,
    PlaceKind,
    SpellKind,
    Trait,
)
from engine.delve.magic.spellcasting import has_figures
from engine.delve.rules import inventory, words
from engine.delve.rules.words import signed, term

SECTIONS: Mapping[str, Text] = {
    "monster": text("monster"),
    "item": text("item"),
    "spell": text("spell"),
    "ability": text("ability"),
    "status": text("status"),
    "terrain": text("terrain"),
    "class": text("class"),
    "theme": text("theme"),
    "place": text("place"),
}


def names(content: DelveData) -> Iterator[tuple[str, str]]:
    """Yield (section, name) of every page."""
    yield from (("monster", name) for name in content.monsters)
    yield from (("item", name) for name in content.items)
    yield from (("spell", name) for name in content.spells)
    yield from (("ability", name) for name in content.abilities)
    yield from (("status", name) for name in content.statuses)
    yield from (("terrain", kind.name) for kind in content.terrain if kind.code)
    yield from (("class", name) for name in content.open_classes)
    yield from (("theme", name) for name in content.themes)
    yield from (("place", name) for name in content.places)


def title(content: DelveData, section: str, name: str) -> str:
    """Return what a page is found by."""
    if section == "status":
        return content.statuses[name].title
    if section == "place":
        return content.places[name].title
    return content.abilities[name].title if section == "ability" else name


def entry(content: DelveData, wanted: str) -> Text:
    """Return the pages of a name. Raises AmbiguousAction or InvalidAction."""
    plain = wanted.strip().lower().replace("-", " ")
    pages = [(section, name, title(content, section, name)) for section, name in names(content)]
    exact = [(section, name) for section, name, told in pages if told.lower() == plain]
    if exact:
        return joined([page(content, section, name) for section, name in exact], "\n\n")
    near = sorted({told for _, _, told in pages if plain and plain in told.lower()})
    if len(near) == 1:
        return entry(content, near[0])
    if near:
        lines = [f"lookup {name.replace(' ', '-')}" for name in near[:25]]
        raise AmbiguousAction(text("Several pages have that in their name."), lines)
    raise InvalidAction(text("There is no page on “{word}”.", word=typed(wanted)))


def page(content: DelveData, section: str, name: str) -> Text:
    """Return one page."""
    if section == "monster":
        return _monster(content, content.monsters[name])
    if section == "item":
        return _item(content, content.items[name])
    if section == "spell":
        return _spell(content.spells[name])
    if section == "ability":
        return _ability(content.abilities[name])
    if section == "class":
        return _class(content, content.classes[name])
    if section == "status":
        head, about = (
            text("{status} (status)", status=words.status(content, name)),
            content.statuses[name],
        )
        return joined([head, text(about.text)], "\n")
    if section == "theme":
        theme = content.themes[name]
        head = text(
            "{theme} (levels {first} to {last})",
            theme=Name(theme.title, proper=True),
            first=theme.first,
            last=theme.last,
        )
        return joined([head, text(theme.text)], "\n")
    if section == "place":
        return _place(content, content.places[name])
    kind = next(each for each in content.terrain if each.name == name)
    head = text("{terrain} (terrain)", terrain=Name(name, proper=True))
    return joined([head, text(kind.text)], "\n")


def _place(content: DelveData, kind: PlaceKind) -> Text:
    """Return where a place is, what it is and what its shrine bargains for."""
    homes = [Name(content.themes[name].title, proper=True) for name in kind.themes]
    head = text("{place} (place)", place=Name(kind.title, proper=True))
    if homes:
        head = text("{head}, in {themes}", head=head, themes=listed(homes))
    lines = [head, text(kind.text)]
    if kind.rule.name == "bargains":
        lines += [text(content.bargains[name].text) for name in kind.rule.args]
    return joined(lines, "\n")


def _monster(content: DelveData, kind: MonsterKind) -> Text:
    figures = [
        text("lvl {level}", level=kind.level),
        text("hp {health}", health=kind.health),
        text("en {energy}", energy=kind.energy),
        *fighting_figures(kind.power, kind.defence, kind.courage),
    ]
    name = Name(kind.name, proper=kind.unique)
    head = text("{creature} ({family})", creature=name, family=term(kind.family))
    about = describe_kind(content, kind, kind.resist)
    lines = [head, listed(figures), *about, text(kind.text)]
    return joined(lines, "\n")


def fighting_figures(power: int, defence: int, courage: int | None) -> list[Text]:
    """Return figures of a monster, in short; without courage it cannot move."""
    told = [text("pow {power}", power=power), text("def {defence}", defence=defence)]
    return told if courage is None else [*told, text("aud {percent}%", percent=courage)]


def describe_kind(
    content: DelveData, kind: MonsterKind, resistances: Mapping[str, int]
) -> list[Text]:
    """Return the lines on resistances, by element, and on a kind's special abilities."""
    lines = []
    resist = [words.resistance(name, figure) for name, figure in resistances.items() if figure]
    if resist:
        lines.append(text("resists: {resistances}", resistances=listed(resist)))
    traits = [_trait(content, trait) for trait in kind.traits.values()]
    if traits:
        lines.append(text("special: {traits}", traits=listed(traits)))
    if kind.spell_attack:
        lines.append(text("spell attack: {spell}", spell=words.spell(kind.spell_attack)))
    elif kind.spells:
        lines.append(text("casts spells"))
    return lines


def _trait(content: DelveData, trait: Trait) -> Text:
    """Return what a trait does, with its figures."""
    values = (_trait_value(content, word) for word in trait.args)
    facts = dict(zip(TRAIT_FACTS, values, strict=False))
    return text(content.trait_words[trait.name], **facts)


def _trait_value(content: DelveData, word: str) -> Value:
    if word.isdigit():
        return int(word)
    if word in content.statuses:
        return words.status(content, word)
    return Name(word) if word in content.monsters else term(word)


def _item(content: DelveData, kind: ItemKind) -> Text:
    categories = listed(term(each) for each in kind.categories)
    head = text("{thing} ({categories})", thing=Name(kind.name), categories=categories)
    return joined([head, *describe_item(content, kind)], "\n")


def describe_item(content: DelveData, kind: ItemKind) -> list[Text]:
    """Return the lines on a kind of item: attributes, properties, and what they do not tell."""
    attributes = []
    if kind.power is not None:
        attributes.append(text("power {by}", by=signed(kind.power)))
    if kind.defence:
        attributes.append(text("defence {by}", by=signed(kind.defence)))
    attributes += [words.resistance(name, figure) for name, figure in kind.resist.items() if figure]
    if kind.bonus:
        attributes.append(text("bonus: {bonus}", bonus=term(kind.bonus)))
    if kind.nutrition:
        attributes.append(text("nutrition {nutrition}", nutrition=kind.nutrition))
    if kind.range != 4:
        attributes.append(text("range {squares}", squares=kind.range))
    lines = [listed(attributes)] if attributes else []
    if kind.properties:
        lines.append(listed(term(each) for each in kind.properties))
    if kind.grants:
        lines.append(gives(content, kind))
    if kind.holds:
        lines.append(text("holds the spell {spell}", spell=words.spell(kind.holds)))
    if kind.spells:
        lines.append(records(kind.spells))
    if kind.text:
        lines.append(text(kind.text))
    return lines


def gives(content: DelveData, kind: ItemKind) -> Text:
    """Return the line on the abilities that a thing gives while it is worn."""
    return text(
        "gives: {abilities}", abilities=listed(words.ability(content, each) for each in kind.grants)
    )


def records(spells: Iterable[str]) -> Text:
    """Return the line on the spells of a book."""
    return text("records: {spells}", spells=listed(map(words.spell, spells)))


def _spell(kind: SpellKind) -> Text:
    figures: list[Text] = [
        text("{figure} {number}", figure=term(name), number=figure)
        for name, figure in kind.figures.items()
    ]
    if kind.attenuation:
        figures.append(text("attenuation {share:.1f}", share=float(kind.attenuation)))
    head = text(
        "{spell} ({school} spell), cost {cost}",
        spell=words.spell(kind.name),
        school=term(kind.school),
        cost=kind.cost,
    )
    upgrade = text("An altar doubles these." if has_figures(kind) else "An altar halves the cost.")
    lines = [head, *([listed(figures)] if figures else []), text(kind.text), upgrade]
    return joined(lines, "\n")


def _ability(kind: AbilityKind) -> Text:
    ability = Name(kind.title, proper=True)
    head = text("{ability} (ability, passive)", ability=ability)
    if kind.active:
        head = text("{ability} (ability, active, {cost} energy)", ability=ability, cost=kind.cost)
    return joined([head, text(kind.text)], "\n")


def _class(content: DelveData, kind: ClassKind) -> Text:
    head = text("{role} (class)", role=Name(kind.name))
    return joined([head, *describe_class(content, kind), text(kind.text)], "\n")


def describe_class(content: DelveData, kind: ClassKind) -> list[Text]:
    """Return the lines on a class: its figures and their growth, and what it begins with."""
    lines = [
        text("health {figure}, {gain} a level", figure=kind.health, gain=signed(kind.health_gain)),
        text("energy {figure}, {gain} a level", figure=kind.energy, gain=signed(kind.energy_gain)),
        _growth(text("power {figure}", figure=kind.power), kind.power_every),
        _growth(text("defence {figure}", figure=kind.defence), kind.defence_every),
        text("misses {percent} %", percent=kind.miss),
    ]
    begun = (*((name, 1) for name in kind.worn), *kind.items)
    things = [
        inventory.title(content, inventory.fresh(content, name, 0, count)) for name, count in begun
    ]
    lines.append(text("begins with: {things}", things=listed(things)))
    if kind.spells:
        lines.append(text("knows: {spells}", spells=listed(map(words.spell, kind.spells))))
    if kind.one_of:
        choice = Listing(tuple(map(words.spell, kind.one_of)), "or")
        lines.append(text("and one of: {spells}", spells=choice))
    return lines


def class_card(content: DelveData, kind: ClassKind) -> list[Text]:
    """Return the lines of a narrow card on a class: its figures, with what a level adds, what it
    wears and knows, and what it carries."""
    lines = [
        text("health {figure} {gain}", figure=kind.health, gain=signed(kind.health_gain)),
        text("energy {figure} {gain}", figure=kind.energy, gain=signed(kind.energy_gain)),
        text("power {figure}", figure=kind.power),
        text("defence {figure}", figure=kind.defence),
    ]
    lines += [inventory.counted_name(content, name, 1) for name in kind.worn]
    lines += [text("{thing}", thing=words.spell(name)) for name in kind.spells]
    if kind.one_of:
        choice = Listing(tuple(map(words.spell, kind.one_of)), "or")
        lines.append(text("{thing}", thing=choice))
    return lines + [inventory.counted_name(content, name, count) for name, count in kind.items]


def _growth(figure: Text, every: int) -> Text:
    """Return a figure, and on which levels it grows by one; 0: on none."""
    return (
        text("{figure}, +1 every {levels} levels", figure=figure, levels=every) if every else figure
    )
