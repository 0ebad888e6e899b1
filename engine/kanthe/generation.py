"""Finds of a call: occupants, features, hazards, beasts, and the things they carry
(rulebook: Encounter; the printed lists of the design sheets)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.facts import CreatureRef, Found, Own, Seen
from engine.contract.texts import Name, Text, Value, text
from engine.kanthe.arcana import make_arcane
from engine.kanthe.dice import Match, best_degree, find_matches
from engine.kanthe.naming import beast_name, creature_name, feature_name
from engine.kanthe.play import Play
from engine.kanthe.state import Feature, Hazard, KantheItem, Node, Opponent, Passage
from engine.kanthe.words import alone, listing

LIFELESS = (
    "blocked", "trap-blocked", "flood", "minor-flood", "footing", "pit", "covered-pit", "gust",
    "vortex", "trap",
)  # fmt: skip
BARRING = ("blocked", "trap-blocked", "flood")
FOOTING = ("footing", "minor-flood")
_OF_ESSENCE = (*BARRING, *FOOTING, "gust", "vortex", "trap")
_MAIN = ("artisan", "warrior", "chieftain", "ghost", "priest", "sorcerer")


def make_mundane(play: Play, name: str, rating: int) -> KantheItem:
    """Return a mundane item of the wares, with a rating."""
    ware = play.content.wares[name]
    return KantheItem(play.new_id(), ware.name, rating, ware.purposes)


def _ware(play: Play, kinds: Sequence[str]) -> str:
    """Return the name of a ware of some kinds, by chance."""
    names = [ware.name for ware in play.content.wares.values() if ware.kind in kinds]
    return play.game.streams.level.choose(names)


# ------------------------------------------------------------------------- rooms


def call_room(play: Play, room: Node) -> None:
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


def _set_at_odds(play: Play, room: Node) -> None:
    """Let travelers and main creatures of a room fight each other until the hero acts."""
    here = [o for o in play.game.here.opponents if o.node == room.id and o.here]
    travelers = [o for o in here if o.kind == "traveler"]
    others = [o for o in here if o.kind in _MAIN]
    if travelers and others:
        for opponent in (*travelers, *others):
            opponent.peaceful = True
        words = text("They are fighting each other and take no notice of you.")
        play.tell(words, "meet", Own("at-odds"))


def make_occupant(
    play: Play, row: int, strength: int, *, node: int = -1, passage: int = -1
) -> Opponent:
    """Add the occupant of a row of the list to this level."""
    kind = play.content.occupants[row].key
    sheet = play.game.sheets[play.game.level]
    base = {"traveler": sheet.alternate, "slave": sheet.alternate, "barbarian": ""}
    people = base.get(kind, sheet.main).casefold()
    creature = Name(kind)
    if people:
        named: dict[str, Value] = {"people": Name(people), "occupant": creature}
        creature = Name("{people} {occupant}", facts=named)
    opponent = Opponent(
        play.new_id(), play.new_name(kind), kind, creature, strength, node=node, passage=passage
    )
    opponent.attacks = kind != "slave"
    play.game.here.opponents.append(opponent)
    _tell_met(play, opponent)
    _equip(play, opponent)
    return opponent


def _tell_met(play: Play, who: Opponent) -> None:
    words = text("{who:A} of strength {strength}.", who=creature_name(who), strength=who.strength)
    play.tell(words, "meet", Seen(CreatureRef(who.kind, who.id), new=True))


def _equip(play: Play, who: Opponent) -> None:
    """Make the throws for what an occupant carries, knows or is."""
    rating, difficulty = who.strength, play.game.difficulty
    name = who.name
    if who.kind == "barbarian":
        who.things = _mundane_things(play, rating, name, ("weapon", "armour", "other"))
    elif who.kind == "artisan":
        _stock(play, who, difficulty)
    elif who.kind == "pet":
        _become_beast(play, who)
    elif who.kind == "warrior":
        who.things = _mundane_things(play, rating, name, ("weapon", "armour"))
    elif who.kind == "chieftain":
        who.things = _arcane_things(play, rating + difficulty, name, ("weapon", "armour"))
    elif who.kind == "priest":
        who.things = _arcane_things(play, rating + difficulty, name, ("scroll", "potion"))
    elif who.kind == "sorcerer":
        who.things = _arcane_things(play, rating + difficulty, name, ("staff", "ring"))
        who.things += _spells(play, rating, name)


def _mundane_things(play: Play, dice: int, name: str, kinds: Sequence[str]) -> list[KantheItem]:
    faces = play.throw_opposition(dice, "mundane-things", who=name)
    return [make_mundane(play, _ware(play, kinds), m.degree) for m in find_matches(faces)]


def _stock(play: Play, who: Opponent, difficulty: int) -> None:
    """Give an artisan plain wares and good ones; he fights with the best."""
    craft = play.content.crafts[play.one_die("craft", who=who.name)]
    who.wares = [make_mundane(play, craft, 1) for _ in range(difficulty)]
    faces = play.throw_opposition(who.strength + difficulty, "good-wares", who=who.name)
    who.wares += [make_mundane(play, craft, match.degree) for match in find_matches(faces)]
    best = max(who.wares, key=lambda item: item.rating)
    who.wares.remove(best)
    who.things = [best]


def _become_beast(play: Play, who: Opponent) -> None:
    """Make a pet: the lowest match is its beast, further ones change its body."""
    faces = play.throw_opposition(who.strength, "pet", who=who.name)
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


def _arcane_things(play: Play, dice: int, name: str, kinds: tuple[str, str]) -> list[KantheItem]:
    """Throw for arcane things, of two kinds in turn (a sorcerer: one staff, then rings)."""
    pairs, single = _pairs(find_matches(play.throw_opposition(dice, "arcane-things", who=name)))
    things = []
    for number, (essence, action) in enumerate(pairs):
        turn = min(number, 1) if kinds[0] == "staff" else number % 2
        things.append(make_arcane(play, kinds[turn], essence.value, action.value))
    if single is not None:
        things.append(make_mundane(play, _ware(play, ("weapon", "armour")), single.degree))
    return things


def _spells(play: Play, dice: int, name: str) -> list[KantheItem]:
    pairs, _ = _pairs(find_matches(play.throw_opposition(dice, "spells", who=name)))
    spells = []
    for essence, action in pairs:
        spell = make_arcane(play, "scroll", essence.value, action.value)
        spell.spell = True
        spells.append(spell)
    return spells


# ------------------------------------------------------------------------- hazards


def make_beast(
    play: Play, strength: int, *, modified: bool = False, node: int = -1, passage: int = -1
) -> Opponent:
    """Add an animal, found by one die, to this level."""
    game = play.game
    row = play.one_die("modified-beast" if modified else "beast")
    beast = game.domain.modified[row]
    base = game.domain.words["beasts"][beast.beast if modified else row].casefold()
    opponent = Opponent(
        play.new_id(),
        play.new_name(base),
        "modified" if modified else "beast",
        beast_name(game, beast) if modified else Name(base),
        strength,
        node=node,
        passage=passage,
    )
    if modified and beast.added:
        opponent.change_row = beast.change
    game.here.opponents.append(opponent)
    _tell_met(play, opponent)
    return opponent


def _make_vermin(play: Play, kind: str, strength: int, node: int, passage: int) -> Opponent | None:
    """Throw for the poison of vermin; harmless ones are nothing."""
    poison = best_degree(play.throw_opposition(strength, "poison"))
    if not poison:
        play.tell(text("The vermin are harmless and scatter."))
        return None
    name = Name("vermin swarm") if kind == "swarm" else Name("poisonous vermin")
    vermin = Opponent(
        play.new_id(), play.new_name(kind), kind, name, poison, node=node, passage=passage
    )
    vermin.follows = kind == "swarm"
    play.game.here.opponents.append(vermin)
    words = text("{who:The}, poison {poison}.", who=alone(name), poison=poison)
    play.tell(words, "meet", Seen(CreatureRef(kind, vermin.id), new=True))
    return vermin


def make_hazard(
    play: Play, kind: str, strength: int, *, node: int = -1, passage: int = -1, mobile: bool = False
) -> Hazard | Opponent | None:
    """Add what a row of a hazard list stands for to this level; None when it comes to nothing."""
    if kind in ("vermin", "swarm"):
        return _make_vermin(play, kind, strength, node, passage)
    if kind == "guard":
        row = play.one_die("on-guard")
        return make_occupant(play, row, strength, node=node, passage=passage)
    if kind in ("beast", "modified"):
        return make_beast(play, strength, modified=kind == "modified", node=node, passage=passage)
    hazard = Hazard(
        play.new_id(), play.new_name(kind), kind, strength, node=node, passage=passage,
        mobile=mobile,
    )  # fmt: skip
    if kind in _OF_ESSENCE:
        hazard.essence = play.one_die("essence")
    play.game.here.hazards.append(hazard)
    words = text(
        "{hazard:The}, strength {strength}.",
        hazard=describe_hazard(play, hazard),
        strength=strength,
    )
    play.tell(words, "meet", Found(kind))
    return hazard


HAZARD_WORDS = {  # as something new, and as something known
    "blocked": ("a way blocked by {essence}", "the way blocked by {essence}"),
    "trap-blocked": (
        "a trap that shuts the way with {essence}",
        "the trap that shuts the way with {essence}",
    ),
    "flood": ("a flood of {essence}", "the flood of {essence}"),
    "minor-flood": ("a floor covered with {essence}", "the floor covered with {essence}"),
    "footing": ("bad footing of {essence}", "the bad footing of {essence}"),
    "pit": ("a pit", "the pit"),
    "covered-pit": ("a covered pit", "the covered pit"),
    "gust": ("a gust of {essence}", "the gust of {essence}"),
    "vortex": ("a vortex of {essence}", "the vortex of {essence}"),
    "trap": ("a trap, a weapon of {essence}", "the trap, a weapon of {essence}"),
}


def describe_hazard(play: Play, hazard: Hazard, *, known: bool = False) -> Text:
    """Return what a hazard is called: "a pit", "a gust of fire"; if `known`, "the pit"."""
    words = play.game.domain.words["essences"]
    essence = Name(words[hazard.essence].casefold() if hazard.essence >= 0 else "")
    return Text(HAZARD_WORDS[hazard.kind][known], {"essence": essence})


def call_passage(play: Play, passage: Passage) -> None:
    """Throw for the hazards of a corridor that a 3 made."""
    passage.called = True
    play.describe("corridor-hazard")
    matches = play.call("corridor")
    for match in matches:
        kind = play.content.stationary[match.value].key
        make_hazard(play, kind, match.degree, passage=passage.id)
    if not matches:
        play.tell(text("Whatever stood here once is gone."))
