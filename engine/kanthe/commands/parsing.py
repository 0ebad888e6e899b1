"""Actions: their verbs, how a line is read, and what each does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.common.plans import Terms, split_terms, with_terms
from engine.contract.action import (
    Action,
    AmbiguousAction,
    IllegalAction,
    InvalidAction,
    Offer,
    Option,
    Verb,
)
from engine.contract.texts import Text, text, typed
from engine.contract.view import Caution
from engine.kanthe.commands.conflict_plans import contend, evade_opponents
from engine.kanthe.commands.exploring_plans import explore, search, travel
from engine.kanthe.commands.hero_actions import (
    do_abandon,
    do_arcane,
    do_buy,
    do_caution,
    do_climb,
    do_coins,
    do_descend,
    do_dig,
    do_done,
    do_finish,
    do_heir,
    do_hit,
    do_items,
    do_leave,
    do_loot,
    do_meaning,
    do_open,
    do_pray,
    do_recruit,
    do_remains,
    do_remove,
    do_stairs,
    do_take_item,
    do_tick,
    do_tool,
    do_treasure,
    do_try,
    do_turn_back,
    do_untick,
    do_use,
    do_walk,
    do_wound,
)
from engine.kanthe.commands.offers import list_offers
from engine.kanthe.commands.plan_lines import aim_of
from engine.kanthe.commands.repeated_tries import clear, endure, evade, force, pick
from engine.kanthe.commands.setup_actions import (
    do_answer,
    do_arcane_feature,
    do_begin,
    do_equip,
    do_fill,
    do_next,
    do_previous,
    do_restore,
    do_roll,
    do_set,
    do_size,
    do_toggle,
    do_visit,
    do_word,
    do_write,
)
from engine.kanthe.exploring.movement import run_tasks
from engine.kanthe.rules.context import KantheContext

Handler = Callable[[KantheContext, tuple[str, ...]], None]


class KantheVerb(msgspec.Struct, frozen=True):
    """A verb, its arguments and what it does."""

    name: str
    group: str
    summary: str
    arguments: tuple[str, ...]  # a trailing "?" marks one that may be left out
    do: Handler
    typed: bool = False  # takes what no offer lists; its handler checks it
    free: bool = False  # takes no turn
    from_elsewhere: bool = False  # brings in what another game made

    @property
    def takes_text(self) -> bool:
        """True if the last argument may hold spaces."""
        return bool(self.arguments) and self.arguments[-1].startswith("text")

    def usage(self) -> Text:
        """Return what a line with too few or too many words is told."""
        words = typed(" ".join(self.arguments))
        return text("“{name}” takes: {arguments}.", name=typed(self.name), arguments=words)

    def verb(self) -> Verb:
        """Return the declaration that the contract wants."""
        options = tuple(
            Option(name.rstrip("?"), _ARGUMENTS[name.rstrip("?")], not name.endswith("?"))
            for name in self.arguments
        )
        return Verb(
            self.name, self.summary, options, group=self.group, group_summary=_GROUPS[self.group],
            roles=("player",), from_elsewhere=self.from_elsewhere,
        )  # fmt: skip


_GROUPS = {
    "sheets": "Fill in the design sheets before the game begins",
    "go": "Move through the domain",
    "conflict": "Fight, persuade, evade",
    "door": "Doors, locks and barred ways",
    "place": "What a place and its people offer",
    "things": "Use what you carry",
    "answer": "Answer a question of the rules",
}
_ARGUMENTS = {
    "field": "Which field of the sheets",
    "text": "What to write",
    "row": "The row, 0 to 9",
    "value": "The new value",
    "length": "How long you want to play",
    "slot": "weapon, armour, first or second",
    "uses": "Two purposes, such as evade-force",
    "action": "The action's row, or none",
    "essence": "The essence's row, or none",
    "way": "A compass direction",
    "room": "A room, such as room-3",
    "who": "Somebody here, such as warrior-2",
    "wall": "n, e, s or w",
    "what": "What to search or try",
    "thing": "A thing that you carry",
    "how": "The manner: speak, drink, aim, wear...",
    "rating": "The rating of the ware",
    "match": "The face of the match, all or always",
    "kind": "weapon, armour or two purposes",
    "health": "Break off below so many percent of your health",
    "terms": "careful, usual or bold; usual:5 for at most five turns",
    "caution": "careful, usual or bold",
    "habit": "ask",
}


COMMANDS = {
    command.name: command
    for command in (
        KantheVerb("begin", "sheets", "Fill in what is blank and enter the domain", (), do_begin),
        KantheVerb("fill", "sheets", "Fill in this page's suggestions", (), do_fill, free=True),
        KantheVerb("next", "sheets", "Open the next page", (), do_next, free=True),
        KantheVerb("previous", "sheets", "Open the page before", (), do_previous, free=True),
        KantheVerb("roll", "sheets", "Throw the dice of this page", (), do_roll, free=True),
        KantheVerb(
            "toggle", "sheets", "Add or take away a beast's change", ("row",), do_toggle,
            free=True,
        ),
        KantheVerb("size", "sheets", "Size the domain", ("length",), do_size, free=True),
        KantheVerb(
            "set", "sheets", "Set a number", ("field", "value"), do_set, typed=True, free=True
        ),
        KantheVerb(
            "write", "sheets", "Write a field, or ten words with commas", ("field", "text"),
            do_write, typed=True, free=True,
        ),
        KantheVerb(
            "word", "sheets", "Change one word of the open list", ("row", "text"), do_word,
            typed=True, free=True,
        ),
        KantheVerb(
            "equip", "sheets", "Write one of the hero's four items", ("slot", "uses", "text"),
            do_equip, typed=True, free=True,
        ),
        KantheVerb(
            "arcane-feature", "sheets", "Give a feature an arcane effect",
            ("row", "action", "essence?"), do_arcane_feature, typed=True, free=True,
        ),
        KantheVerb(
            "restore", "sheets", "Take over sheets that were kept", ("text",), do_restore,
            typed=True, free=True, from_elsewhere=True,
        ),
        KantheVerb(
            "visit", "sheets", "Enter a domain that was kept", ("text",), do_visit, typed=True,
            from_elsewhere=True,
        ),
        KantheVerb("walk", "go", "Take a way from here", ("way",), do_walk),
        KantheVerb("explore", "go", "Explore until something turns up", ("terms?",), explore),
        KantheVerb("travel", "go", "Go to a room that you know", ("room", "terms?"), travel),
        KantheVerb("turn-back", "go", "Stay where you are", (), do_turn_back),
        KantheVerb("descend", "go", "Go down the stairs", (), do_descend),
        KantheVerb("climb", "go", "Go up the stairs", (), do_climb),
        KantheVerb("leave", "go", "Leave the domain alive", (), do_leave),
        KantheVerb("abandon", "go", "Give up this hero", (), do_abandon),
        KantheVerb(
            "fight", "conflict", "Fight: one throw, or on until somebody is overcome",
            ("who?", "health?", "terms?"), contend("fight"),
        ),
        KantheVerb(
            "persuade", "conflict", "Persuade: one throw, or on until somebody is a friend",
            ("who?", "health?", "terms?"), contend("persuade"),
        ),
        KantheVerb("hide", "conflict", "Go in and hide", (), evade_opponents("hide")),
        KantheVerb("sneak", "conflict", "Slip past", ("terms?",), evade_opponents("sneak")),
        KantheVerb("flee", "conflict", "Get away", ("terms?",), evade_opponents("flee")),
        KantheVerb("evade", "conflict", "Avoid a hazard", ("terms?",), evade),
        KantheVerb("endure", "conflict", "Let a hazard come", (), endure),
        KantheVerb(
            "tool", "conflict", "Use a feature or hazard in the next throw", ("what",), do_tool,
            free=True,
        ),
        KantheVerb("open", "door", "Open a door", ("wall",), do_open),
        KantheVerb("dig", "door", "Dig through a wall in boots of earth", ("wall",), do_dig),
        KantheVerb("pick", "door", "Pick the locks of a door", ("wall", "terms?"), pick),
        KantheVerb("force", "door", "Force a heavy door", ("wall", "terms?"), force),
        KantheVerb("smash", "door", "Break a locked door down", ("wall", "terms?"), force),
        KantheVerb(
            "search", "door", "Search one wall or all for secret doors", ("wall?", "terms?"), search
        ),
        KantheVerb("clear", "door", "Force a way that is barred", ("terms?",), clear),
        KantheVerb("loot", "place", "Search for treasure", ("what",), do_loot),
        KantheVerb("try", "place", "Use a feature of the room", ("what",), do_try),
        KantheVerb("recruit", "place", "Take a friend along", ("who",), do_recruit),
        KantheVerb("pray", "place", "Ask a priest to pray for you", ("who",), do_pray),
        KantheVerb("buy", "place", "Buy from an artisan", ("who", "rating"), do_buy),
        KantheVerb("remains", "place", "Take what a fallen hero left", (), do_remains),
        KantheVerb("use", "things", "Use an arcane thing", ("thing", "how"), do_use),
        KantheVerb("remove", "things", "Take off what you wear", ("thing",), do_remove, free=True),
        KantheVerb(
            "caution", "things", "Say how daring plans are", ("caution",), do_caution, free=True
        ),
        KantheVerb(
            "treasure", "things", "Be asked again what treasure is", ("habit",), do_treasure,
            free=True,
        ),
        KantheVerb("items", "things", "Choose the items to use", (), do_items, free=True),
        KantheVerb("done", "things", "Go on with the items chosen", (), do_done, free=True),
        KantheVerb("tick", "things", "Use an item in throws", ("thing",), do_tick, free=True),
        KantheVerb("untick", "things", "Leave an item out", ("thing",), do_untick, free=True),
        KantheVerb("hit", "answer", "Whom a match hits", ("who",), do_hit),
        KantheVerb("wound", "answer", "Who takes a wound", ("who",), do_wound),
        KantheVerb("coins", "answer", "Take a match as coins", ("match",), do_coins),
        KantheVerb(
            "item", "answer", "Take a match as an item, and name it", ("match", "kind", "text"),
            do_take_item, typed=True,
        ),
        KantheVerb(
            "arcane", "answer", "Take two matches as an arcane thing", ("essence", "action"),
            do_arcane,
        ),
        KantheVerb("meaning", "answer", "What words mean", ("essence", "action"), do_meaning),
        KantheVerb("stairs", "answer", "Which room has the stairs", ("room",), do_stairs),
        KantheVerb("answer", "answer", "Write a text", ("text",), do_answer, typed=True, free=True),
        KantheVerb("heir", "answer", "Another hero comes", ("text?",), do_heir, typed=True),
        KantheVerb("finish", "answer", "End the game", (), do_finish),
    )
}  # fmt: skip


def verbs() -> tuple[Verb, ...]:
    """Return the verbs, for the contract."""
    return tuple(command.verb() for command in COMMANDS.values())


# ------------------------------------------------------------------------- reading


def read_action(typed: str, offers: Sequence[Offer], caution: Caution) -> Action:
    """Return the action that a line means; a name may be shortened while it is clear. A plan
    without terms gets the hero's caution.

    Raises InvalidAction or AmbiguousAction.
    """
    words = typed.split()
    if not words:
        raise InvalidAction(text("Write what to do, for example “explore” or “fight”."))
    verb = words[0].casefold()
    command = COMMANDS.get(verb)
    if command is None:
        raise InvalidAction(_nothing_here(words[0]))
    if command.takes_text:
        return Action(verb, _text_arguments(command, typed))
    action = Action(verb, tuple(word.casefold() for word in words[1:]))
    if command.typed:
        return action
    action = _with_caution(action, caution)
    aim = aim_of(action)
    wanted = action.args if aim is None else aim
    same_verb = [offer.action for offer in offers if offer.action.verb == verb]
    aims = {str(each): _aim_or_arguments(each, aim) for each in same_verb}
    if wanted in aims.values():
        return action
    close = [line for line, words_of in aims.items() if words_of and _shortens(wanted, words_of)]
    if len(close) > 1:
        raise AmbiguousAction(
            text("“{strip}” can mean several things.", strip=typed.strip()[:40]), close
        )
    if close:
        return Action(verb, ((aims[close[0]] or ()) + action.args[len(wanted) :]))
    return action


def _aim_or_arguments(offered: Action, aim: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return what names an offer's aim, or all of its words where no plan is meant."""
    return offered.args if aim is None else aim_of(offered)


def _with_caution(action: Action, caution: Caution) -> Action:
    """Return a plan with the hero's caution where its line names none."""
    plain, _ = split_terms(action.args)
    if len(plain) < len(action.args) or aim_of(action) is None:
        return action
    return Action(action.verb, with_terms(action.args, Terms(caution)))


def _shortens(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return len(wanted) == len(words) and all(map(str.startswith, words, wanted))


def _nothing_here(word: str) -> Text:
    """Return what somebody is told who typed what is no verb."""
    return text("“{verb}” is nothing that a hero can do here.", verb=typed(word[:30]))


def _text_arguments(command: KantheVerb, typed: str) -> tuple[str, ...]:
    """Return the arguments of a command whose last one is kept as it was typed."""
    count = len(command.arguments)
    words = typed.split(maxsplit=count)[1:]
    if len(words) < count and not command.arguments[-1].endswith("?"):
        raise InvalidAction(command.usage())
    plain = [word.casefold() for word in words[: count - 1]]
    return (*plain, *(" ".join(word.split()) for word in words[count - 1 :]))


# ------------------------------------------------------------------------- doing


def do_action(game: KantheContext, action: Action) -> None:
    """Do an action and what follows from it. Raises ActionError before anything has changed."""
    command = COMMANDS.get(action.verb)
    if command is None:
        raise InvalidAction(_nothing_here(action.verb))
    if command.typed:
        least = sum(not name.endswith("?") for name in command.arguments)
        if not least <= len(action.args) <= len(command.arguments):
            raise InvalidAction(command.usage())
    elif not _is_offered(action, list_offers(game)):
        raise IllegalAction(_refusal(game, command))
    command.do(game, action.args)
    if not command.free:
        game.state.acts += 1
        run_tasks(game)


def _is_offered(action: Action, offers: Sequence[Offer]) -> bool:
    """Return whether an action is offered: a plan on any terms."""
    aim = aim_of(action)
    if aim is None:
        return any(offer.action == action for offer in offers)
    alike = (offer.action for offer in offers if offer.action.verb == action.verb)
    return any(aim_of(each) == aim for each in alike)


def _refusal(game: KantheContext, command: KantheVerb) -> Text:
    before, of_sheets = game.state.setup is not None, command.group == "sheets"
    if before and not of_sheets:
        return text("“{command}” must wait until the game begins.", command=command.name)
    if game.state.question is not None or game.state.conflict is not None:
        return text("Something else must be settled first: choose one of the answers.")
    if of_sheets and not before:
        return text("The sheets are filled in before the game begins.")
    return text("“{command}” is not possible that way now.", command=command.name)
