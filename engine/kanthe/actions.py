"""Actions: their verbs, how a line is read, and what each does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.contract.action import (
    Action,
    AmbiguousAction,
    IllegalAction,
    InvalidAction,
    Offer,
    Option,
    Verb,
)
from engine.kanthe import setup
from engine.kanthe.company import (
    buy,
    friends_here,
    pray,
    recruit,
    take_remains,
    wares_for_sale,
)
from engine.kanthe.conflict import (
    continue_conflict,
    do_act,
    end_delve,
    throw_conflict,
    wound_ally,
    wound_hero,
)
from engine.kanthe.doors import force_door, open_door, pick_lock, search_wall
from engine.kanthe.explore import (
    climb,
    descend,
    enter_place,
    find_known_way,
    find_plan,
    hostile_at,
    leave_domain,
    run_tasks,
    start_walk,
    turn_back,
)
from engine.kanthe.hazards import evade_hazard, force_hazard, take_hazard
from engine.kanthe.magic import choose_word, take_off, use_feature, use_item
from engine.kanthe.naming import (
    beast_name,
    capitalise,
    feature_name,
    item_name,
    item_refs,
    node_ref,
    slug,
)
from engine.kanthe.offers import list_offers
from engine.kanthe.plan import ways_from
from engine.kanthe.play import Play
from engine.kanthe.sheets import LONGEST_NAME, check_words, import_sheets
from engine.kanthe.state import (
    WALLS,
    Approach,
    ChooseTarget,
    ChooseVictim,
    ChooseWord,
    Conflict,
    Door,
    FaceHazard,
    Fallen,
    Hazard,
    Item,
    NameItem,
    Node,
    Opponent,
    Purpose,
    ShareTreasure,
)
from engine.kanthe.treasure import (
    ITEM_KINDS,
    name_item,
    search_source,
    sources,
    take_arcane,
    take_coins,
    take_item,
)

Handler = Callable[[Play, tuple[str, ...]], None]


class Command(msgspec.Struct, frozen=True):
    """A verb, its arguments and what it does."""

    name: str
    group: str
    summary: str
    arguments: tuple[str, ...]  # a trailing "?" marks one that may be left out
    do: Handler
    typed: bool = False  # takes what no offer lists; its handler checks it
    free: bool = False  # takes no turn

    @property
    def takes_text(self) -> bool:
        """Whether the last argument may hold spaces."""
        return bool(self.arguments) and self.arguments[-1].startswith("text")

    def verb(self) -> Verb:
        """Return the declaration that the contract wants."""
        options = tuple(
            Option(name.rstrip("?"), _ARGUMENTS[name.rstrip("?")], not name.endswith("?"))
            for name in self.arguments
        )
        return Verb(
            self.name, self.summary, options, group=self.group, group_summary=_GROUPS[self.group],
            roles=("player",),
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
    "match": "The face of the match",
    "kind": "weapon, armour or two purposes",
}


# ------------------------------------------------------------------------- the sheets


def _begin(play: Play, _args: tuple[str, ...]) -> None:
    setup.begin(play)
    run_tasks(play)


def _fill(play: Play, _args: tuple[str, ...]) -> None:
    page = setup.current_page(play.game)
    setup.fill_page(play, page)
    play.say(f"{page.title}: filled in.")


def _next(play: Play, _args: tuple[str, ...]) -> None:
    setup.turn_page(play.game, 1)


def _previous(play: Play, _args: tuple[str, ...]) -> None:
    setup.turn_page(play.game, -1)


def _roll(play: Play, _args: tuple[str, ...]) -> None:
    page = setup.current_page(play.game)
    if page.key == "modified":
        setup.roll_modified(play)
        return
    row = play.one_die("Main creature")
    name = beast_name(play.game, play.game.domain.modified[row])
    play.game.sheets[page.level].main = capitalise(name)
    play.say(f"The main creature: {name}.")


def _toggle(play: Play, args: tuple[str, ...]) -> None:
    setup.toggle_change(play, args[0])


def _size(play: Play, args: tuple[str, ...]) -> None:
    setup.set_size(play, args[0])


def _set(play: Play, args: tuple[str, ...]) -> None:
    setup.set_number(play, args[0], args[1])


def _write(play: Play, args: tuple[str, ...]) -> None:
    setup.write_field(play, args[0], args[1])


def _word(play: Play, args: tuple[str, ...]) -> None:
    setup.write_word(play, args[0], args[1])


def _equip(play: Play, args: tuple[str, ...]) -> None:
    setup.equip(play, *args)


def _arcane_feature(play: Play, args: tuple[str, ...]) -> None:
    setup.make_arcane_feature(play, *args)


def _restore(play: Play, args: tuple[str, ...]) -> None:
    if play.game.setup is None or play.game.setup.heir:
        raise IllegalAction("Sheets are taken over before the game begins.")
    import_sheets(play.game, args[0])
    play.say("The sheets are filled in as they were kept.")


def _answer(play: Play, args: tuple[str, ...]) -> None:
    """Write what was typed into the field that is open."""
    game = play.game
    if game.setup is not None:
        field = setup.page_field(setup.current_page(game))
        if not field:
            raise IllegalAction("There is nothing to write on this page.")
        setup.write_field(play, field, args[0])
    elif isinstance(game.question, NameItem):
        game.question.name = check_words(args[0], "the item's name")
    else:
        raise IllegalAction("Nothing is asked that a text would answer.")


# ------------------------------------------------------------------------- moving


def _walk(play: Play, args: tuple[str, ...]) -> None:
    game = play.game
    way = next(way for way in ways_from(game.here, game.place) if way.name == args[0])
    start_walk(play, list(way.passages))


def _explore(play: Play, _args: tuple[str, ...]) -> None:
    start_walk(play, find_plan(play.game))


def _room(play: Play, ref: str) -> Node:
    return next(node for node in play.game.here.nodes if node_ref(node) == ref)


def _travel(play: Play, args: tuple[str, ...]) -> None:
    start_walk(play, find_known_way(play.game, _room(play, args[0]).id))


def _enter(play: Play, _args: tuple[str, ...]) -> None:
    question = play.game.question
    assert isinstance(question, Approach)
    play.game.question = None
    enter_place(play, question.node)


def _turn_back(play: Play, _args: tuple[str, ...]) -> None:
    play.game.question = None
    turn_back(play)


def _descend(play: Play, _args: tuple[str, ...]) -> None:
    descend(play)


def _climb(play: Play, _args: tuple[str, ...]) -> None:
    climb(play)


def _leave(play: Play, _args: tuple[str, ...]) -> None:
    leave_domain(play)


def _abandon(play: Play, _args: tuple[str, ...]) -> None:
    play.say(f"{play.game.hero.name} gives up.", "end")
    end_delve(play, "abandoned")


# ------------------------------------------------------------------------- conflicts


def _who(play: Play, name: str) -> Opponent:
    return next(o for o in play.game.here.opponents if o.name == name)


def _engage(play: Play, args: tuple[str, ...]) -> None:
    """Begin the conflict that an approach or a choice of one's own leads to."""
    game = play.game
    if game.conflict is not None:
        return
    question = game.question
    if isinstance(question, Approach):
        hostile = [o.id for o in hostile_at(game, node=question.node)]
        game.question = None
        enter_place(play, question.node)
        game.conflict = Conflict(hostile)
        return
    who = _who(play, args[0])
    side = [who]
    helpers: list[Opponent] = []
    if who.peaceful:
        at_odds = [o for o in game.here.opponents if o.node == game.node and o.here and o.peaceful]
        side = [o for o in at_odds if (o.kind == "traveler") == (who.kind == "traveler")]
        helpers = [o for o in at_odds if o not in side]
    elif who.attacks:
        side = hostile_at(game, node=game.node) or [who]
    game.conflict = Conflict([o.id for o in side], [o.id for o in helpers])
    game.unnoticed = False


def _throw(purpose: Purpose, manner: str = "") -> Handler:
    def throw(play: Play, args: tuple[str, ...]) -> None:
        _engage(play, args)
        throw_conflict(play, purpose, manner)

    return throw


def _tool(play: Play, args: tuple[str, ...]) -> None:
    conflict = play.game.conflict
    assert conflict is not None
    conflict.tool = "" if args[0] == "none" else args[0]


def _hit(play: Play, args: tuple[str, ...]) -> None:
    question = play.game.question
    assert isinstance(question, ChooseTarget)
    play.game.question = None
    do_act(play, question.act, _who(play, args[0]))
    if play.game.question is None:
        continue_conflict(play)


def _wound(play: Play, args: tuple[str, ...]) -> None:
    question = play.game.question
    assert isinstance(question, ChooseVictim)
    play.game.question = None
    if args[0] == "me":
        wound_hero(play, question.degree, question.cause)
    else:
        ally = next(ally for ally in play.game.hero.allies if ally.name == args[0])
        wound_ally(play, ally, question.degree)
    if play.game.conflict is not None and play.game.question is None:
        continue_conflict(play)


def _facing(play: Play) -> Hazard:
    question = play.game.question
    assert isinstance(question, FaceHazard)
    play.game.question = None
    return play.hazard(question.hazard)


def _evade(play: Play, _args: tuple[str, ...]) -> None:
    evade_hazard(play, _facing(play))


def _endure(play: Play, _args: tuple[str, ...]) -> None:
    take_hazard(play, _facing(play))


def _clear(play: Play, _args: tuple[str, ...]) -> None:
    force_hazard(play, _facing(play))


# ------------------------------------------------------------------------- doors


def _door(play: Play, wall: str) -> Door:
    return next(door for door in play.game.place.doors if WALLS[door.wall] == wall)


def _open(play: Play, args: tuple[str, ...]) -> None:
    open_door(play, play.game.place, _door(play, args[0]))


def _pick(play: Play, args: tuple[str, ...]) -> None:
    pick_lock(play, _door(play, args[0]))


def _force(play: Play, args: tuple[str, ...]) -> None:
    force_door(play, play.game.place, _door(play, args[0]))


def _search(play: Play, args: tuple[str, ...]) -> None:
    search_wall(play, play.game.place, WALLS.index(args[0]))


# ------------------------------------------------------------------------- places, friends


def _loot(play: Play, args: tuple[str, ...]) -> None:
    search_source(play, next(source for source in sources(play) if source.ref == args[0]))


def _try(play: Play, args: tuple[str, ...]) -> None:
    game = play.game
    features = game.place.features
    use_feature(play, next(f for f in features if slug(feature_name(game, f.row)) == args[0]))


def _recruit(play: Play, args: tuple[str, ...]) -> None:
    recruit(play, _who(play, args[0]))


def _pray(play: Play, args: tuple[str, ...]) -> None:
    pray(play, next(o for o in friends_here(play.game) if o.name == args[0]))


def _buy(play: Play, args: tuple[str, ...]) -> None:
    for artisan, ware in wares_for_sale(play.game):
        if artisan.name == args[0] and str(ware.rating) == args[1]:
            buy(play, artisan, ware)
            return


def _remains(play: Play, _args: tuple[str, ...]) -> None:
    take_remains(play, play.game.place)


# ------------------------------------------------------------------------- things


def _item(play: Play, ref: str) -> Item:
    return item_refs(play)[ref]


def _use(play: Play, args: tuple[str, ...]) -> None:
    use_item(play, _item(play, args[0]), args[1])


def _remove(play: Play, args: tuple[str, ...]) -> None:
    take_off(play, _item(play, args[0]))


def _tick(play: Play, args: tuple[str, ...]) -> None:
    item = _item(play, args[0])
    item.ticked = True
    play.say(f"You will use the {item_name(play, item)}.")


def _untick(play: Play, args: tuple[str, ...]) -> None:
    item = _item(play, args[0])
    item.ticked = False
    play.say(f"You will not use the {item_name(play, item)}.")


# ------------------------------------------------------------------------- answers


def _share(play: Play) -> ShareTreasure:
    assert isinstance(play.game.question, ShareTreasure)
    return play.game.question


def _coins(play: Play, args: tuple[str, ...]) -> None:
    take_coins(play, _share(play), int(args[0]))


def _take_item(play: Play, args: tuple[str, ...]) -> None:
    take_item(play, _share(play), int(args[0]))


def _arcane(play: Play, args: tuple[str, ...]) -> None:
    take_arcane(play, _share(play), int(args[0]), int(args[1]))


def _call(play: Play, args: tuple[str, ...]) -> None:
    question = play.game.question
    if not isinstance(question, NameItem):
        raise IllegalAction("There is nothing to name now.")
    kind, name = args
    if kind == "other":
        ware = play.content.wares.get(name)
        kind = "-".join(ware.purposes) if ware else kind
    if kind not in ITEM_KINDS:
        raise InvalidAction(f"An item is one of: {', '.join(ITEM_KINDS)}.")
    name_item(play, question, kind, check_words(name, "the item's name"))


def _meaning(play: Play, args: tuple[str, ...]) -> None:
    question = play.game.question
    assert isinstance(question, ChooseWord)
    essence, action = (-1 if word == "none" else int(word) for word in args)
    choose_word(play, question, (essence, action))


def _stairs(play: Play, args: tuple[str, ...]) -> None:
    _room(play, args[0]).stairs = True
    play.game.question = None
    play.say("You find stairs down, behind a heap of stones.", "found")


def _finish(play: Play, _args: tuple[str, ...]) -> None:
    play.game.ended = True
    play.game.question = None
    play.say("The delve is over.", "end")


def _heir(play: Play, args: tuple[str, ...]) -> None:
    game = play.game
    if not isinstance(game.question, Fallen):
        raise IllegalAction("Another hero comes when this one's delve is over.")
    taken = [fallen.name for fallen in game.fallen]
    names = [name for name in play.content.words["heroes"] if name not in taken]
    name = check_words(args[0], "the hero's name", LONGEST_NAME) if args else ""
    setup.next_hero(play, name or (names[0] if names else f"{taken[-1]} the Younger"))
    play.say(f"{game.hero.name} comes to {game.domain.name}.")


COMMANDS = {
    command.name: command
    for command in (
        Command("begin", "sheets", "Fill in what is blank and enter the domain", (), _begin),
        Command("fill", "sheets", "Fill in this page's suggestions", (), _fill, free=True),
        Command("next", "sheets", "Open the next page", (), _next, free=True),
        Command("previous", "sheets", "Open the page before", (), _previous, free=True),
        Command("roll", "sheets", "Throw the dice of this page", (), _roll, free=True),
        Command(
            "toggle", "sheets", "Add a beast's change or take it away", ("row",), _toggle, free=True
        ),
        Command("size", "sheets", "Size the domain", ("length",), _size, free=True),
        Command(
            "set", "sheets", "Set a number", ("field", "value"), _set, typed=True, free=True
        ),
        Command(
            "write", "sheets", "Write a field, or ten words with commas", ("field", "text"),
            _write, typed=True, free=True,
        ),
        Command(
            "word", "sheets", "Change one word of the open list", ("row", "text"), _word,
            typed=True, free=True,
        ),
        Command(
            "equip", "sheets", "Write one of the hero's four items", ("slot", "uses", "text"),
            _equip, typed=True, free=True,
        ),
        Command(
            "arcane-feature", "sheets", "Give a feature an arcane effect",
            ("row", "action", "essence?"), _arcane_feature, typed=True, free=True,
        ),
        Command(
            "restore", "sheets", "Take over sheets that were kept", ("text",), _restore,
            typed=True, free=True,
        ),
        Command("walk", "go", "Take a way from here", ("way",), _walk),
        Command("explore", "go", "Go to the nearest place unknown", (), _explore),
        Command("travel", "go", "Go to a room that you know", ("room",), _travel),
        Command("enter", "go", "Go in", (), _enter),
        Command("turn-back", "go", "Stay where you are", (), _turn_back),
        Command("descend", "go", "Go down the stairs", (), _descend),
        Command("climb", "go", "Go up the stairs", (), _climb),
        Command("leave", "go", "Leave the domain alive", (), _leave),
        Command("abandon", "go", "Give up this hero", (), _abandon),
        Command("fight", "conflict", "Fight", ("who?",), _throw("fight")),
        Command("persuade", "conflict", "Persuade", ("who?",), _throw("persuade")),
        Command("hide", "conflict", "Go in and hide", (), _throw("evade", "hide")),
        Command("sneak", "conflict", "Slip past", (), _throw("evade", "sneak")),
        Command("flee", "conflict", "Get away", (), _throw("evade", "flee")),
        Command("evade", "conflict", "Avoid a hazard", (), _evade),
        Command("endure", "conflict", "Let a hazard come", (), _endure),
        Command(
            "tool", "conflict", "Use a feature or hazard in the next throw", ("what",), _tool,
            free=True,
        ),
        Command("open", "door", "Open a door", ("wall",), _open),
        Command("pick", "door", "Pick the next lock, quietly", ("wall",), _pick),
        Command("force", "door", "Force a heavy door", ("wall",), _force),
        Command("smash", "door", "Break a locked door down", ("wall",), _force),
        Command("search", "door", "Search a wall for a secret door", ("wall",), _search),
        Command("clear", "door", "Force a way that is barred", (), _clear),
        Command("loot", "place", "Search for treasure", ("what",), _loot),
        Command("try", "place", "Use a feature of the room", ("what",), _try),
        Command("recruit", "place", "Take a friend along", ("who",), _recruit),
        Command("pray", "place", "Ask a priest to pray for you", ("who",), _pray),
        Command("buy", "place", "Buy from an artisan", ("who", "rating"), _buy),
        Command("remains", "place", "Take what a fallen hero left", (), _remains),
        Command("use", "things", "Use an arcane thing", ("thing", "how"), _use),
        Command("remove", "things", "Take off what you wear", ("thing",), _remove, free=True),
        Command("tick", "things", "Use an item in throws", ("thing",), _tick, free=True),
        Command("untick", "things", "Leave an item out", ("thing",), _untick, free=True),
        Command("hit", "answer", "Whom a match hits", ("who",), _hit),
        Command("wound", "answer", "Who takes a wound", ("who",), _wound),
        Command("coins", "answer", "Take a match as coins", ("match",), _coins),
        Command("item", "answer", "Take a match as an item", ("match",), _take_item),
        Command(
            "arcane", "answer", "Take two matches as an arcane thing", ("essence", "action"),
            _arcane,
        ),
        Command("call", "answer", "Name a found item", ("kind", "text"), _call, typed=True),
        Command("meaning", "answer", "What words mean", ("essence", "action"), _meaning),
        Command("stairs", "answer", "Which room has the stairs", ("room",), _stairs),
        Command("answer", "answer", "Write a text", ("text",), _answer, typed=True, free=True),
        Command("heir", "answer", "Another hero comes", ("text?",), _heir, typed=True),
        Command("finish", "answer", "End the game", (), _finish),
    )
}  # fmt: skip


def verbs() -> tuple[Verb, ...]:
    """Return the verbs, for the contract."""
    return tuple(command.verb() for command in COMMANDS.values())


# ------------------------------------------------------------------------- reading


def read_action(text: str, offers: Sequence[Offer]) -> Action:
    """Return the action that a line means; a name may be shortened while it is clear.

    Raises InvalidAction or AmbiguousAction.
    """
    words = text.split()
    if not words:
        raise InvalidAction("Write what to do, for example “explore” or “fight”.")
    verb = words[0].casefold()
    command = COMMANDS.get(verb)
    if command is None:
        raise InvalidAction(f"“{words[0][:30]}” is nothing that a hero can do here.")
    if command.takes_text:
        return Action(verb, _text_arguments(command, text))
    action = Action(verb, tuple(word.casefold() for word in words[1:]))
    lines = [str(offer.action) for offer in offers if offer.action.verb == verb]
    if str(action) in lines or command.typed:
        return action
    wanted = [word.casefold() for word in words[1:]]
    close = [line for line in lines if _shortens(wanted, line.split()[1:])]
    if len(close) > 1:
        raise AmbiguousAction(f"“{text.strip()[:40]}” can mean several things.", close)
    if close:
        return Action(verb, tuple(close[0].split()[1:]))
    return action


def _shortens(wanted: list[str], words: list[str]) -> bool:
    return len(wanted) == len(words) and all(map(str.startswith, words, wanted))


def _text_arguments(command: Command, text: str) -> tuple[str, ...]:
    """Return the arguments of a command whose last one is kept as it was typed."""
    count = len(command.arguments)
    words = text.split(maxsplit=count)[1:]
    if len(words) < count and not command.arguments[-1].endswith("?"):
        raise InvalidAction(f"“{command.name}” takes: {' '.join(command.arguments)}.")
    plain = [word.casefold() for word in words[: count - 1]]
    return (*plain, *(" ".join(word.split()) for word in words[count - 1 :]))


# ------------------------------------------------------------------------- doing


def do_action(play: Play, action: Action) -> None:
    """Do an action and what follows from it. Raises ActionError before anything has changed."""
    command = COMMANDS.get(action.verb)
    if command is None:
        raise InvalidAction(f"“{action.verb[:30]}” is nothing that a hero can do here.")
    if command.typed:
        least = sum(not name.endswith("?") for name in command.arguments)
        if not least <= len(action.args) <= len(command.arguments):
            raise InvalidAction(f"“{command.name}” takes: {' '.join(command.arguments)}.")
    elif all(offer.action != action for offer in list_offers(play)):
        raise IllegalAction(_refusal(play, command))
    command.do(play, action.args)
    if not command.free:
        play.game.acts += 1
        run_tasks(play)


def _refusal(play: Play, command: Command) -> str:
    if play.game.setup is not None:
        return f"“{command.name}” must wait until the game begins."
    if play.game.question is not None or play.game.conflict is not None:
        return "Something else must be settled first: choose one of the answers."
    if command.group == "sheets":
        return "The sheets are filled in before the game begins."
    return f"You cannot {command.name.replace('-', ' ')} that way now."
