"""The context that the rules work in: a game, its content, and what happens in this action."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.action import Event, Roll
from engine.kanthe.content import KantheContent
from engine.kanthe.dice import MAP_SIDES, SIDES, Match, find_matches
from engine.kanthe.state import ArcaneEffect, Hazard, KantheGame, KantheItem, Opponent, Throw

HEADLINE = 60  # letters of the most important sentence
_RANKS = {"death": 6, "wound": 5, "end": 5, "found": 4, "meet": 3, "fight": 3, "map": 2}


class Play:
    """A game while an action is done: says what happens, throws dice, hands out ids."""

    def __init__(self, game: KantheGame, content: KantheContent) -> None:
        self.game = game
        self.content = content
        self.events: list[Event] = []
        self._rank = 0

    def say(self, text: str, kind: str = "note", throws: Sequence[Throw] = ()) -> None:
        """Tell everybody a sentence; the most important one becomes the headline."""
        rolls = tuple(
            Roll(t.purpose, MAP_SIDES if t.side == "map" else SIDES, t.faces) for t in throws
        )
        self.events.append(Event(kind, text, rolls=rolls))
        self.game.lines.append(text)
        rank = _RANKS.get(kind, 1)
        if rank > self._rank and len(text) <= HEADLINE:
            self._rank, self.game.headline = rank, text

    def describe(self, key: str, kind: str = "note", **values: str) -> None:
        """Tell a sentence of the prose file, chosen by chance."""
        text = self.game.streams.flavour.choose(self.content.prose[key])
        self.say(text.format(**values), kind)

    def record(self, text: str) -> None:
        """Add a line to the chronicle."""
        self.game.chronicle.append(text)

    def throw_challenge(self, dice: int, purpose: str) -> tuple[int, ...]:
        """Throw Challenge dice."""
        return self._keep(Throw(purpose, "challenge", self._faces(dice)))

    def throw_opposition(self, dice: int, purpose: str) -> tuple[int, ...]:
        """Throw Opposition dice."""
        return self._keep(Throw(purpose, "opposition", self._faces(dice)))

    def throw_map(self, dice: int, purpose: str) -> tuple[int, ...]:
        """Throw map dice."""
        faces = tuple(self.game.streams.level.die(MAP_SIDES) for _ in range(dice))
        return self._keep(Throw(purpose, "map", faces))

    def one_die(self, purpose: str) -> int:
        """Throw one Opposition die for a row."""
        return self.throw_opposition(1, purpose)[0]

    def call(self, purpose: str) -> tuple[Match, ...]:
        """Throw as many dice as the Difficulty and return the matches, in rising value."""
        return find_matches(self.throw_opposition(self.game.difficulty, purpose))

    def _faces(self, dice: int) -> tuple[int, ...]:
        return tuple(self.game.streams.play.below(SIDES) for _ in range(dice))

    def _keep(self, throw: Throw) -> tuple[int, ...]:
        self.game.throws.append(throw)
        faces = " ".join(map(str, throw.faces)) or "no dice"
        name = {"challenge": "Challenge", "opposition": "Opposition", "map": "Map dice"}
        self.say(f"{throw.purpose}. {name[throw.side]}: {faces}.", "dice", [throw])
        return throw.faces

    def new_id(self) -> int:
        """Return an id that nothing else has."""
        self.game.next_id += 1
        return self.game.next_id - 1

    def new_name(self, kind: str) -> str:
        """Return a name such as "warrior-2" that nobody else of the kind has."""
        slug = kind.casefold().replace(" ", "-").replace("'", "")
        number = self.game.tallies.get(slug, 0) + 1
        self.game.tallies[slug] = number
        return f"{slug}-{number}"

    # ------------------------------------------------------------ looking things up

    def opponent(self, number: int) -> Opponent:
        """Return an opponent of this level by id."""
        return next(o for o in self.game.here.opponents if o.id == number)

    def hazard(self, number: int) -> Hazard:
        """Return a hazard of this level by id."""
        return next(h for h in self.game.here.hazards if h.id == number)

    def item(self, number: int) -> KantheItem:
        """Return an item of the hero by id."""
        return next(item for item in self.game.hero.items if item.id == number)

    def essence(self, row: int) -> str:
        """Return the name of an essence."""
        return self.game.domain.words["essences"][row]

    def effect_name(self, effect: ArcaneEffect) -> str:
        """Return the name of an effect: "Create Fire"."""
        return f"{self.content.actions[effect.action].name} {self.essence(effect.essence)}"
