"""Finds of a call: occupants, features, hazards, beasts, and the things they carry
(rules: kanthe 5, "Printed lists")."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kanthe.arcana import make_arcane
from engine.kanthe.dice import Match, best_degree, find_matches
from engine.kanthe.naming import beast_name, capitalise, feature_name, join_words, with_article
from engine.kanthe.play import Play
from engine.kanthe.state import Feature, Hazard, KantheItem, Node, Opponent, Passage

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
    for match in play.call(f"Occupants of room {room.number}"):
        make_occupant(play, match.value, match.degree, node=room.id)
    _set_at_odds(play, room)
    if room.die == 5:
        for match in play.call("Features"):
            room.features.append(Feature(match.value, match.degree))
            name = with_article(feature_name(play.game, match.value))
            play.say(f"In it: {name}, strength {match.degree}.", "found")
        if not room.features:
            play.say("There is nothing special in this room.")


def _set_at_odds(play: Play, room: Node) -> None:
    """Let travelers and main creatures of a room fight each other until the hero acts."""
    here = [o for o in play.game.here.opponents if o.node == room.id and o.here]
    travelers = [o for o in here if o.kind == "traveler"]
    others = [o for o in here if o.kind in _MAIN]
    if travelers and others:
        for opponent in (*travelers, *others):
            opponent.peaceful = True
        play.say("They are fighting each other and take no notice of you.", "meet")


def make_occupant(
    play: Play, row: int, strength: int, *, node: int = -1, passage: int = -1
) -> Opponent:
    """Add the occupant of a row of the list to this level."""
    kind = play.content.occupants[row].key
    sheet = play.game.sheets[play.game.level]
    base = {"traveler": sheet.alternate, "slave": sheet.alternate, "barbarian": ""}
    creature = f"{base.get(kind, sheet.main)} {kind}".strip().casefold()
    opponent = Opponent(
        play.new_id(), play.new_name(kind), kind, creature, strength, node=node, passage=passage
    )
    opponent.attacks = kind != "slave"
    play.game.here.opponents.append(opponent)
    play.say(f"{capitalise(with_article(creature))} of strength {strength}.", "meet")
    _equip(play, opponent)
    return opponent


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
    faces = play.throw_opposition(dice, f"Items of {name}")
    return [make_mundane(play, _ware(play, kinds), m.degree) for m in find_matches(faces)]


def _stock(play: Play, who: Opponent, difficulty: int) -> None:
    """Give an artisan plain wares and good ones; he fights with the best."""
    craft = play.content.crafts[play.one_die(f"Craft of {who.name}")]
    who.wares = [make_mundane(play, craft, 1) for _ in range(difficulty)]
    faces = play.throw_opposition(who.strength + difficulty, f"Good wares of {who.name}")
    who.wares += [make_mundane(play, craft, match.degree) for match in find_matches(faces)]
    best = max(who.wares, key=lambda item: item.rating)
    who.wares.remove(best)
    who.things = [best]


def _become_beast(play: Play, who: Opponent) -> None:
    """Make a pet: the lowest match is its beast, further ones change its body."""
    faces = play.throw_opposition(who.strength, f"Kind of {who.name}")
    matches = find_matches(faces)
    words = play.game.domain.words
    rows = [match.value for match in matches] or [min(faces)]
    changes = [words["changes"][row].casefold() for row in rows[1:]]
    who.creature = words["beasts"][rows[0]].casefold()
    if changes:
        who.creature += f" with {join_words(changes)}"
        who.change_row = rows[1]
    play.say(f"It is {with_article(who.creature)}.")


def _pairs(matches: Sequence[Match]) -> tuple[list[tuple[Match, Match]], Match | None]:
    """Return matches two by two in rising order, and the one that is left."""
    pairs = list(zip(matches[::2], matches[1::2], strict=False))
    return pairs, matches[-1] if len(matches) % 2 else None


def _arcane_things(play: Play, dice: int, name: str, kinds: tuple[str, str]) -> list[KantheItem]:
    """Throw for arcane things, of two kinds in turn (a sorcerer: one staff, then rings)."""
    pairs, single = _pairs(find_matches(play.throw_opposition(dice, f"Arcane things of {name}")))
    things = []
    for number, (essence, action) in enumerate(pairs):
        turn = min(number, 1) if kinds[0] == "staff" else number % 2
        things.append(make_arcane(play, kinds[turn], essence.value, action.value))
    if single is not None:
        things.append(make_mundane(play, _ware(play, ("weapon", "armour")), single.degree))
    return things


def _spells(play: Play, dice: int, name: str) -> list[KantheItem]:
    pairs, _ = _pairs(find_matches(play.throw_opposition(dice, f"Spells of {name}")))
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
    row = play.one_die("Which modified beast" if modified else "Which beast")
    beast = game.domain.modified[row]
    base = game.domain.words["beasts"][beast.beast if modified else row].casefold()
    opponent = Opponent(
        play.new_id(),
        play.new_name(base),
        "modified" if modified else "beast",
        beast_name(game, beast) if modified else base,
        strength,
        node=node,
        passage=passage,
    )
    if modified and beast.added:
        opponent.change_row = beast.change
    game.here.opponents.append(opponent)
    play.say(f"{capitalise(with_article(opponent.creature))} of strength {strength}.", "meet")
    return opponent


def _make_vermin(play: Play, kind: str, strength: int, node: int, passage: int) -> Opponent | None:
    """Throw for the poison of vermin; harmless ones are nothing."""
    poison = best_degree(play.throw_opposition(strength, "Poison of the vermin"))
    if not poison:
        play.say("The vermin are harmless and scatter.")
        return None
    name = "vermin swarm" if kind == "swarm" else "poisonous vermin"
    vermin = Opponent(
        play.new_id(), play.new_name(kind), kind, name, poison, node=node, passage=passage
    )
    vermin.follows = kind == "swarm"
    play.game.here.opponents.append(vermin)
    play.say(f"{capitalise(name)}, poison {poison}.", "meet")
    return vermin


def make_hazard(
    play: Play, kind: str, strength: int, *, node: int = -1, passage: int = -1, mobile: bool = False
) -> Hazard | Opponent | None:
    """Add what a row of a hazard list stands for to this level; None when it comes to nothing."""
    if kind in ("vermin", "swarm"):
        return _make_vermin(play, kind, strength, node, passage)
    if kind == "guard":
        row = play.one_die("Who is on guard")
        return make_occupant(play, row, strength, node=node, passage=passage)
    if kind in ("beast", "modified"):
        return make_beast(play, strength, modified=kind == "modified", node=node, passage=passage)
    hazard = Hazard(
        play.new_id(), play.new_name(kind), kind, strength, node=node, passage=passage,
        mobile=mobile,
    )  # fmt: skip
    if kind in _OF_ESSENCE:
        hazard.essence = play.one_die("Which essence")
    play.game.here.hazards.append(hazard)
    play.say(f"{capitalise(describe_hazard(play, hazard))}, strength {strength}.", "meet")
    return hazard


def describe_hazard(play: Play, hazard: Hazard) -> str:
    """Return what a hazard is called: "a pit", "a gust of fire", "a way blocked by wood"."""
    essence = play.essence(hazard.essence).casefold() if hazard.essence >= 0 else ""
    return {
        "blocked": f"a way blocked by {essence}",
        "trap-blocked": f"a trap that shuts the way with {essence}",
        "flood": f"a flood of {essence}",
        "minor-flood": f"a floor covered with {essence}",
        "footing": f"bad footing of {essence}",
        "pit": "a pit",
        "covered-pit": "a covered pit",
        "gust": f"a gust of {essence}",
        "vortex": f"a vortex of {essence}",
        "trap": f"a trap, a weapon of {essence}",
    }[hazard.kind]


def call_passage(play: Play, passage: Passage) -> None:
    """Throw for the hazards of a corridor that a 3 made."""
    passage.called = True
    play.describe("corridor-hazard")
    matches = play.call("Hazards of the corridor")
    for match in matches:
        kind = play.content.stationary[match.value].key
        make_hazard(play, kind, match.degree, passage=passage.id)
    if not matches:
        play.say("Whatever stood here once is gone.")
