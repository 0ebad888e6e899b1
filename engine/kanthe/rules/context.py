"""The context that the rules work in: a game, its content, and what happens in this action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.contract.action import Event, Roll
from engine.contract.dice import STILL_DICE, ActionDice
from engine.contract.facts import AnyFact
from engine.contract.texts import Name, Text, Value, Words, listed, text
from engine.kanthe.data.content import CreatureKind, HazardKind, KantheContent, MethodRow
from engine.kanthe.dice import MAP_SIDES, SIDES, Match, find_matches
from engine.kanthe.state import (
    ArcaneEffect,
    Hazard,
    KantheItem,
    KantheState,
    Opponent,
    SceneAct,
    Throw,
)
from engine.kanthe.words import FACES, SIDE_TITLES, THROWS, EventKind, Side, ThrowKind


class KantheContext:
    """A game while an action is done: tells what happens, throws dice, hands out ids."""

    def __init__(
        self, state: KantheState, content: KantheContent, dice: ActionDice = STILL_DICE
    ) -> None:
        self.state = state
        self.dice = dice
        self.content = content
        self.events: list[Event] = []

    def tell(self, words: Words, kind: EventKind = "note", fact: AnyFact | None = None) -> None:
        """Tell everybody what happened."""
        self.events.append(Event(kind, words, fact=fact))
        self._keep_line(words, kind)

    def _keep_line(self, words: Words, kind: EventKind) -> None:
        self.state.lines.append(words)
        self.state.line_kinds.append(kind)

    def show(
        self, side: Literal["challenge", "opposition"], value: int, degree: int, result: Words
    ) -> None:
        """Add what came of a match to the scene of the last throw."""
        self.state.scene.append(SceneAct(side, value, degree, result))

    def describe(
        self, key: str, kind: EventKind = "note", fact: AnyFact | None = None, **facts: Value
    ) -> None:
        """Tell a sentence of the prose file, chosen by chance."""
        prose = self.dice.flavour.choose(self.content.prose[key])
        self.tell(Text(prose, facts), kind, fact)

    def record(self, words: Words) -> None:
        """Add a line to the chronicle."""
        self.state.chronicle.append(words)

    def throw_challenge(
        self, dice: int, kind: ThrowKind, sources: Sequence[Value] = (), **facts: Value
    ) -> tuple[int, ...]:
        """Throw Challenge dice. `sources`: what they are made of, if that is to be told."""
        return self._throw("challenge", self._faces(dice), kind, sources, facts)

    def throw_opposition(
        self, dice: int, kind: ThrowKind, sources: Sequence[Value] = (), **facts: Value
    ) -> tuple[int, ...]:
        """Throw Opposition dice. `sources`: what they are made of, if that is to be told."""
        return self._throw("opposition", self._faces(dice), kind, sources, facts)

    def throw_map(self, dice: int, kind: ThrowKind) -> tuple[int, ...]:
        """Throw map dice."""
        faces = tuple(self.dice.level.die(MAP_SIDES) for _ in range(dice))
        return self._throw("map", faces, kind, (), {})

    def one_die(self, kind: ThrowKind, **facts: Value) -> int:
        """Throw one Opposition die for a row."""
        return self.throw_opposition(1, kind, (), **facts)[0]

    def call(self, kind: ThrowKind, **facts: Value) -> tuple[Match, ...]:
        """Throw as many dice as the Difficulty and return the matches, in rising value."""
        return find_matches(self.throw_opposition(self.state.difficulty, kind, (), **facts))

    def _faces(self, dice: int) -> tuple[int, ...]:
        return tuple(self.dice.play.below(SIDES) for _ in range(dice))

    def _throw(
        self,
        side: Side,
        faces: tuple[int, ...],
        kind: ThrowKind,
        sources: Sequence[Value],
        facts: dict[str, Value],
    ) -> tuple[int, ...]:
        purpose = Text(THROWS[kind], facts)
        if side == "challenge":
            self.state.scene.clear()
        self.state.throws.append(Throw(purpose, side, faces, kind))
        if sources:
            purpose = text("{purpose} ({sources})", purpose=purpose, sources=listed(sources))
        shown = " ".join(map(str, faces)) if faces else text("no dice")
        words = Text(FACES[side], {"purpose": purpose, "faces": shown})
        sides, lowest = (MAP_SIDES, 1) if side == "map" else (SIDES, 0)
        # Equal faces count, not high ones: no dice are the reader's luck.
        rolls = (Roll(SIDE_TITLES[side], sides, faces, lowest=lowest),)
        self.events.append(Event("dice", words, rolls=rolls))
        self._keep_line(words, "dice")
        return faces

    def new_id(self) -> int:
        """Return an id that nothing else has."""
        self.state.next_id += 1
        return self.state.next_id - 1

    def new_name(self, kind: str) -> str:
        """Return a name such as "warrior-2" that nobody else of the kind has."""
        slug = kind.casefold().replace(" ", "-").replace("'", "")
        number = self.state.tallies.get(slug, 0) + 1
        self.state.tallies[slug] = number
        return f"{slug}-{number}"

    # ------------------------------------------------------------ looking things up

    def wounds_of(self, degree: int) -> int:
        """Return how many wounds a match of a degree deals."""
        return 1 if self.state.variant.one_wound else degree

    def opponent(self, number: int) -> Opponent:
        """Return an opponent of this level by id."""
        return next(o for o in self.state.here.opponents if o.id == number)

    def hazard(self, number: int) -> Hazard:
        """Return a hazard of this level by id."""
        return next(h for h in self.state.here.hazards if h.id == number)

    def kind_of(self, who: Opponent) -> CreatureKind:
        """Return the kind of an opponent."""
        return self.content.creatures[who.kind]

    def hazard_kind(self, hazard: Hazard) -> HazardKind:
        """Return the kind of a hazard."""
        return self.content.hazards[hazard.kind]

    def method_of(self, item: KantheItem) -> MethodRow:
        """Return the method of an arcane thing."""
        return self.content.methods[item.arcane]

    def heals(self, effect: ArcaneEffect) -> bool:
        """Return whether an effect heals instead of overcoming obstacles."""
        return self.content.actions[effect.action].has("heals")

    def item(self, number: int) -> KantheItem:
        """Return an item of the hero by id."""
        return next(item for item in self.state.hero.items if item.id == number)

    def essence(self, row: int) -> Name:
        """Return the name of an essence."""
        return Name(self.state.domain.words["essences"][row])

    def effect_name(self, effect: ArcaneEffect) -> Text:
        """Return the name of an effect: "Create Fire"."""
        action = Name(self.content.actions[effect.action].name)
        return text("{action} {essence}", action=action, essence=self.essence(effect.essence))
