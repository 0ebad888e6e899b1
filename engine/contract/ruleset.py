"""The base class of rulesets: what each must give, and defaults for what is optional."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from engine.contract.action import (
    Action,
    Advice,
    Event,
    FormField,
    InvalidAction,
    Offer,
    Setting,
    Verb,
)
from engine.contract.data import DataReport
from engine.contract.dice import ActionDice
from engine.contract.sprites import SpriteSheet
from engine.contract.texts import Name, Text, Words, text
from engine.contract.view import HelpTopic, Outcome, Page, Roles, Topic, Turn, View

S = TypeVar("S")


class Ruleset(ABC, Generic[S]):
    """The rules of a game, generic over its state `S`, which only the ruleset reads.

    Methods that take a state do not change it, except `apply`. One state is never in two calls at
    once; different states are, in different threads. Only `new` and `apply` roll dice, which they
    are given: no state holds anything of dice to come.
    """

    name: str  # "sil": commands, files, the log
    title: str  # "Sil-Q"
    summary: str  # one sentence for the lobby
    pack_page: str = ""  # the name of the page that tells what a character has; "": the first
    guide: str = ""  # how it is played, for /help: at most 1,000 letters
    version: int  # grows when the same log would play out otherwise
    rule_pages: Mapping[Any, str] = {}  # by kind of event: the rule behind it, "combat 7.4"
    settings: tuple[Setting, ...] = ()
    verbs: tuple[Verb, ...] = ()
    own_commands: tuple[str, ...] | None = None  # names of verbs with a slash command; None: all
    tells_in_posts: bool = False  # posts tell what happened (`Event.post`), cards only what is now
    same_view_for_all: bool = False  # every seat but the GM's sees just what the public sees

    # ------------------------------------------------------------ what each ruleset gives

    @abstractmethod
    def data_digest(self) -> str:
        """Return a hash (hex) of the data files that games are played with."""

    @abstractmethod
    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return who takes part in a game with these options."""

    @abstractmethod
    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> S:
        """Return a fresh game for characters of these names, with a Game Master if `gm`.

        Everything random comes from the dice. Raises InvalidAction when an option or a name will
        not do.
        """

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Return whom the game waits for now. It waits for nobody only when it is over."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> Sequence[Offer]:
        """Return what the seat may do now, best first, in a stable order.

        Equal views and pages give equal offers.
        """

    @abstractmethod
    def parse(self, text: str, state: S, seat: int) -> Action:
        """Return the action that a line of text means.

        Raises InvalidAction or AmbiguousAction.
        """

    @abstractmethod
    def apply(self, state: S, seat: int, action: Action, dice: ActionDice) -> Sequence[Event]:
        """Do an action with dice made for it: the only way a game changes.

        Raises ActionError before anything has changed; after any other exception the state is to
        be thrown away.
        """

    @abstractmethod
    def view(self, state: S, seat: int | None) -> View:
        """Return what the seat (None: the public; GM: all) may see."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def dump(self, state: S) -> bytes:
        """Return the state as bytes, versioned; equal states give equal bytes."""

    @abstractmethod
    def load(self, data: bytes) -> S:
        """Return the state that `dump` wrote. Raises ValueError for anything else."""

    # ------------------------------------------------------------ what all rulesets have

    def setting_values(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return a value for each setting, its default where the options have none.

        Raises InvalidAction for a setting or a value that there is not.
        """
        values = {setting.name: setting.values[0] for setting in self.settings}
        for name in options:
            if name not in values:
                have = ", ".join(values) or "none"
                sentence = "{title} has no such setting; it has: {have}."
                raise InvalidAction(text(sentence, title=self.title, have=have))
        for setting in self.settings:
            values[setting.name] = options.get(setting.name, setting.values[0])
            if values[setting.name] not in setting.values:
                raise InvalidAction(not_a_value(setting))
        return values

    # ------------------------------------------------------------ what a ruleset may add

    def completions(self, state: S, seat: int, verb: str, option: str) -> Sequence[str]:
        """Return values for an option of a verb beside those that offers have, for autocomplete:
        what the seat may name there."""
        return ()

    def form(self, state: S, seat: int, verb: str, target: str) -> Sequence[FormField]:
        """Return the fields of a form for a verb (at most 5; none: it has no form). `target`: whom
        it is filled in for; "": the form asks.

        The action line of a form is the verb, the target, and each changed field's name and value,
        with commas between them. Raises InvalidAction for an unknown target.
        """
        return ()

    def keepsakes(self, state: S) -> Mapping[str, Sequence[str]]:
        """Return what the Game Master, or where there is none a player, may keep for other games of
        the server, by name: the action lines that make it again there."""
        return {}

    def pages(self, state: S, seat: int | None) -> Sequence[Page]:
        """Return what the sheet of a seat (None: the public) tells. Like a view it tells only what
        the seat may know."""
        return ()

    def topics(self, state: S, seat: int | None) -> Sequence[Topic]:
        """Return what the seat may look up. Like a view it tells only what the seat knows."""
        return ()

    def explain(self, state: S, seat: int | None, topic: Topic) -> Words:
        """Return what there is to say of one of `topics`. Raises InvalidAction for another."""
        raise InvalidAction(text("Nothing is known of that."))

    def help_topics(self) -> Sequence[HelpTopic]:
        """Return what the manual explains, the most important first: the same for everybody."""
        return ()

    def data_words(self) -> Sequence[Name | Text]:
        """Return the names and the texts for people that the data bring, for translators."""
        return ()

    @classmethod
    def check_data(cls, folder: Path) -> DataReport:
        """Return the report on a folder of this ruleset's data: counts, or every mistake.

        It needs no ruleset object, so that data which cannot be played with can be checked.
        """
        return DataReport(errors=(f"{cls.title} has no data that can be checked.",))

    def sprite_sheet(self, folder: Path) -> SpriteSheet | None:
        """Return the sheet of pictures in a folder, or None if it holds none for this ruleset.

        Raises ValueError, with file and line, for a folder whose files cannot be used.
        """
        return None

    def action_text(self, line: str) -> Words:
        """Return an action line in words, for logs and results of votes."""
        return line

    def describe_rules(self, options: Mapping[str, str]) -> Words:
        """Return what a game with these options plays differently, a line a point; may be empty."""
        return ""

    def advise(self, state: S, seat: int) -> Advice | None:
        """Return what an expert would do for a seat, knowing what the seat knows; None: its best
        offer that takes time. It is the first of the seat's advised offers."""
        return None

    def shorten_plan(self, action: Action, turns: int) -> Action | None:
        """Return the same plan for at most so many turns; None for what is no plan."""
        return None

    def autoplay(self, state: S, seat: int, *, irreversible: bool = False) -> Advice | None:
        """Return what a seat does that nobody plays, and why; None when it can do nothing.

        Unless `irreversible`, what cannot be undone is done only when there is nothing else.
        """
        offers = self.legal(state, seat)
        if not offers:
            return None
        timely = [offer for offer in offers if not offer.free] or offers
        harmless = [offer for offer in timely if not offer.irreversible] or timely
        plain = Advice(harmless[0].action, harmless[0].why)
        chosen = self.advise(state, seat)
        if chosen is None:
            return plain
        risky = any(offer.irreversible and offer.action == chosen.action for offer in offers)
        return plain if risky and not irreversible else chosen


def not_a_value(setting: Setting) -> Text:
    """Return the refusal of a value that a setting does not have."""
    return text(
        "The setting {name} can be: {values}.", name=setting.name, values=", ".join(setting.values)
    )


AnyRuleset = Ruleset[Any]  # for code that holds rulesets of several kinds side by side
