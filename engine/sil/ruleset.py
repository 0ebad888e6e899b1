"""Sil-Q as a ruleset: the contract of `engine.contract`, kept by the rules of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.common.coach_lines import first_advised
from engine.common.saved_state import SavedStates
from engine.contract.action import (
    GM,
    Action,
    ActionError,
    Advice,
    Event,
    IllegalAction,
    InvalidAction,
    Offer,
    Setting,
    Verb,
)
from engine.contract.dice import STILL_DICE, ActionDice
from engine.contract.texts import Name, Text, Words, joined, text
from engine.contract.view import HelpTopic, Outcome, Page, Roles, Topic, Turn, View
from engine.sil import coach, lookup, manual, outcome, pages, view
from engine.sil.autoplay import expert
from engine.sil.clock import auto_pickup, turn_order
from engine.sil.commands import registry as commands
from engine.sil.commands.base import read
from engine.sil.commands.verbs import verbs_of
from engine.sil.data_words import data_words
from engine.sil.dungeon import tutorial
from engine.sil.game import old_states, presets
from engine.sil.game.context import SilContext
from engine.sil.game.event_kinds import RULE_PAGES
from engine.sil.game.presets import PRESETS
from engine.sil.game.state import SilState
from engine.sil.ruleset_base import SilRuleset
from engine.sil.setup import hero_creation
from engine.sil.setup.settings import SETTINGS


class SilQ(SilRuleset[SilState]):
    """The roguelike of the First Age, for one hero."""

    name = "sil"
    title = "Sil-Q"
    saved = SavedStates(SilState, title, 3, {2: old_states.from_format_2})
    summary = "Steal into Angband, cut a Silmaril from Morgoth's crown, and come out alive."
    # 22: a cursed second weapon stays in the hand; 21: another tale, build or name is another one;
    # 20: floor walked on in the dark is known as floor until seen as something else;
    # 19: plans notice that a hero was moved aside; what is repeated and asked has other words;
    # 18: searches in vain grow longer, no noise ends a plan, flights and ways by stairs take them;
    # what nothing reads of a hero's figures is not saved;
    # 16: uniques and new levels are told of in sentences of their own;
    # 15: bands wander by the original's rules, a bash loosens a door that is too strong;
    # 12: plans go on under terms, exploring takes things and keeps away from enemies;
    # 11: dice by action;
    # 10: losers to the Song of Challenge do not shoot, failed climbs make the next easier,
    # what is chosen already is no answer while a hero is made;
    # 9: quick heroes of men and dwarves have more health; 8: exploring leaves for the last
    # whom the hero went past; 7: messages number creatures and tell every loss of health;
    # 6: the crown falls once in a game; 5: the last action is kept; 4: the truce breaks on
    # sight, heroes sing
    version = 22
    pack_page = "Pack"
    same_view_for_all = True
    settings: tuple[Setting, ...] = (
        Setting(
            "rules", "Where the manual and the game differ: which of them rules", ("manual", "game")
        ),
        *SETTINGS,
    )
    rule_pages = RULE_PAGES
    verbs: tuple[Verb, ...] = verbs_of(commands.COMMANDS.values())
    own_commands = ("stealth",)

    def game(self, state: SilState, dice: ActionDice = STILL_DICE) -> SilContext:
        """Return the context of the rules for a state."""
        return SilContext(state, self.data, streams=dice)

    def sil_state(self, state: SilState) -> SilState:
        return state

    def roles(self, options: Mapping[str, str]) -> Roles:
        return Roles(1, 1)

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> SilState:
        chosen = self.setting_values(options)
        if len(seats) != 1:
            raise InvalidAction(text("Sil-Q is played with one hero."))
        if gm:
            raise InvalidAction(text("Sil-Q is played without a Game Master."))
        game = hero_creation.new_game(self.data, chosen, seats[0], PRESETS[chosen["rules"]], dice)
        game.state.events.clear()
        return game.state

    def turn(self, state: SilState) -> Turn:
        return Turn(state.heroes[0].turns, () if state.ended else (0,))

    def legal(self, state: SilState, seat: int) -> Sequence[Offer]:
        return () if state.ended or seat != 0 else self._offers(self.game(state))

    def _offers(self, game: SilContext) -> Sequence[Offer]:
        """Return what the hero may do, best first: worked out once for legal, view and advise."""
        asked = self.dump(game.state)
        known, offers = self._last_offers
        if known != asked:
            offers = self._ranked(game)
            self._last_offers = asked, offers
        return offers

    _last_offers: tuple[bytes, Sequence[Offer]] = b"", ()  # of the state with this dump

    def _ranked(self, game: SilContext) -> Sequence[Offer]:
        with game.unchanged():
            offers = commands.offers(game)
            if game.state.birth:
                return tuple(offers)
            if game.state.tutorial and (for_the_task := tutorial.advised(game, offers)):
                return tuple(for_the_task)
            if game.state.question is not None:
                return tuple(expert.advised_answers(game, offers))
            return tuple(expert.ranked(game, view.known_map(game), offers))

    def parse(self, text: str, state: SilState, seat: int) -> Action:
        words = text.split()
        if not words:
            raise InvalidAction(Text("Say what to do, for example “step ne” or “rest”."))
        if state.question is not None and (reply := commands.reply(state.question, words)):
            return reply
        command, rest = commands.find(words)
        return read(command, rest, self.game(state), state.heroes[0].caution)

    def apply(
        self, state: SilState, seat: int, action: Action, dice: ActionDice
    ) -> Sequence[Event]:
        if state.ended:
            raise IllegalAction(text("This tale has ended."))
        if seat != 0:
            raise IllegalAction(text("You have no hero in this game."))
        if state.question is not None and action.verb != "answer":
            raise IllegalAction(text("First an answer: {question}", question=state.question.text))
        game = self.game(state, dice)
        place, turns = (game.hero.y, game.hero.x, game.level), game.hero.turns
        before = state.acts, state.disturbances, state.marks
        state.acts, state.disturbances, state.marks = state.acts + 1, [], []
        try:
            commands.do(game, action)
        except ActionError:
            state.acts, state.disturbances, state.marks = before
            raise
        took_time = bool(state.energy_used) or game.hero.turns > turns
        if state.energy_used:
            turn_order.finish_action(game)
        if took_time:
            game.knowledge.remember_place(game.level.at(game.hero.y, game.hero.x))
        if place != (game.hero.y, game.hero.x, game.level):
            auto_pickup.gather(game)
        tutorial.watch(game)
        happened, state.events = state.events, []
        return happened

    def view(self, state: SilState, seat: int | None) -> View:
        game = self.game(state)
        with game.unchanged():
            seen = view.view(game, everything=seat == GM)
            if seen.phase != "play":
                return seen
            offers = self._offers(game)
            told, *shorter = tutorial.lines(game, offers) or coach.lines(game, offers)
            return replace(seen, coach=told, coach_shorter=tuple(shorter))

    def pages(self, state: SilState, seat: int | None) -> Sequence[Page]:
        game = self.game(state)
        if state.birth:
            return ()
        with game.unchanged():
            return pages.pages(game)

    def topics(self, state: SilState, seat: int | None) -> Sequence[Topic]:
        return tuple(lookup.topics(self.game(state)))

    def explain(self, state: SilState, seat: int | None, topic: Topic) -> Words:
        if topic not in self.topics(state, seat):
            raise InvalidAction(text("Nothing is known of that."))
        return lookup.explain(self.game(state), topic)

    def help_topics(self) -> Sequence[HelpTopic]:
        return manual.topics(self.data, PRESETS[self.settings[0].values[0]])

    def data_words(self) -> Sequence[Name | Text]:
        return tuple(data_words(self.data))

    def describe_rules(self, options: Mapping[str, str]) -> Words:
        """Return which rules are in force, and where they differ from the game as it plays (or,
        when it plays so, from the manual)."""
        name = options.get("rules", self.settings[0].values[0])
        other = "game" if name != "game" else "manual"
        names = {"name": Name(name, given=True), "other": Name(other, given=True)}
        told = [
            text("The rules of “{name}” are in force. Where they differ from “{other}”:", **names)
        ]
        told += [
            text(
                "{rule}: {value} (“{other}”: {other_value})",
                rule=Text(each.title),
                value=Text(each.values[name]),
                other_value=Text(each.values[other]),
                other=names["other"],
            )
            for each in presets.differences(self.data.rules.rulings, PRESETS[name], PRESETS[other])
        ]
        return joined(told, "\n")

    def outcome(self, state: SilState) -> Outcome | None:
        return outcome.outcome(self.game(state)) if state.ended else None

    def shorten_plan(self, action: Action, turns: int) -> Action | None:
        return commands.shorten_plan(action, turns)

    def advise(self, state: SilState, seat: int) -> Advice | None:
        offers = self.legal(state, seat)
        if not offers:
            return None
        if state.birth:
            return Advice(expert.answer(offers, state.heroes[0].health, in_play=False).action)
        best = first_advised(offers)
        return None if best is None else Advice(best.action, best.why)
