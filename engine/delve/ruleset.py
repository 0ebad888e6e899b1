"""Delve as a ruleset of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.common.help_topics import read_topics, topic_words, with_topics
from engine.common.plans import CAUTIONS
from engine.common.saved_state import SavedStates
from engine.contract.action import (
    GM,
    Action,
    Advice,
    Event,
    IllegalAction,
    InvalidAction,
    Offer,
    Option,
    Setting,
    Verb,
)
from engine.contract.data import DataReport
from engine.contract.dice import ActionDice
from engine.contract.ruleset import Ruleset
from engine.contract.texts import Name, Text, Words, listed, text
from engine.contract.view import HelpTopic, Outcome, Page, Roles, Topic, Turn, View
from engine.delve.actions import (
    execution,
    fight_plans,
    last_ways,
    new_game,
    parsing,
    plan_runner,
    turn_order,
)
from engine.delve.autoplay import attempts, expert
from engine.delve.data import content
from engine.delve.data.data_words import data_words
from engine.delve.data.kinds import VerbKind
from engine.delve.event_kinds import RULE_PAGES
from engine.delve.rules import words
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.state import DelveHero, DelveState
from engine.delve.view import action_words, lookup, offers, outcome, pages, view

GUIDE = (
    "Bring the Heart of the Delve up from level 26, or find it a better place. Walk into a "
    "monster to strike it. Energy makes blows and throws stronger and pays for spells: rest to "
    "get it back. Cast and Throw ask what and in which direction. A scroll casts its spell and "
    "teaches it; with a spellbook in your hands you can cast it again. An altar makes a spell "
    "twice as strong, once; the first one is where you arrive. Eat when the food bar is low. "
    "Every fifth level you choose what grows. Levels stay as you left them.\n"
    "Look at a monster before you fight it: its page tells what it does. /delve lookup explains "
    "every monster, item, spell, ability, status and place; the sheet has your pack, your spells "
    "and the options (auto-sort, the transcript, the figures under the picture)."
)
DATA = Path(__file__).parents[2] / "data" / "delve"
HELP_FILE = DATA / "help.txt"
MOST_HEROES = 4
LONGEST_NAME = 30
_SAVED = SavedStates(DelveState, "Delve", 1)


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "steps": tuple(STEPS),
    "grounds": tuple(last_ways.CROSSED),
    "percents": fight_plans.PERCENTS,
    "cautions": CAUTIONS,
    "answers": ("yes", "no"),
}


def _verb(kind: VerbKind, group_summary: str) -> Verb:
    """Return something that players can do, as the contract has it."""
    options = tuple(
        Option(each.name, each.summary, False, _CHOICES.get(each.words, ()))
        for each in kind.options
    )
    return Verb(
        kind.name,
        kind.summary,
        options,
        command=kind.command,
        group=kind.command_group,
        group_summary=group_summary,
    )


class Delve(Ruleset[DelveState]):
    """The energy roguelike."""

    name = "delve"
    title = "Delve"
    summary = "A dungeon of 26 levels where energy drives blows, throws and spells."
    guide = GUIDE
    # 2: a first altar on level 1; other figures of monsters and books
    # 3: a charm that lets walk webs keeps cast ones off too; pots of ink lie about; ice douses
    # 4: dice by action
    # 5: plans have terms, and go on while nothing changes that matters
    # 6: exploring is done with the last thing that lies on its way
    # 7: figures by level; flight and wanderers; ground acts; places, lords and endings; things with
    # characters
    # 9: fewer and tougher monsters; the dead rise once; fights bear more ailments
    # 10: prayers at altars; draughts before secret doors, and more behind them; fewer monsters and
    # things on a level, and fewer monsters that flee; plans that cast first
    # 11: shafts end far from the next one, and the Heart draws hunters; weaker monsters
    # 12: every second altar is hidden; powers of monsters that act oftener; slower growth below
    # 13: a monster's web has no count of its own that nothing read
    # 14: the foundry and the ossuary begin with weaker monsters; levels from 8 on come sooner; the
    # monster last attacked is not saved
    # 15: what is thrown strikes harder, fewer monsters run off to heal, some are tougher
    # 16: a net holds whom it hits
    # 17: closets behind bars, with altars; fewer things, above all weapons, lie about;
    # sextons gain less energy, monks less power; the ossuary has fewer of its worst; crossing what
    # harms leads to places first
    # 18: the account of a hunt parts by commas whom it has slain
    # 19: a lord for whom there is no room does not come, and nobody is told so
    # 20: a monster's shot that ends at a wall costs its energy
    # 21: the account of a hunt is told before the last whom it has slain
    # 22: whom a push does not move stands firm
    # 23: advice strikes first who does not flee, and a fight with one who does ends as it flees
    # 24: the account of a plan says what it found as “found an altar”
    version = 24
    pack_page = "Pack"
    own_commands = ("lookup",)
    rule_pages = RULE_PAGES

    def __init__(self, data: Path = DATA) -> None:
        self.content = content.load(data)
        self.verbs = tuple(
            _verb(kind, self.content.command_groups.get(kind.command_group, ""))
            for kind in self.content.verbs.values()
        )
        self.settings = (
            Setting(
                "class",
                "Which class every hero has; “choose”: each player chooses",
                ("choose", *self.content.open_classes),
            ),
        )

    def data_digest(self) -> str:
        """Return a hash (hex) of the data files."""
        return self.content.digest

    def data_words(self) -> Sequence[Name | Text]:
        """Return the names and texts in the data."""
        return (*data_words(self.content), *words.TERMS.values(), *topic_words(HELP_FILE))

    @classmethod
    def check_data(cls, folder: Path) -> DataReport:
        return with_topics(content.check(folder), folder)

    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return that one to four heroes go down, and nobody is Game Master."""
        return Roles(1, MOST_HEROES)

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> DelveState:
        """Return a fresh game; heroes without a class choose one first."""
        chosen = self.setting_values(options)["class"]
        class_name = "" if chosen == "choose" else chosen
        if gm:
            raise InvalidAction(text("Delve has no Game Master."))
        if not 1 <= len(seats) <= MOST_HEROES:
            raise InvalidAction(text("Delve is played with 1 to {most} heroes.", most=MOST_HEROES))
        if any(not name.strip() or len(name) > LONGEST_NAME for name in seats):
            raise InvalidAction(text("A name has 1 to {most} letters.", most=LONGEST_NAME))
        state = DelveState(dict(options), [])
        game = DelveContext(state, self.content, dice)
        state.heroes = [new_game.unborn(game, seat, name) for seat, name in enumerate(seats)]
        if class_name:
            for hero in state.heroes:
                new_game.be_born(game, hero, class_name)
            new_game.begin(game)
        state.events.clear()
        return state

    def turn(self, state: DelveState) -> Turn:
        """Return whom the game waits for: all who have no class yet, else one hero."""
        if state.ended:
            return Turn(state.decision, ())
        unborn = tuple(hero.seat for hero in state.heroes if not hero.class_name)
        if unborn:
            return Turn(state.decision, unborn, simultaneous=True)
        hero = turn_order.to_act(DelveContext(state, self.content))
        return Turn(state.decision, (hero.seat,) if hero is not None else ())

    def _hero(self, state: DelveState, seat: int) -> DelveHero:
        if not 0 <= seat < len(state.heroes):
            raise IllegalAction(text("You have no hero in this game."))
        return state.heroes[seat]

    def legal(self, state: DelveState, seat: int) -> Sequence[Offer]:
        """Return what a seat may do now, an expert's choices first."""
        if seat not in self.turn(state).waiting:
            return ()
        return offers.legal(DelveContext(state, self.content), state.heroes[seat])

    def parse(self, line: str, state: DelveState, seat: int) -> Action:
        """Return the action that a line of text means."""
        hero = self._hero(state, seat)
        if not hero.class_name:
            written = line.split()
            if written[:1] == ["class"]:
                written = written[1:]
            if not written:
                raise InvalidAction(text("Say which class, for example “class fighter”."))
            return Action("class", (" ".join(written).lower(),))
        return parsing.read(DelveContext(state, self.content), hero, line)

    def apply(
        self, state: DelveState, seat: int, action: Action, dice: ActionDice
    ) -> Sequence[Event]:
        """Do an action, and let time pass until somebody has to decide."""
        if state.ended:
            raise IllegalAction(text("This game is over."))
        hero = self._hero(state, seat)
        if seat not in self.turn(state).waiting:
            raise IllegalAction(text("It is not your turn."))
        game = DelveContext(state, self.content, dice)
        if not hero.class_name:
            self._choose_class(game, hero, action)
        else:
            before = state.round, hero.acts_left
            tried, standing = attempts.key(hero, action), attempts.standing(game, hero)
            execution.apply(game, hero, action)
            turn_order.advance(game)
            attempts.count(game, hero, action, tried, standing)
            if state.ended or (state.round, hero.acts_left) != before:
                state.decision += 1
        events = tuple(state.events)
        state.events.clear()
        return events

    def _choose_class(self, game: DelveContext, hero: DelveHero, action: Action) -> None:
        word = " ".join(action.args)
        class_name = new_game.class_named(self.content, word) if action.verb == "class" else ""
        if not class_name:
            classes = listed(map(words.term, self.content.open_classes))
            raise IllegalAction(text("Choose a class first: {classes}.", classes=classes))
        new_game.be_born(game, hero, class_name)
        game.tell(text("{hero:The} is {role:a}.", hero=game.the(hero), role=Name(class_name)))
        if all(each.class_name for each in game.state.heroes):
            new_game.begin(game)
            game.state.decision += 1

    def view(self, state: DelveState, seat: int | None) -> View:
        """Return what a seat sees; the public sees what the hero to act sees, questions and menus
        too, so that the card can answer them; the Game Master everything around that hero."""
        game = DelveContext(state, self.content)
        return view.view(game, self._shown_hero(state, seat), everything=seat == GM)

    def pages(self, state: DelveState, seat: int | None) -> Sequence[Page]:
        """Return the pages of the hero whom `view` shows."""
        game, hero = DelveContext(state, self.content), self._shown_hero(state, seat)
        return () if view.phase_of(game, hero)[0] == "setup" else pages.pages(game, hero)

    def _shown_hero(self, state: DelveState, seat: int | None) -> DelveHero:
        if seat is None or seat == GM:
            waiting = self.turn(state).waiting
            return state.heroes[waiting[0] if waiting else 0]
        return self._hero(state, seat)

    def outcome(self, state: DelveState) -> Outcome | None:
        """Return how the game ended."""
        return outcome.outcome(DelveContext(state, self.content)) if state.ended else None

    def completions(self, state: DelveState, seat: int, verb: str, option: str) -> Sequence[str]:
        """Return what an option of a verb may be, in view or not; nothing while it is another's
        turn, or before there is a class."""
        if seat not in self.turn(state).waiting or not (hero := state.heroes[seat]).class_name:
            return ()
        names = [each.name for each in self.content.verbs[verb].options]
        game = DelveContext(state, self.content)
        return lookup.completions(game, hero, verb, names.index(option))

    def topics(self, state: DelveState, seat: int | None) -> Sequence[Topic]:
        """Return what a seat may look up: what is in sight, and the encyclopaedia."""
        return lookup.topics(DelveContext(state, self.content), self._reader(state, seat))

    def explain(self, state: DelveState, seat: int | None, topic: Topic) -> Words:
        """Return what there is to say of a topic."""
        return lookup.explain(DelveContext(state, self.content), self._reader(state, seat), topic)

    def _reader(self, state: DelveState, seat: int | None) -> DelveHero:
        if seat is not None and 0 <= seat < len(state.heroes):
            return state.heroes[seat]
        waiting = self.turn(state).waiting
        return state.heroes[waiting[0] if waiting else 0]

    def help_topics(self) -> Sequence[HelpTopic]:
        return read_topics(HELP_FILE)

    def advise(self, state: DelveState, seat: int) -> Advice | None:
        """Return what a sensible hero would do."""
        if seat not in self.turn(state).waiting:
            return None
        return expert.advise(DelveContext(state, self.content), state.heroes[seat])

    def shorten_plan(self, action: Action, turns: int) -> Action | None:
        """Return the same plan for at most so many turns; None for what is no plan."""
        return plan_runner.shorten(action, turns)

    def action_text(self, line: str) -> Words:
        """Return an action line in words."""
        return action_words.action_text(self.content, line)

    def describe_rules(self, options: Mapping[str, str]) -> Words:
        """Return what the chosen options change."""
        chosen = options.get("class", "choose")
        if chosen in self.content.open_classes:
            return text("Every hero is {role:a}.", role=Name(chosen))
        return ""

    def dump(self, state: DelveState) -> bytes:
        """Return a snapshot."""
        return _SAVED.dump(state)

    def load(self, data: bytes) -> DelveState:
        """Return the state of a snapshot."""
        return _SAVED.load(data)
