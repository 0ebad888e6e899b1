"""Kanthe as a ruleset: the contract, kept by the rules of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

from engine.common.help_topics import read_topics, topic_text, topic_words, with_topics
from engine.common.saved_state import SavedStates
from engine.contract.action import (
    Action,
    ActionError,
    Advice,
    Event,
    IllegalAction,
    InvalidAction,
    Offer,
    Setting,
)
from engine.contract.data import DataReport
from engine.contract.dice import ActionDice
from engine.contract.ruleset import Ruleset
from engine.contract.texts import Name, Text, Words, joined, text
from engine.contract.view import HelpTopic, Outcome, Page, Roles, Topic, Turn, View
from engine.kanthe.commands.action_words import action_text
from engine.kanthe.commands.offers import list_offers
from engine.kanthe.commands.parsing import do_action, read_action, verbs
from engine.kanthe.commands.plan_lines import shorten
from engine.kanthe.data.content import FOLDER, HELP_FILE, check_content, load_content
from engine.kanthe.data.data_words import data_words
from engine.kanthe.expert.coach import coach_lines
from engine.kanthe.expert.ranking import advise, ranked_offers
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.setup.design_sheets import clean_name
from engine.kanthe.setup.kept_domains import keep_domain
from engine.kanthe.setup.wizard import LENGTHS, blank_domain, blank_sheets, starting_kit
from engine.kanthe.state import Goal, KantheHero, KantheState, Variant
from engine.kanthe.view.lookup import explain_topic, list_topics
from engine.kanthe.view.pages import make_pages
from engine.kanthe.view.view import make_outcome, make_view
from engine.kanthe.words import RULE_PAGES

GUIDE = """\
You raid a ruined domain for coins. Its map, its rooms and who lives there are thrown with dice \
while you explore.
1. “Begin”: one press fills in the sheets, and your hero enters.
2. “Explore”: your hero goes on until something turns up.
3. Somebody holds a room: fight, persuade, hide, sneak past or turn back. The picture shows your \
dice in gold and theirs in red; each button has its chance.
4. Equal dice are a match. Low matches act first, and a match deals as many wounds as it has dice. \
More wounds than your Challenge kill you, and each wound gives the other side a die: leave fights \
that go badly.
5. Search bodies and features for coins and arcane things. Use these: that says what their words \
mean, in all things that bear them.
6. Explore whole sections: a wound heals, and your Challenge may rise.
7. Go home: the way out is the first room of the first level. Coins are your score."""
RULES = ("extended", "book")
WOUNDS = ("degree", "one")
GOALS: tuple[Goal, ...] = get_args(Goal)
_SAVED = SavedStates(KantheState, "Kanthe", 1)


class Kanthe(Ruleset[KantheState]):
    """A dungeon crawl with pools of ten-sided dice, for one hero."""

    name = "kanthe"
    title = "Kanthe"
    summary = "Raid the ruins of Kanthe: throw the map, meet what lives there, learn its magic."
    # 14: a whisper heals the ally who is hurt most
    version = 14
    settings = (
        Setting("length", "How large a domain is suggested", tuple(LENGTHS)),
        Setting(
            "rules",
            "With weak and strong essences and words carved in features, or by the book",
            RULES,
        ),
        Setting("goal", "What must be brought home, or seen, to win", GOALS),
        Setting("wounds", "Wounds that a match deals: its degree, or one", WOUNDS),
    )
    verbs = verbs()
    own_commands = ("write",)
    rule_pages = RULE_PAGES
    guide = GUIDE
    same_view_for_all = True

    def __init__(self, folder: Path = FOLDER) -> None:
        self._content = load_content(folder)

    def data_digest(self) -> str:
        return self._content.digest

    def data_words(self) -> Sequence[Name | Text]:
        return (*data_words(self._content), *topic_words(HELP_FILE))

    @classmethod
    def check_data(cls, folder: Path) -> DataReport:
        return with_topics(check_content(folder), folder)

    def roles(self, options: Mapping[str, str]) -> Roles:
        return Roles(1, 1)

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> KantheState:
        values = self.setting_values(options)
        if gm:
            raise InvalidAction(text("Kanthe is played without a Game Master."))
        if len(seats) != 1:
            raise InvalidAction(text("Kanthe is played with one hero."))
        words = self._content.words
        name = clean_name(seats[0]) or dice.flavour.choose(words["heroes"])
        domain = blank_domain(
            dice.flavour.choose(words["domains"]),
            dice.flavour.choose(words["themes"]),
            values["length"],
        )
        goal = next(each for each in GOALS if each == values["goal"])
        variant = Variant(values["rules"] == "book", values["wounds"] == "one", goal)
        kit = starting_kit(self._content)
        return KantheState(domain, blank_sheets(), KantheHero(name), kit, variant=variant)

    def turn(self, state: KantheState) -> Turn:
        return Turn(state.acts, () if state.ended else (0,))

    def legal(self, state: KantheState, seat: int) -> Sequence[Offer]:
        return ranked_offers(self.game_of(state)) if seat == 0 else ()

    def parse(self, text: str, state: KantheState, seat: int) -> Action:
        offers = list_offers(self.game_of(state)) if seat == 0 else ()
        return read_action(text, offers, state.hero.caution)

    def apply(
        self, state: KantheState, seat: int, action: Action, dice: ActionDice
    ) -> Sequence[Event]:
        if state.ended:
            raise IllegalAction(text("This delve is over."))
        if seat != 0:
            raise IllegalAction(text("You have no hero in this game."))
        game = KantheContext(state, self._content, dice)
        before = state.lines, state.line_kinds, state.throws, state.scene
        acts, known = state.acts, len(state.here.nodes) if state.levels else 0
        state.lines, state.line_kinds, state.throws, state.scene = [], [], [], []
        try:
            do_action(game, action)
        except ActionError:
            state.lines, state.line_kinds, state.throws, state.scene = before
            raise
        if state.acts != acts:
            state.known_nodes = known
        if state.acts == acts and not state.throws and state.setup is None:
            state.throws, state.scene = before[
                2:
            ]  # the dice stay on the table while things are arranged
        return game.events

    def view(self, state: KantheState, seat: int | None) -> View:
        game = self.game_of(state)
        return make_view(game, coach_lines(game))

    def pages(self, state: KantheState, seat: int | None) -> Sequence[Page]:
        return make_pages(self.game_of(state))

    def outcome(self, state: KantheState) -> Outcome | None:
        return make_outcome(state) if state.ended else None

    def topics(self, state: KantheState, seat: int | None) -> Sequence[Topic]:
        return list_topics(self.game_of(state))

    def explain(self, state: KantheState, seat: int | None, topic: Topic) -> Words:
        told = explain_topic(self.game_of(state), topic)
        if not told:
            raise InvalidAction(text("Nothing is known of that."))
        return told

    def help_topics(self) -> Sequence[HelpTopic]:
        return read_topics(HELP_FILE)

    def action_text(self, line: str) -> Words:
        return action_text(line)

    def describe_rules(self, options: Mapping[str, str]) -> Words:
        heading = text("Where the rulebook leaves a choice:")
        return joined([heading, topic_text(HELP_FILE, "rulings")], "\n")

    def keepsakes(self, state: KantheState) -> Mapping[str, Sequence[str]]:
        if not state.levels:
            return {}
        return {f"domain {state.domain.name}": (f"visit {keep_domain(state)}",)}

    def advise(self, state: KantheState, seat: int) -> Advice | None:
        return advise(self.game_of(state)) if seat == 0 else None

    def shorten_plan(self, action: Action, turns: int) -> Action | None:
        return shorten(action, turns)

    def dump(self, state: KantheState) -> bytes:
        return _SAVED.dump(state)

    def load(self, data: bytes) -> KantheState:
        return _SAVED.load(data)

    def game_of(self, state: KantheState) -> KantheContext:
        """Return the context that the rules work in, with dice that lie still."""
        return KantheContext(state, self._content)
