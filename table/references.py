"""People by reference: a random number for each person of a game.

What is stored, logged, told to the rules and exported names people by reference; one table of the
database says who they are. Once its row is deleted, nothing tells who a reference was. In memory a
person is Discord's id, and somebody who was forgotten the negative of their reference.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import blake2b
from typing import TypeVar

from msgspec.structs import replace

from engine.common.slugs import slug
from engine.contract.placeholders import REFERENCES, is_placeholder, placeholder, reference_of
from table.history.entries import NAMING_A_PERSON, AnyEntry
from table.names import clean_name, shown_name, unique_name
from table.shown_names import Names
from table.state import KnownPerson, Member, Person, TableState
from table.voting.ballot import Ballot, BallotProposal

LONGEST_WORD = 500  # letters, in which a name is looked for: longer ones are uploaded files

V = TypeVar("V")

Naming = Callable[[int], int]
"""Says what stands for a person."""


def by_reference(known: Mapping[int, KnownPerson]) -> Naming:
    """Return what turns people into references. It raises KeyError for people without one."""
    references = {each.person: reference for reference, each in known.items()}
    return lambda person: references[person] if person > 0 else -person


def by_person(people: Mapping[int, int]) -> Naming:
    """Return what turns references into people, of whom those that are known are given."""
    return lambda reference: people.get(reference, -reference)


def refer(state: TableState, people: Iterable[Person], entropy: bytes) -> TableState:
    """Return the state in which people have references and their newest names.

    A new reference is made from `entropy`. Whoever comes without a name keeps the last one.
    """
    known = dict(state.references)
    references = {each.person: reference for reference, each in known.items()}
    for who in people:
        reference = references.get(who.id)
        if reference is None:
            reference = references[who.id] = _fresh(known, entropy)
        elif not who.name:
            continue
        known[reference] = KnownPerson(who.id, who.name)
    return state if known == state.references else replace(state, references=known)


def _fresh(taken: Collection[int], entropy: bytes) -> int:
    """Return a random reference that nobody has."""
    tries = 0
    while True:
        name = b"reference %d %d" % (len(taken), tries)
        number = int.from_bytes(blake2b(name, key=entropy, digest_size=8).digest(), "big")
        reference = REFERENCES[number % len(REFERENCES)]
        if reference not in taken:
            return reference
        tries += 1


def member_of(state: TableState, who: Person) -> Member:
    """Return somebody who has a reference as a member: under the name that they have typed, else
    under a placeholder. Raises Refusal for a name that will not do."""
    if not who.character:
        return Member(who.id, name_for(state, who.id))
    taken = [member.name for member in state.members]
    return Member(who.id, unique_name(clean_name(who.character), taken))


def name_for(state: TableState, person: int) -> str:
    """Return the placeholder that stands for a person's name."""
    return placeholder(by_reference(state.references)(person))


def person_named(state: TableState, character: str) -> int:
    """Return the person for whose name a placeholder stands."""
    return by_person({r: known.person for r, known in state.references.items()})(
        reference_of(character)
    )


def people_in(state: TableState, entries: Iterable[AnyEntry]) -> tuple[int, ...]:
    """Return everybody whom a state or entries of the log name, in a stable order."""
    found: dict[int, None] = {}

    def note(person: int) -> int:
        found[person] = None
        return person

    rename_in_state(state, note)
    for entry in entries:
        rename_in_entry(entry, note)
    return tuple(person for person in found if person > 0)


# ---------------------------------------------------------------- names


def names_in(state: TableState) -> Names:
    """Return the names of everybody in a game, no two alike: in the order of joining."""
    references = {each.person: reference for reference, each in state.references.items()}
    taken = [each.name for each in state.members if not is_placeholder(each.name)]
    names = {}
    first = [person for person in state.people if person in references]
    for person in dict.fromkeys((*first, *references)):
        reference = references[person]
        name = unique_name(shown_name(state.references[reference].name), taken)
        taken.append(name)
        names[placeholder(reference)] = name
    return names


def use_placeholders(line: str, names: Names, vocabulary: Collection[str]) -> str:
    """Return an action line with placeholders for the names of people among its arguments.

    A name of the `vocabulary`, the words that mean something else here, stays.
    """
    verb, blank, rest = line.partition(" ")
    rest = f" {rest} "
    characters = {}
    for character, name in names.items():
        if name.casefold() not in vocabulary and slug(name) not in vocabulary:
            characters[slug(name) or name] = character
            rest = rest.replace(f" {name} ", f" {character} ")
    words = [
        characters.get(slug(word) or word, word) if len(word) <= LONGEST_WORD else word
        for word in rest[1:-1].split(" ")
    ]
    return f"{verb}{blank}{' '.join(words)}"


# ---------------------------------------------------------------- other numbers for people


def rename_in_entry(entry: AnyEntry, naming: Naming) -> AnyEntry:
    """Return an entry of the log with what stands for its person."""
    if isinstance(entry, NAMING_A_PERSON) and entry.person is not None:
        return replace(entry, person=naming(entry.person))
    return entry


def rename_in_state(state: TableState, naming: Naming) -> TableState:
    """Return a table's state with what stands for its people."""

    def optional(person: int | None) -> int | None:
        return None if person is None else naming(person)

    delegations = {
        naming(p): replace(d, person=naming(d.person)) for p, d in state.delegations.items()
    }
    offers = {
        seat: replace(each, person=naming(each.person), by=naming(each.by))
        for seat, each in state.offers.items()
    }
    return replace(
        state,
        game=replace(state.game, founder=naming(state.game.founder)),
        members=tuple(replace(each, person=naming(each.person)) for each in state.members),
        seats=tuple(replace(each, person=optional(each.person)) for each in state.seats),
        ballot=_in_ballot(state.ballot, naming),
        motion=_in_ballot(state.motion, naming),
        decided=None if state.decided is None else _in_proposal(state.decided, naming),
        delegations=delegations,
        leader=optional(state.leader),
        game_master=optional(state.game_master),
        rota_person=optional(state.rota_person),
        moved=optional(state.moved),
        loans={s: replace(loan, person=naming(loan.person)) for s, loan in state.loans.items()},
        last_active=_renamed(state.last_active, naming),
        unanswered=_renamed(state.unanswered, naming),
        pinged={what: tuple(map(naming, people)) for what, people in state.pinged.items()},
        offers=offers,
        invited=tuple(map(naming, state.invited)),
    )


def _in_ballot(ballot: Ballot | None, naming: Naming) -> Ballot | None:
    if ballot is None:
        return None
    proposals = tuple(_in_proposal(each, naming) for each in ballot.proposals)
    struck_by = {letter: naming(person) for letter, person in ballot.struck_by.items()}
    votes = _renamed(ballot.votes, naming)
    return replace(ballot, proposals=proposals, votes=votes, struck_by=struck_by)


def _in_proposal(proposal: BallotProposal, naming: Naming) -> BallotProposal:
    return replace(proposal, by=naming(proposal.by))


def _renamed(mapping: Mapping[int, V], naming: Naming) -> dict[int, V]:
    return {naming(person): value for person, value in mapping.items()}
