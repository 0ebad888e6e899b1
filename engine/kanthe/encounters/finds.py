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
from engine.kanthe.rules.names import beast_name, creature_name, feature_name
from engine.kanthe.state import Feature, Hazard, KantheItem, Nature, Node, Opponent, Passage
from engine.kanthe.words import alone, listing


def make_mundane(play: KantheContext, name: str, rating: int) -> KantheItem:
    """Return a mundane item of the wares, with a rating."""
    ware = play.content.wares[name]
    return KantheItem(play.new_id(), ware.name, rating, ware.purposes)


def _ware(play: KantheContext, kinds: Sequence[str]) -> str:
    """Return the name of a ware of some kinds, by chance."""
    names = [ware.name for ware in play.content.wares.values() if ware.kind in kinds]
    return play.dice.level.choose(names)


# ------------------------------------------------------------------------- rooms


def call_room(play: KantheContext, room: Node) -> None:
    """Throw for a room's occupants and, in a room that a 5 made, for its feature."""
    room.called = True
    for match in play.call("occupants", number=room.number):
        make_occupant(play, match.value, match.degree, node=room.id)
    _set_at_odds(play, room)
    if room.die == 5:
        for match in play.call("features"):
            room.features.append(Feature(match.value, match.degree))
            words = text(
                "In it: {feature:a}, strength {strength}.",
                feature=feature_name(play.game, match.value),
                strength=match.degree,
            )
            play.tell(words, "found", Found("feature"))
        if not room.features:
            play.tell(text("There is nothing special in this room."))


def _set_at_odds(play: KantheContext, room: Node) -> None:
    """Let travelers and main creatures of a room fight each other until the hero acts."""
    here = [o for o in play.game.here.opponents if o.node == room.id and o.here]
    travelers = [o for o in here if play.kind_of(o).has("guest")]
    others = [o for o in here if play.kind_of(o).has("dweller")]
    if travelers and others:
        for opponent in (*travelers, *others):
            opponent.peaceful = True
        words = text("They are fighting each other and take no notice of you.")
        play.tell(words, "meet", Own("at-odds"))


def make_occupant(
    play: KantheContext, row: int, strength: int, *, node: int = -1, passage: int = -1
) -> Opponent:
    """Add the occupant of a row of the list to this level."""
    kind = play.content.occupants[row]
    sheet = play.game.sheets[play.game.level]
    peoples: dict[str, Value] = {
        "main": Name(sheet.main.casefold()),
        "alternate": Name(sheet.alternate.casefold()),
    }
    creature = Name(kind.word, facts=peoples)
    number, name = play.new_id(), play.new_name(kind.key)
    opponent = Opponent(number, name, kind.key, creature, strength, node=node, passage=passage)
    opponent.attacks = not kind.has("passive")
    play.game.here.opponents.append(opponent)
    _tell_met(play, opponent)
    _equip(play, opponent)
    find_nature(play, opponent)
    return opponent


def _tell_met(play: KantheContext, who: Opponent) -> None:
    words = text("{who:A} of strength {strength}.", who=creature_name(who), strength=who.strength)
    play.tell(words, "meet", Seen(CreatureRef(who.kind, who.id), new=True))


def find_nature(play: KantheContext, who: Opponent) -> None:
    """Give an opponent the nature of its people, which two dice say when the first is met; by the
    book there is none."""
    game = play.game
    people: Any = next(iter(play.kind_of(who).words("people")), "")
    if not people or game.variant.by_the_book:
        return
    natures = game.sheets[game.level].natures
    if people not in natures:
        weak, strong = play.throw_opposition(2, "nature", who=creature_name(who))
        natures[people] = Nature(weak, strong if strong != weak else -1)
        nature = describe_nature(play, natures[people])
        words = text("{who:The} and its kind: {nature}.", who=creature_name(who), nature=nature)
        play.tell(words, "found", Own("nature", CreatureRef(who.kind, who.id)))
    who.nature = natures[people]


def describe_nature(play: KantheContext, nature: Nature) -> Text:
    """Return what somebody is weak and strong against; they have a nature."""
    weak = play.essence(nature.weak)
    if nature.strong < 0:
        return text("weak against {weak}", weak=weak)
    strong = play.essence(nature.strong)
    return text("weak against {weak}, strong against {strong}", weak=weak, strong=strong)


def _equip(play: KantheContext, who: Opponent) -> None:
    """Make the throws for what an occupant carries, knows or is."""
    for effect, (*args,) in play.kind_of(who).traits.items():
        if effect in EQUIPMENT:
            EQUIPMENT[effect](play, who, *map(str, args))


def _pool(play: KantheContext, who: Opponent, pool: str) -> int:
    """Return how many dice a pool of the data has for an occupant."""
    dice = {"strength": who.strength, "difficulty": play.game.difficulty}
    return sum(dice[part] for part in pool.split("+"))


def _carry_wares(play: KantheContext, who: Opponent, pool: str, *kinds: str) -> None:
    """Let an occupant carry mundane items of some kinds, one a match."""
    faces = play.throw_opposition(_pool(play, who, pool), "mundane-things", who=creature_name(who))
    who.things = [make_mundane(play, _ware(play, kinds), m.degree) for m in find_matches(faces)]


def _stock(play: KantheContext, who: Opponent) -> None:
    """Give an artisan plain wares and good ones; he fights with the best."""
    difficulty = play.game.difficulty
    craft = play.content.crafts[play.one_die("craft", who=creature_name(who))]
    who.wares = [make_mundane(play, craft, 1) for _ in range(difficulty)]
    faces = play.throw_opposition(who.strength + difficulty, "good-wares", who=creature_name(who))
    who.wares += [make_mundane(play, craft, match.degree) for match in find_matches(faces)]
    best = max(who.wares, key=lambda item: item.rating)
    who.wares.remove(best)
    who.things = [best]


def _become_beast(play: KantheContext, who: Opponent) -> None:
    """Make a pet: the lowest match is its beast, further ones change its body."""
    faces = play.throw_opposition(who.strength, "pet", who=creature_name(who))
    matches = find_matches(faces)
    words = play.game.domain.words
    rows = [match.value for match in matches] or [min(faces)]
    changes = [Name(words["changes"][row].casefold()) for row in rows[1:]]
    beast = who.creature = Name(words["beasts"][rows[0]].casefold())
    if changes:
        facts: dict[str, Value] = {"beast": beast, "changes": listing(changes)}
        who.creature = Name("{beast} with {changes}", facts=facts)
        who.change_row = rows[1]
    play.tell(text("It is {who:a}.", who=who.creature))


def _pairs(matches: Sequence[Match]) -> tuple[list[tuple[Match, Match]], Match | None]:
    """Return matches two by two in rising order, and the one that is left."""
    pairs = list(zip(matches[::2], matches[1::2], strict=False))
    return pairs, matches[-1] if len(matches) % 2 else None


def _carry_in_turn(play: KantheContext, who: Opponent, pool: str, first: str, second: str) -> None:
    _carry_arcane(play, who, pool, cycle((first, second)))


def _carry_first_once(
    play: KantheContext, who: Opponent, pool: str, first: str, second: str
) -> None:
    _carry_arcane(play, who, pool, chain((first,), repeat(second)))


def _carry_arcane(play: KantheContext, who: Opponent, pool: str, kinds: Iterator[str]) -> None:
    """Let an occupant carry arcane things of these kinds, one for each two matches; the odd match
    is a ware that is arms."""
    faces = play.throw_opposition(_pool(play, who, pool), "arcane-things", who=creature_name(who))
    pairs, single = _pairs(find_matches(faces))
    who.things = [
        make_arcane(play, kind, essence.value, action.value)
        for kind, (essence, action) in zip(kinds, pairs, strict=False)
    ]
    if single is not None:
        arms = [kind.key for kind in play.content.ware_kinds.values() if kind.has("arms")]
        who.things.append(make_mundane(play, _ware(play, arms), single.degree))


def _know_spells(play: KantheContext, who: Opponent, pool: str, kind: str) -> None:
    faces = play.throw_opposition(_pool(play, who, pool), "spells", who=creature_name(who))
    pairs, _ = _pairs(find_matches(faces))
    for essence, action in pairs:
        spell = make_arcane(play, kind, essence.value, action.value)
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


def _find_animal(play: KantheContext, kind: str, found: _Found) -> Opponent:
    """Add an animal, found by one die, to this level."""
    row = play.one_die("beast")
    beast = Name(play.game.domain.words["beasts"][row].casefold())
    return _add_opponent(play, kind, str(beast), beast, found)


def _find_modified(play: KantheContext, kind: str, found: _Found) -> Opponent:
    """Add a modified beast, found by one die, to this level."""
    game = play.game
    beast = game.domain.modified[play.one_die("modified-beast")]
    base = game.domain.words["beasts"][beast.beast].casefold()
    opponent = _add_opponent(play, kind, base, beast_name(game, beast), found)
    if beast.added:
        opponent.change_row = beast.change
    return opponent


def _add_opponent(
    play: KantheContext, kind: str, base: str, beast: Name, found: _Found
) -> Opponent:
    word = play.content.creatures[kind].word
    name = Name(word, facts={"beast": beast})
    opponent = Opponent(
        play.new_id(),
        play.new_name(base),
        kind,
        name,
        found.strength,
        node=found.node,
        passage=found.passage,
    )
    play.game.here.opponents.append(opponent)
    _tell_met(play, opponent)
    find_nature(play, opponent)
    return opponent


def _find_vermin(play: KantheContext, kind: str, found: _Found) -> Opponent | None:
    """Throw for the poison of vermin; harmless ones are nothing."""
    poison = best_degree(play.throw_opposition(found.strength, "poison"))
    if not poison:
        play.tell(text("The vermin are harmless and scatter."))
        return None
    row = play.content.creatures[kind]
    name = Name(row.word)
    vermin = Opponent(
        play.new_id(),
        play.new_name(kind),
        kind,
        name,
        poison,
        node=found.node,
        passage=found.passage,
        follows=row.has("follows"),
    )
    play.game.here.opponents.append(vermin)
    words = text("{who:The}, poison {poison}.", who=alone(name), poison=poison)
    play.tell(words, "meet", Seen(CreatureRef(kind, vermin.id), new=True))
    return vermin


def _find_guard(play: KantheContext, _kind: str, found: _Found) -> Opponent:
    row = play.one_die("on-guard")
    return make_occupant(play, row, found.strength, node=found.node, passage=found.passage)


def _find_lifeless(play: KantheContext, kind: str, found: _Found) -> Hazard:
    hazard = Hazard(
        play.new_id(),
        play.new_name(kind),
        kind,
        found.strength,
        node=found.node,
        passage=found.passage,
        mobile=found.mobile,
    )
    if play.content.hazards[kind].has("essence"):
        hazard.essence = play.one_die("essence")
    play.game.here.hazards.append(hazard)
    words = text(
        "{hazard:The}, strength {strength}.",
        hazard=describe_hazard(play, hazard),
        strength=found.strength,
    )
    play.tell(words, "meet", Found(kind))
    return hazard


class _Found(msgspec.Struct, frozen=True):
    """The strength of something found, and where it is."""

    strength: int
    node: int = -1
    passage: int = -1
    mobile: bool = False


FINDS: dict[str, Callable[[KantheContext, str, _Found], Hazard | Opponent | None]] = {
    "hazard": _find_lifeless,
    "vermin": _find_vermin,
    "guard": _find_guard,
    "animal": _find_animal,
    "modified-animal": _find_modified,
}


def find_hazard(
    play: KantheContext,
    row: FoundRow,
    strength: int,
    *,
    node: int = -1,
    passage: int = -1,
    mobile: bool = False,
) -> Hazard | Opponent | None:
    """Add what a row of a hazard list stands for to this level; None when it comes to nothing."""
    return FINDS[row.effect](play, row.kind, _Found(strength, node, passage, mobile))


def describe_hazard(play: KantheContext, hazard: Hazard, *, known: bool = False) -> Text:
    """Return what a hazard is called: "a pit", "a gust of fire"; if `known`, "the pit"."""
    kind = play.hazard_kind(hazard)
    words = play.game.domain.words["essences"]
    essence = Name(words[hazard.essence].casefold() if hazard.essence >= 0 else "")
    return Text(kind.known_name if known else kind.new_name, {"essence": essence})


def call_passage(play: KantheContext, passage: Passage) -> None:
    """Throw for the hazards of a corridor that a 3 made."""
    passage.called = True
    play.describe("corridor-hazard")
    matches = play.call("corridor")
    for match in matches:
        row = play.content.stationary[match.value]
        find_hazard(play, row, match.degree, passage=passage.id)
    if not matches:
        play.tell(text("Whatever stood here once is gone."))
