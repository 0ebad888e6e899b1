"""Finds of a call: occupants, features, hazards, beasts, and the things they carry
(rules: kanthe 5, "Printed lists")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, cycle, repeat
from typing import Any

import msgspec

from engine.contract.facts import CreatureRef, Found, Own, Seen
from engine.contract.texts import Name, Text, Value, text
from engine.kanthe.data.content import FoundRow
from engine.kanthe.dice import Match, best_degree, find_matches
from engine.kanthe.magic.arcane_things import make_arcane
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import beast_name, creature_name, feature_name, people_name
from engine.kanthe.state import Feature, Hazard, KantheItem, Nature, Node, Opponent, Passage
from engine.kanthe.words import alone, listing


def make_mundane(game: KantheContext, name: str, rating: int) -> KantheItem:
    """Return a mundane item of the wares, with a rating."""
    ware = game.content.wares[name]
    return KantheItem(game.new_id(), ware.name, rating, ware.purposes)


def _ware(game: KantheContext, kinds: Sequence[str]) -> str:
    """Return the name of a ware of some kinds, by chance."""
    names = [ware.name for ware in game.content.wares.values() if ware.kind in kinds]
    return game.dice.level.choose(names)


# ------------------------------------------------------------------------- rooms


def call_room(game: KantheContext, room: Node) -> None:
    """Throw for a room's occupants and, in a room that a 5 made, for its feature."""
    room.called = True
    for match in game.call("occupants", number=room.number):
        make_occupant(game, match.value, match.degree, node=room.id)
    _set_at_odds(game, room)
    if room.die == 5:
        for match in game.call("features"):
            room.features.append(Feature(match.value, match.degree))
            words = text(
                "In it: {feature:a}, strength {strength}.",
                feature=feature_name(game.state, match.value),
                strength=match.degree,
            )
            game.tell(words, "found", Found("feature"))
        if not room.features:
            game.tell(text("There is nothing special in this room."))


def _set_at_odds(game: KantheContext, room: Node) -> None:
    """Let travelers and main creatures of a room fight each other until the hero acts."""
    here = [o for o in game.state.here.opponents if o.node == room.id and o.here]
    travelers = [o for o in here if game.kind_of(o).has("guest")]
    others = [o for o in here if game.kind_of(o).has("dweller")]
    if travelers and others:
        for opponent in (*travelers, *others):
            opponent.peaceful = True
        words = text("They are fighting each other and take no notice of you.")
        game.tell(words, "meet", Own("at-odds"))


def make_occupant(
    game: KantheContext, row: int, strength: int, *, node: int = -1, passage: int = -1
) -> Opponent:
    """Add the occupant of a row of the list to this level."""
    kind = game.content.occupants[row]
    sheet = game.state.sheets[game.state.level]
    peoples: dict[str, Value] = {
        "main": people_name(game.state, sheet.main),
        "alternate": people_name(game.state, sheet.alternate),
    }
    creature = Name(kind.word, facts=peoples)
    number, name = game.new_id(), game.new_name(kind.key)
    opponent = Opponent(number, name, kind.key, creature, strength, node=node, passage=passage)
    opponent.attacks = not kind.has("passive")
    game.state.here.opponents.append(opponent)
    _tell_met(game, opponent)
    _equip(game, opponent)
    find_nature(game, opponent)
    return opponent


def _tell_met(game: KantheContext, who: Opponent) -> None:
    words = text("{who:A} of strength {strength}.", who=creature_name(who), strength=who.strength)
    game.tell(words, "meet", Seen(CreatureRef(who.kind, who.id), new=True))


def find_nature(game: KantheContext, who: Opponent) -> None:
    """Give an opponent the nature of its people, which two dice say when the first is met; by the
    book there is none."""
    state = game.state
    people: Any = next(iter(game.kind_of(who).words("people")), "")
    if not people or state.variant.by_the_book:
        return
    natures = state.sheets[state.level].natures
    if people not in natures:
        weak, strong = game.throw_opposition(2, "nature", who=creature_name(who))
        natures[people] = Nature(weak, strong if strong != weak else -1)
        nature = describe_nature(game, natures[people])
        words = text("{who:The} and its kind: {nature}.", who=creature_name(who), nature=nature)
        game.tell(words, "found", Own("nature", CreatureRef(who.kind, who.id)))
    who.nature = natures[people]


def describe_nature(game: KantheContext, nature: Nature) -> Text:
    """Return what somebody is weak and strong against; they have a nature."""
    weak = game.essence(nature.weak)
    if nature.strong < 0:
        return text("weak against {weak}", weak=weak)
    strong = game.essence(nature.strong)
    return text("weak against {weak}, strong against {strong}", weak=weak, strong=strong)


def _equip(game: KantheContext, who: Opponent) -> None:
    """Make the throws for what an occupant carries, knows or is."""
    for effect, (*args,) in game.kind_of(who).traits.items():
        if effect in EQUIPMENT:
            EQUIPMENT[effect](game, who, *map(str, args))


def _pool(game: KantheContext, who: Opponent, pool: str) -> int:
    """Return how many dice a pool of the data has for an occupant."""
    dice = {"strength": who.strength, "difficulty": game.state.difficulty}
    return sum(dice[part] for part in pool.split("+"))


def _carry_wares(game: KantheContext, who: Opponent, pool: str, *kinds: str) -> None:
    """Let an occupant carry mundane items of some kinds, one a match."""
    faces = game.throw_opposition(_pool(game, who, pool), "mundane-things", who=creature_name(who))
    who.things = [make_mundane(game, _ware(game, kinds), m.degree) for m in find_matches(faces)]


def _stock(game: KantheContext, who: Opponent) -> None:
    """Give an artisan plain wares and good ones; he fights with the best."""
    difficulty = game.state.difficulty
    craft = game.content.crafts[game.one_die("craft", who=creature_name(who))]
    who.wares = [make_mundane(game, craft, 1) for _ in range(difficulty)]
    faces = game.throw_opposition(who.strength + difficulty, "good-wares", who=creature_name(who))
    who.wares += [make_mundane(game, craft, match.degree) for match in find_matches(faces)]
    best = max(who.wares, key=lambda item: item.rating)
    who.wares.remove(best)
    who.things = [best]


def _become_beast(game: KantheContext, who: Opponent) -> None:
    """Make a pet: the lowest match is its beast, further ones change its body."""
    faces = game.throw_opposition(who.strength, "pet", who=creature_name(who))
    matches = find_matches(faces)
    words = game.state.domain.words
    rows = [match.value for match in matches] or [min(faces)]
    changes = [Name(words["changes"][row].casefold()) for row in rows[1:]]
    beast = who.creature = Name(words["beasts"][rows[0]].casefold())
    if changes:
        facts: dict[str, Value] = {"beast": beast, "changes": listing(changes)}
        who.creature = Name("{beast} with {changes}", facts=facts)
        who.change_row = rows[1]
    game.tell(text("It is {who:a}.", who=who.creature))


def _pairs(matches: Sequence[Match]) -> tuple[list[tuple[Match, Match]], Match | None]:
    """Return matches two by two in rising order, and the one that is left."""
    pairs = list(zip(matches[::2], matches[1::2], strict=False))
    return pairs, matches[-1] if len(matches) % 2 else None


def _carry_in_turn(game: KantheContext, who: Opponent, pool: str, first: str, second: str) -> None:
    _carry_arcane(game, who, pool, cycle((first, second)))


def _carry_first_once(
    game: KantheContext, who: Opponent, pool: str, first: str, second: str
) -> None:
    _carry_arcane(game, who, pool, chain((first,), repeat(second)))


def _carry_arcane(game: KantheContext, who: Opponent, pool: str, kinds: Iterator[str]) -> None:
    """Let an occupant carry arcane things of these kinds, one for each two matches; the odd match
    is a ware that is arms."""
    faces = game.throw_opposition(_pool(game, who, pool), "arcane-things", who=creature_name(who))
    pairs, single = _pairs(find_matches(faces))
    who.things = [
        make_arcane(game, kind, essence.value, action.value)
        for kind, (essence, action) in zip(kinds, pairs, strict=False)
    ]
    if single is not None:
        arms = [kind.key for kind in game.content.ware_kinds.values() if kind.has("arms")]
        who.things.append(make_mundane(game, _ware(game, arms), single.degree))


def _know_spells(game: KantheContext, who: Opponent, pool: str, kind: str) -> None:
    faces = game.throw_opposition(_pool(game, who, pool), "spells", who=creature_name(who))
    pairs, _ = _pairs(find_matches(faces))
    for essence, action in pairs:
        spell = make_arcane(game, kind, essence.value, action.value)
        spell.spell = True
        who.things.append(spell)


EQUIPMENT: dict[str, Callable[..., None]] = {
    "mundane": _carry_wares,
    "craft": _stock,
    "beast": _become_beast,
    "arcane": _carry_in_turn,
    "arcane-once": _carry_first_once,
    "spells": _know_spells,
}


# ------------------------------------------------------------------------- hazards


def _find_animal(game: KantheContext, kind: str, found: _Found) -> Opponent:
    """Add an animal, found by one die, to this level."""
    row = game.one_die("beast")
    beast = Name(game.state.domain.words["beasts"][row].casefold())
    return _add_opponent(game, kind, str(beast), beast, found)


def _find_modified(game: KantheContext, kind: str, found: _Found) -> Opponent:
    """Add a modified beast, found by one die, to this level."""
    state = game.state
    beast = state.domain.modified[game.one_die("modified-beast")]
    base = state.domain.words["beasts"][beast.beast].casefold()
    opponent = _add_opponent(game, kind, base, beast_name(state, beast), found)
    if beast.added:
        opponent.change_row = beast.change
    return opponent


def _add_opponent(
    game: KantheContext, kind: str, base: str, beast: Name, found: _Found
) -> Opponent:
    word = game.content.creatures[kind].word
    name = Name(word, facts={"beast": beast})
    opponent = Opponent(
        game.new_id(),
        game.new_name(base),
        kind,
        name,
        found.strength,
        node=found.node,
        passage=found.passage,
    )
    game.state.here.opponents.append(opponent)
    _tell_met(game, opponent)
    find_nature(game, opponent)
    return opponent


def _find_vermin(game: KantheContext, kind: str, found: _Found) -> Opponent | None:
    """Throw for the poison of vermin; harmless ones are nothing."""
    poison = best_degree(game.throw_opposition(found.strength, "poison"))
    if not poison:
        game.tell(text("The vermin are harmless and scatter."))
        return None
    row = game.content.creatures[kind]
    name = Name(row.word)
    vermin = Opponent(
        game.new_id(),
        game.new_name(kind),
        kind,
        name,
        poison,
        node=found.node,
        passage=found.passage,
        follows=row.has("follows"),
    )
    game.state.here.opponents.append(vermin)
    words = text("{who:The}, poison {poison}.", who=alone(name), poison=poison)
    game.tell(words, "meet", Seen(CreatureRef(kind, vermin.id), new=True))
    return vermin


def _find_guard(game: KantheContext, _kind: str, found: _Found) -> Opponent:
    row = game.one_die("on-guard")
    return make_occupant(game, row, found.strength, node=found.node, passage=found.passage)


def _find_lifeless(game: KantheContext, kind: str, found: _Found) -> Hazard:
    hazard = Hazard(
        game.new_id(),
        game.new_name(kind),
        kind,
        found.strength,
        node=found.node,
        passage=found.passage,
    )
    if game.content.hazards[kind].has("essence"):
        hazard.essence = game.one_die("essence")
    game.state.here.hazards.append(hazard)
    words = text(
        "{hazard:The}, strength {strength}.",
        hazard=describe_hazard(game, hazard),
        strength=found.strength,
    )
    game.tell(words, "meet", Found(kind))
    return hazard


class _Found(msgspec.Struct, frozen=True):
    """The strength of something found, and where it is."""

    strength: int
    node: int = -1
    passage: int = -1


FINDS: dict[str, Callable[[KantheContext, str, _Found], Hazard | Opponent | None]] = {
    "hazard": _find_lifeless,
    "vermin": _find_vermin,
    "guard": _find_guard,
    "animal": _find_animal,
    "modified-animal": _find_modified,
}


def find_hazard(
    game: KantheContext, row: FoundRow, strength: int, *, node: int = -1, passage: int = -1
) -> Hazard | Opponent | None:
    """Add what a row of a hazard list stands for to this level; None when it comes to nothing."""
    return FINDS[row.effect](game, row.kind, _Found(strength, node, passage))


def describe_hazard(game: KantheContext, hazard: Hazard, *, known: bool = False) -> Text:
    """Return what a hazard is called: "a pit", "a gust of fire"; if `known`, "the pit"."""
    kind = game.hazard_kind(hazard)
    facts: dict[str, Value] = {}
    if hazard.essence >= 0:
        words = game.state.domain.words["essences"]
        facts["essence"] = Name(words[hazard.essence].casefold())
    name = Name(kind.word, facts=facts)
    if known:
        return text("{hazard:the}", hazard=name)
    return alone(name) if kind.has("uncountable") else text("{hazard:a}", hazard=name)


def call_passage(game: KantheContext, passage: Passage) -> None:
    """Throw for the hazards of a corridor that a 3 made."""
    passage.called = True
    game.describe("corridor-hazard")
    matches = game.call("corridor")
    for match in matches:
        row = game.content.stationary[match.value]
        find_hazard(game, row, match.degree, passage=passage.id)
    if not matches:
        game.tell(text("Whatever stood here once is gone."))
