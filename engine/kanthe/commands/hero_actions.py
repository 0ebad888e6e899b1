"""The actions of a hero. They are checked against the offers before."""

from __future__ import annotations

from collections.abc import Callable

from engine.common.plans import CAUTIONS
from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.facts import Found, Own, SeatRef
from engine.contract.texts import text, typed
from engine.kanthe.commands.conflict_plans import find_opponent
from engine.kanthe.commands.repeated_tries import find_door
from engine.kanthe.encounters.conflict import (
    continue_conflict,
    do_act,
    end_delve,
    wound_ally,
    wound_hero,
)
from engine.kanthe.encounters.doors import dig, open_door
from engine.kanthe.encounters.followers import (
    buy,
    friends_here,
    pray,
    recruit,
    take_remains,
    wares_for_sale,
)
from engine.kanthe.encounters.treasure import (
    item_kinds,
    search_source,
    sources,
    take_all_as_coins,
    take_arcane,
    take_coins,
    take_item,
)
from engine.kanthe.exploring.arcane_use import choose_word, take_off, use_feature, use_item
from engine.kanthe.exploring.movement import (
    NO_NODE,
    climb,
    descend,
    leave_domain,
    start_walk,
    turn_back,
)
from engine.kanthe.map.level_plan import ways_from
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import feature_ref, item_name, item_refs, node_ref
from engine.kanthe.setup import wizard
from engine.kanthe.setup.design_sheets import LONGEST_NAME, check_words
from engine.kanthe.state import (
    WALLS,
    Approach,
    ChooseTarget,
    ChooseVictim,
    ChooseWord,
    FaceHazard,
    Fallen,
    KantheItem,
    Node,
    ShareTreasure,
)
from engine.kanthe.words import listing

Handler = Callable[[KantheContext, tuple[str, ...]], None]

# ------------------------------------------------------------------------- moving


def do_walk(game: KantheContext, args: tuple[str, ...]) -> None:
    state = game.state
    way = next(way for way in ways_from(state.here, state.place) if way.name == args[0])
    start_walk(game, list(way.passages))


def _room(game: KantheContext, ref: str) -> Node:
    return next(node for node in game.state.here.nodes if node_ref(node) == ref)


def do_turn_back(game: KantheContext, _args: tuple[str, ...]) -> None:
    question, game.state.question = game.state.question, None
    if isinstance(question, FaceHazard):
        game.hazard(question.hazard).left = True
    turn_back(game, question.node if isinstance(question, Approach) else NO_NODE)


def do_descend(game: KantheContext, _args: tuple[str, ...]) -> None:
    descend(game)


def do_climb(game: KantheContext, _args: tuple[str, ...]) -> None:
    climb(game)


def do_leave(game: KantheContext, _args: tuple[str, ...]) -> None:
    leave_domain(game)


def do_abandon(game: KantheContext, _args: tuple[str, ...]) -> None:
    words = text("{hero} gives up.", hero=typed(game.state.hero.name))
    game.tell(words, "end", Own("abandoned", SeatRef(0)))
    end_delve(game, "abandoned")


# ------------------------------------------------------------------------- conflicts


def do_tool(game: KantheContext, args: tuple[str, ...]) -> None:
    conflict = game.state.conflict
    assert conflict is not None
    conflict.tool = "" if args[0] == "none" else args[0]


def do_hit(game: KantheContext, args: tuple[str, ...]) -> None:
    question = game.state.question
    assert isinstance(question, ChooseTarget)
    game.state.question = None
    do_act(game, question.act, find_opponent(game, args[0]))
    continue_conflict(game)


def do_wound(game: KantheContext, args: tuple[str, ...]) -> None:
    question = game.state.question
    assert isinstance(question, ChooseVictim)
    game.state.question = None
    if args[0] == "me":
        wound_hero(game, question.degree, question.cause)
    else:
        ally = next(ally for ally in game.state.hero.allies if ally.name == args[0])
        wound_ally(game, ally, question.degree)
    continue_conflict(game)


# ------------------------------------------------------------------------- doors


def do_open(game: KantheContext, args: tuple[str, ...]) -> None:
    open_door(game, game.state.place, find_door(game, args[0]))


def do_dig(game: KantheContext, args: tuple[str, ...]) -> None:
    dig(game, game.state.place, WALLS.index(args[0]))


# ------------------------------------------------------------------------- places, friends


def do_loot(game: KantheContext, args: tuple[str, ...]) -> None:
    search_source(game, next(source for source in sources(game) if source.ref == args[0]))


def do_try(game: KantheContext, args: tuple[str, ...]) -> None:
    state = game.state
    features = state.place.features
    use_feature(game, next(f for f in features if feature_ref(state, f.row) == args[0]))


def do_recruit(game: KantheContext, args: tuple[str, ...]) -> None:
    recruit(game, find_opponent(game, args[0]))


def do_pray(game: KantheContext, args: tuple[str, ...]) -> None:
    pray(game, next(o for o in friends_here(game.state) if o.name == args[0]))


def do_buy(game: KantheContext, args: tuple[str, ...]) -> None:
    for artisan, ware in wares_for_sale(game):
        if artisan.name == args[0] and str(ware.rating) == args[1]:
            buy(game, artisan, ware)
            return


def do_remains(game: KantheContext, _args: tuple[str, ...]) -> None:
    take_remains(game, game.state.place)


# ------------------------------------------------------------------------- things


def _item(game: KantheContext, ref: str) -> KantheItem:
    return item_refs(game)[ref]


def do_use(game: KantheContext, args: tuple[str, ...]) -> None:
    use_item(game, _item(game, args[0]), args[1])


def do_remove(game: KantheContext, args: tuple[str, ...]) -> None:
    take_off(game, _item(game, args[0]))


def do_items(game: KantheContext, _args: tuple[str, ...]) -> None:
    game.state.choosing_items = True


def do_done(game: KantheContext, _args: tuple[str, ...]) -> None:
    game.state.choosing_items = False


def do_tick(game: KantheContext, args: tuple[str, ...]) -> None:
    item = _item(game, args[0])
    item.ticked = True
    game.tell(text("You will use {thing:the}.", thing=item_name(game, item)))


def do_untick(game: KantheContext, args: tuple[str, ...]) -> None:
    item = _item(game, args[0])
    item.ticked = False
    game.tell(text("You will not use {thing:the}.", thing=item_name(game, item)))


def do_caution(game: KantheContext, args: tuple[str, ...]) -> None:
    game.state.hero.caution = next(each for each in CAUTIONS if each == args[0])


def do_treasure(game: KantheContext, _args: tuple[str, ...]) -> None:
    game.state.hero.takes_coins = False


# ------------------------------------------------------------------------- answers


def _share(game: KantheContext) -> ShareTreasure:
    assert isinstance(game.state.question, ShareTreasure)
    return game.state.question


def do_coins(game: KantheContext, args: tuple[str, ...]) -> None:
    question = _share(game)
    if args[0] == "always":
        game.state.hero.takes_coins = True
    if args[0] in ("all", "always"):
        take_all_as_coins(game, question)
    else:
        take_coins(game, question, int(args[0]))


def do_take_item(game: KantheContext, args: tuple[str, ...]) -> None:
    question = game.state.question
    if not isinstance(question, ShareTreasure):
        raise IllegalAction(text("There is no treasure to share out now."))
    value, kind, name = args
    if value not in map(str, question.values):
        left = listing(question.values)
        raise InvalidAction(text("The matches left are: {values}.", values=left))
    kinds = item_kinds(game)
    ware = game.content.wares.get(name)
    if ware is not None and kind == ware.kind and kind not in kinds:
        kind = "-".join(ware.purposes)
    if kind not in kinds:
        raise InvalidAction(text("An item is one of: {kinds}.", kinds=", ".join(kinds)))
    take_item(game, question, int(value), kind, check_words(name, text("the item's name")))


def do_arcane(game: KantheContext, args: tuple[str, ...]) -> None:
    take_arcane(game, _share(game), int(args[0]), int(args[1]))


def do_meaning(game: KantheContext, args: tuple[str, ...]) -> None:
    question = game.state.question
    assert isinstance(question, ChooseWord)
    essence, action = (-1 if word == "none" else int(word) for word in args)
    choose_word(game, question, (essence, action))


def do_stairs(game: KantheContext, args: tuple[str, ...]) -> None:
    _room(game, args[0]).stairs = True
    game.state.question = None
    words = text("You find stairs down, behind a heap of stones.")
    game.tell(words, "found", Found("stairs"))


def do_finish(game: KantheContext, _args: tuple[str, ...]) -> None:
    game.state.ended = True
    game.state.question = None
    game.tell(text("The delve is over."), "end")


def do_heir(game: KantheContext, args: tuple[str, ...]) -> None:
    state = game.state
    if not isinstance(state.question, Fallen):
        raise IllegalAction(text("Another hero comes when this one's delve is over."))
    taken = [fallen.name for fallen in state.fallen]
    suggested = game.content.words["heroes"]
    turn, place = divmod(len(taken), len(suggested))
    names = [name for name in suggested if name not in taken]
    name = check_words(args[0], text("the hero's name"), LONGEST_NAME) if args else ""
    wizard.next_hero(game, name or (names[0] if names else f"{suggested[place]} {turn + 1}"))
