"""A game of Sil-G at work: who is who, who sees whom, and what is told to whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from engine.common import slugs
from engine.contract.action import GM, Audience, Event, Post, Roll
from engine.contract.dice import STILL_DICE, ActionDice, Stream
from engine.contract.facts import AnyFact, CreatureRef, SeatRef, Who
from engine.contract.texts import Name, Words, typed
from engine.contract.view import MapBoard
from engine.sil.creatures import creature_names
from engine.sil.data.bundle import Data
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Hero, KnownCreature
from engine.silg.event_kinds import NOTABLE, EventKind
from engine.silg.state import Fighter, SeatedPlayer, SilGState

KEPT = 8  # lines that a seat has before it
RESERVED = ("all", "heroes", "party", "monsters", "start")  # words that commands read otherwise

SOMEBODY = Name("somebody", proper=True)

Versions = Sequence[tuple[Words, Audience]]
"""One happening as it is told, the fullest version first."""


@lru_cache(maxsize=8)
def _with_monsters(base: Data, own: tuple[Monster, ...]) -> Data:
    """Return the data with a table's own monsters beside Sil's."""
    looks = next(m for m in base.monsters.values() if m.rarity)
    sprites = dict(base.sprites.monsters)
    for monster in own:
        alike = (m for m in base.monsters.values() if m.glyph.char == monster.glyph.char)
        sprites[monster.serial] = base.sprites.monsters[next(alike, looks).serial]
    return msgspec.structs.replace(
        base,
        monsters={**base.monsters, **{monster.serial: monster for monster in own}},
        sprites=msgspec.structs.replace(base.sprites, monsters=sprites),
    )


def data_of(base: Data, state: SilGState) -> Data:
    """Return what a game is played with: its data, and the monsters of its table's own making."""
    own = tuple(state.desk.monsters)
    return _with_monsters(base, own) if own else base


def dice_name(creature: Creature) -> str:
    """Return the name of a creature's own dice."""
    return f"creature {creature.slot}"


class HeroContext(SilContext):
    """A game of Sil as one of the party plays it. What he hears, and whether he sees those who
    cannot be seen, hangs on one draw a round: looking again gives no new chance, so that a command
    of which the players do not know brings nobody into their sight; and whoever he does not find
    moves no other die (rules: silg 5, S7)."""

    __slots__ = ()

    def _listening_dice(self) -> Stream:
        return self.streams.apart(f"perception {self.hero.number} {self.hero.turns}")

    def take_noise(self, known: KnownCreature) -> int:
        turn, heard = known.noise_heard
        heard = super().take_noise(known) + (heard if turn == self.hero.turns else 0)
        known.noise_heard = self.hero.turns, heard
        return heard

    def looking_dice(self, creature: Creature) -> Stream:
        word = self.listening_word().to_bytes(4, "little")
        return Stream(word + creature.slot.to_bytes(4, "little"))


class SilGContext:
    """The context of the rules: a state, its data, and the events of the action being done. It is
    made anew for every call and never saved."""

    def __init__(self, state: SilGState, base: Data, streams: ActionDice = STILL_DICE) -> None:
        self.state = state
        self.streams = streams  # of the action being done
        self._hidden_streams = streams.all_hidden()
        self.base = base
        self.data = data_of(base, state)
        self.events: list[Event] = []
        self.drawn: dict[tuple[int, bool], MapBoard] = {}  # maps that were drawn in this call
        self.weighed: dict[int, int] = {}  # by seat: the events that its plan has taken note of

    # ------------------------------------------------------------ who is who

    @property
    def heroes(self) -> list[int]:
        """Return the seats whose heroes are in play, in seat order."""
        made = self.state.stage != "setup"
        return [n for n, p in enumerate(self.state.players) if made and not p.ending]

    def hero_game(self, seat: int) -> SilContext:
        """Return the game as this seat's hero plays it."""
        return HeroContext(self.state.sil, self.data, self.state.sil.heroes[seat], self.streams)

    def hidden_game(self, seat: int, creature: Creature | None = None) -> SilContext:
        """Return the same game, with all that is rolled hidden from the players, by a creature's
        own dice where there is one: a creature that nobody knows of moves no other's."""
        hero = self.state.sil.heroes[seat]
        streams = self._hidden_streams
        if creature is not None:
            streams = self.streams.all_hidden(dice_name(creature))
        return HeroContext(self.state.sil, self.data, hero, streams)

    @property
    def level_game(self) -> SilContext:
        """Return the game as nobody in particular plays it, for level and creatures."""
        return self.hidden_game(next(iter(self.heroes), 0))

    def hero(self, seat: int) -> Hero:
        """Return a seat's hero."""
        return self.state.sil.heroes[seat]

    def player(self, seat: int) -> SeatedPlayer:
        """Return a seat's player."""
        return self.state.players[seat]

    @property
    def creatures(self) -> list[Creature]:
        """Return the creatures on the level, by slot."""
        return [c for c in self.state.sil.level.creatures if c is not None]

    def creature(self, key: str) -> Creature | None:
        """Return the creature of a fighter's key; None when it is gone, or for a hero."""
        slot = int(key[1:])
        there = self.state.sil.level.creatures
        return there[slot] if key[0] == "c" and slot < len(there) else None

    def seat_of(self, key: str) -> int | None:
        """Return the seat of a hero's key; None when the hero is out of play, or for a creature."""
        number = int(key[1:])
        return number if key[0] == "h" and number in self.heroes else None

    def lives(self, key: str) -> bool:
        """Return whether a fighter is still on the level."""
        return self.creature(key) is not None or self.seat_of(key) is not None

    def place(self, key: str) -> tuple[int, int]:
        """Return the (y, x) of a living fighter."""
        seat = self.seat_of(key)
        if seat is not None:
            return self.hero(seat).y, self.hero(seat).x
        creature = self.creature(key)
        assert creature is not None, "the fighter is on the level"
        return creature.y, creature.x

    def seat_at(self, place: tuple[int, int]) -> int | None:
        """Return whose hero stands on a square."""
        return next((n for n in self.heroes if (self.hero(n).y, self.hero(n).x) == place), None)

    def fighter(self, key: str) -> Fighter | None:
        """Return a fighter on the clock."""
        return next((f for f in self.state.fighters if f.key == key), None)

    def is_ally(self, key: str) -> bool:
        """Return whether somebody stands on the heroes' side."""
        return key[0] == "h" or key in self.state.desk.allies

    def option(self, name: str) -> bool:
        """Return whether a switch of the table is on."""
        return self.state.options.get(name) == "on"

    # ------------------------------------------------------------ names

    def name(self, key: str) -> Name:
        """Return what a fighter is called at the table: "Hador", "orc soldier 2"."""
        if key[0] == "h":
            return self.hero_name(int(key[1:]))
        own = self.state.desk.names.get(key)
        creature = self.creature(key)
        if own:
            return typed(own)
        if creature is None:
            return SOMEBODY
        tag = self.state.tags.get(creature.slot, 0)
        several = self.state.highest.get(creature.race, 0) > 1
        race = self.data.monsters[creature.race]
        return creature_names.race_words(race, tag if several else 0)

    def hero_name(self, seat: int) -> Name:
        """Return the name of a seat's hero."""
        return typed(self.player(seat).name)

    def seen_name(self, key: str) -> Name:
        """Return what a fighter is called at the table: whom nobody sees has no name."""
        return self.name(key) if self.seers(key) else creature_names.SOMETHING

    def ref(self, key: str) -> Who | None:
        """Return a fighter in facts; None for one that nobody sees."""
        if key[0] == "h":
            return SeatRef(int(key[1:]))
        creature = self.creature(key)
        if creature is None or not self.seers(key):
            return None
        kind = slugs.slug(creature_names.race_name(self.data, creature.race))
        return CreatureRef(kind, self.state.tags.get(creature.slot, 0))

    def handle(self, key: str) -> str:
        """Return how the Game Master's commands call a fighter: the party's name of it, or, of one
        that nobody has met, its kind and its slot."""
        if key[0] == "h":
            return self.hero_handle(int(key[1:]))
        creature = self.creature(key)
        assert creature is not None, "only those on the level have handles"
        own = self.state.desk.names.get(key)
        word = slugs.slug(own or creature_names.race_name(self.data, creature.race))
        tag = self.state.tags.get(creature.slot, 0)
        return f"{word}-{tag}" if tag else f"{word}.{creature.slot}"

    def hero_handle(self, seat: int) -> str:
        """Return how the Game Master's commands call a seat's hero: by name where that makes a word
        of its own, else by number."""
        words = [slugs.slug(player.name) for player in self.state.players]
        word = words[seat]
        unclear = not word or word in RESERVED or words.count(word) > 1
        return f"hero-{seat + 1}" if unclear else word

    # ------------------------------------------------------------ who sees

    def seers(self, key: str) -> tuple[int, ...]:
        """Return the seats that see a fighter; a hero is seen by all of the party."""
        if key[0] == "h":
            return tuple(range(len(self.state.players)))
        creature = self.creature(key)
        if creature is None:
            return ()
        return tuple(n for n in self.heroes if self.hero_game(n).known(creature).visible)

    def audience_of(self, *keys: str) -> Audience:
        """Return who hears of a deed of these: all where any hero sees one of them, else the Game
        Master."""
        return None if any(self.seers(key) for key in keys) else (GM,)

    def truly_seen(self, key: str) -> bool:
        """Return whether any hero of sound mind sees a fighter."""
        return any(not self.hero(n).timers.hallucinating for n in self.seers(key))

    # ------------------------------------------------------------ what is told

    def tell(
        self,
        words: Words,
        audience: Audience = None,
        kind: EventKind = "note",
        *,
        detail: Words = "",
        rolls: tuple[Roll, ...] = (),
        fact: AnyFact | None = None,
        post: Post | None = None,
    ) -> None:
        """Tell one sentence to an audience (None: all); `post`: in a message of its own, too."""
        notable = audience is None and kind in NOTABLE
        self.events.append(
            Event(kind, words, audience, detail, rolls=rolls, notable=notable, fact=fact, post=post)
        )

    def tell_gm(
        self,
        words: Words,
        kind: EventKind = "gm",
        detail: Words = "",
        fact: AnyFact | None = None,
        post: Post | None = None,
    ) -> None:
        """Tell the Game Master alone."""
        self.tell(words, (GM,), kind, detail=detail, fact=fact, post=post)

    def tell_versions(self, versions: Versions, kind: EventKind) -> None:
        """Tell one happening, to each reader the first version that is for them.

        Versions that reach nobody new are left out.
        """
        self.state.occurrences += 1
        reached: set[int | None] = set()
        for words, audience in versions:
            everybody = {None, GM, *range(len(self.state.players))}
            readers = everybody if audience is None else set(audience)
            if not readers - reached:
                continue
            reached |= readers
            self.events.append(Event(kind, words, audience, occurrence=self.state.occurrences))

    def overhear(self, seat: int, kinds_left_out: Iterable[str] = ()) -> None:
        """Pass on what Sil's rules have said to a hero: it is for that seat alone."""
        sil, left_out = self.state.sil, set(kinds_left_out)
        for event in sil.events:
            if event.kind in left_out:
                continue
            self.events.append(msgspec.structs.replace(event, audience=(seat,), notable=False))
        sil.events, sil.said, sil.marks = [], [], []
        sil.disturbances, sil.energy_used = [], 0
