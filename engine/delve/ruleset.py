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
from engine.contract.view import HelpTopic, Outcome, Roles, Topic, Turn, View
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
from engine.delve.event_kinds import RULE_PAGES
from engine.delve.rules import words
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.state import DelveHero, DelveState
from engine.delve.view import action_words, lookup, offers, outcome, view

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


_GROUPS = {
    "pack": "Things that you carry",
    "battle": "Plans of a fight",
    "way": "Plans for what bars the way",
    "place": "What altars and places do for you",
    "settings": "Options of the game's pages",
}


def _verb(name: str, summary: str, *options: Option, group: str = "") -> Verb:
    return Verb(name, summary, options, group=group, group_summary=_GROUPS.get(group, ""))


def _option(name: str, summary: str, choices: tuple[str, ...] = ()) -> Option:
    return Option(name, summary, False, choices)


_DIRECTION = _option("direction", "One of eight directions", tuple(STEPS))
_ITEM = _option("item", "Something you carry")
_WHERE = _option("direction", "Where to")
_TARGET = _option("target", "A direction or an item")

VERBS = (
    _verb("move", "Take a step, or strike who is there", _DIRECTION),
    _verb("pause", "Let a turn pass"),
    _verb("explore", "Walk to what you have not seen yet"),
    _verb("travel", "Walk to a place you know", _option("place", "Where to")),
    _verb("rest", "Sleep until you are rested or woken"),
    _verb("search", "Look for hidden things for five turns"),
    _verb("wait", "Wait until something changes"),
    _verb("force", "Go to a locked door and break it", _option("door", "Its square"), group="way"),
    _verb(
        "cross", "Cross what harms", _option("ground", "What", tuple(last_ways.CROSSED)),
        group="way",
    ),
    _verb("search-walls", "Search for hidden doors", group="way"),
    _verb(
        "fight", "Fight somebody until it is over", _option("target", "Whom"),
        _option("percent", "Break off below this much of your health", fight_plans.PERCENTS),
        group="battle",
    ),
    _verb(
        "drink-then-fight", "Drink a potion, then fight somebody until it is over",
        _option("potion", "What to drink"), _option("target", "Whom"), group="battle",
    ),
    _verb(
        "cast-then-fight", "Cast a spell that helps you, then fight somebody until it is over",
        _option("spell", "The spell"), _option("target", "Whom"), group="battle",
    ),
    _verb(
        "cast-at", "Cast a spell at somebody until it is over", _option("spell", "The spell"),
        _option("target", "At whom"), group="battle",
    ),
    _verb("volley", "Throw at somebody who comes", _option("target", "At whom"), group="battle"),
    _verb("hunt", "Explore, and fight what is easily beaten", group="battle"),
    _verb("fall-back", "Fall back to a door or a corridor", group="battle"),
    _verb("hide", "Get out of the enemies' sight", group="battle"),
    _verb("flee", "Run to the nearest stairs and take them", group="battle"),
    _verb("descend", "Walk to the stairs down and take them"),
    _verb("ascend", "Take the stairs or the shaft up"),
    _verb("cast", "Cast a spell", _option("spell", "The spell"), _TARGET),
    _verb("use", "Use an active ability or a tool", _option("ability", "What to use"), _WHERE),
    _verb("throw", "Throw something", _ITEM, _WHERE),
    _verb("read", "Read a scroll", _ITEM, _TARGET),
    _verb("drink", "Drink a potion, or from a fountain", _ITEM, _WHERE),
    _verb("eat", "Eat something", _ITEM),
    _verb("get", "Pick up what lies here", _ITEM),
    _verb("open", "Open a door", _DIRECTION),
    _verb("close", "Close a door", _DIRECTION),
    _verb("look", "Look at a monster, or in a direction", _option("at", "What to look at")),
    _verb("lookup", "Open the encyclopaedia", _option("name", "A monster, item, spell, ...")),
    _verb("equip", "Put something on", _ITEM, group="pack"),
    _verb("remove", "Take something off", _ITEM, group="pack"),
    _verb("drop", "Put something down", _ITEM, group="pack"),
    _verb("inspect", "Look at something you carry", _ITEM, group="pack"),
    _verb(
        "sort", "Put one thing before another", _ITEM, _option("before", "What it comes before"),
        group="pack",
    ),
    _verb("upgrade", "Upgrade a spell", _option("spell", "The spell"), group="place"),
    _verb("pray", "Pray at an altar for health and energy", group="place"),
    _verb("uncurse", "Try to lift a curse", _ITEM, group="place"),
    _verb(
        "claim", "Take what a place gives, sells or holds", _option("thing", "What"),
        _option("food", "The food that you pay with"), group="place",
    ),
    _verb("free", "Free who is in a cage", group="place"),
    _verb("bargain", "Make a bargain", _option("bargain", "Which one"), group="place"),
    _verb(
        "option", "Change an option", _option("name", "Which one"),
        _option("value", "Its value"), group="settings",
    ),
    _verb(
        "caution", "Choose how much your plans bear before they stop",
        _option("caution", "How much", CAUTIONS), group="settings",
    ),
    Verb(
        "choose", "Choose what a fifth level brings",
        (_option("what", "What grows"), _option("ability", "Which ability")), command=False,
    ),
    Verb("class", "Choose a class", (_option("name", "The class"),), command=False),
    Verb(
        "answer", "Answer a question", (_option("answer", "yes or no", ("yes", "no")),),
        command=False,
    ),
    Verb("cancel", "Close a menu", command=False),
)  # fmt: skip


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
    # 14: the foundry and the ossuary begin with weaker monsters; levels from 8 on come sooner
    version = 14
    pack_page = "Pack"
    verbs = VERBS
    own_commands = ("lookup",)
    rule_pages = RULE_PAGES

    def __init__(self, data: Path = DATA) -> None:
        self.content = content.load(data)
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
        if seat is None or seat == GM:
            waiting = self.turn(state).waiting
            hero = state.heroes[waiting[0] if waiting else 0]
            return view.view(game, hero, everything=seat == GM)
        return view.view(game, self._hero(state, seat))

    def outcome(self, state: DelveState) -> Outcome | None:
        """Return how the game ended."""
        return outcome.outcome(DelveContext(state, self.content)) if state.ended else None

    def completions(self, state: DelveState, seat: int, verb: str, option: str) -> Sequence[str]:
        """Return what an option of a verb may be, in view or not."""
        names = [each.name for each in next(v for v in VERBS if v.name == verb).options]
        game = DelveContext(state, self.content)
        return lookup.completions(game, self._hero(state, seat), verb, names.index(option))

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
