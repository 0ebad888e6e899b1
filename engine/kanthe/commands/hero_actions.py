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


def do_walk(play: KantheContext, args: tuple[str, ...]) -> None:
    game = play.game
    way = next(way for way in ways_from(game.here, game.place) if way.name == args[0])
    start_walk(play, list(way.passages))


def _room(play: KantheContext, ref: str) -> Node:
    return next(node for node in play.game.here.nodes if node_ref(node) == ref)


def do_turn_back(play: KantheContext, _args: tuple[str, ...]) -> None:
    question, play.game.question = play.game.question, None
    if isinstance(question, FaceHazard):
        play.hazard(question.hazard).left = True
    turn_back(play, question.node if isinstance(question, Approach) else NO_NODE)


def do_descend(play: KantheContext, _args: tuple[str, ...]) -> None:
    descend(play)


def do_climb(play: KantheContext, _args: tuple[str, ...]) -> None:
    climb(play)


def do_leave(play: KantheContext, _args: tuple[str, ...]) -> None:
    leave_domain(play)


def do_abandon(play: KantheContext, _args: tuple[str, ...]) -> None:
    words = text("{hero} gives up.", hero=typed(play.game.hero.name))
    play.tell(words, "end", Own("abandoned", SeatRef(0)))
    end_delve(play, "abandoned")


# ------------------------------------------------------------------------- conflicts


def do_tool(play: KantheContext, args: tuple[str, ...]) -> None:
    conflict = play.game.conflict
    assert conflict is not None
    conflict.tool = "" if args[0] == "none" else args[0]


def do_hit(play: KantheContext, args: tuple[str, ...]) -> None:
    question = play.game.question
    assert isinstance(question, ChooseTarget)
    play.game.question = None
    do_act(play, question.act, find_opponent(play, args[0]))
    if play.game.question is None:
        continue_conflict(play)


def do_wound(play: KantheContext, args: tuple[str, ...]) -> None:
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


# ------------------------------------------------------------------------- doors


def do_open(play: KantheContext, args: tuple[str, ...]) -> None:
    open_door(play, play.game.place, find_door(play, args[0]))


def do_dig(play: KantheContext, args: tuple[str, ...]) -> None:
    dig(play, play.game.place, WALLS.index(args[0]))


# ------------------------------------------------------------------------- places, friends


def do_loot(play: KantheContext, args: tuple[str, ...]) -> None:
    search_source(play, next(source for source in sources(play) if source.ref == args[0]))


def do_try(play: KantheContext, args: tuple[str, ...]) -> None:
    game = play.game
    features = game.place.features
    use_feature(play, next(f for f in features if feature_ref(game, f.row) == args[0]))


def do_recruit(play: KantheContext, args: tuple[str, ...]) -> None:
    recruit(play, find_opponent(play, args[0]))


def do_pray(play: KantheContext, args: tuple[str, ...]) -> None:
    pray(play, next(o for o in friends_here(play.game) if o.name == args[0]))


def do_buy(play: KantheContext, args: tuple[str, ...]) -> None:
    for artisan, ware in wares_for_sale(play):
        if artisan.name == args[0] and str(ware.rating) == args[1]:
            buy(play, artisan, ware)
            return


def do_remains(play: KantheContext, _args: tuple[str, ...]) -> None:
    take_remains(play, play.game.place)


# ------------------------------------------------------------------------- things


def _item(play: KantheContext, ref: str) -> KantheItem:
    return item_refs(play)[ref]


def do_use(play: KantheContext, args: tuple[str, ...]) -> None:
    use_item(play, _item(play, args[0]), args[1])


def do_remove(play: KantheContext, args: tuple[str, ...]) -> None:
    take_off(play, _item(play, args[0]))


def do_items(play: KantheContext, _args: tuple[str, ...]) -> None:
    play.game.choosing_items = True


def do_done(play: KantheContext, _args: tuple[str, ...]) -> None:
    play.game.choosing_items = False


def do_tick(play: KantheContext, args: tuple[str, ...]) -> None:
    item = _item(play, args[0])
    item.ticked = True
    play.tell(text("You will use {thing:the}.", thing=item_name(play, item)))


def do_untick(play: KantheContext, args: tuple[str, ...]) -> None:
    item = _item(play, args[0])
    item.ticked = False
    play.tell(text("You will not use {thing:the}.", thing=item_name(play, item)))


def do_caution(play: KantheContext, args: tuple[str, ...]) -> None:
    play.game.hero.caution = next(each for each in CAUTIONS if each == args[0])


def do_treasure(play: KantheContext, _args: tuple[str, ...]) -> None:
    play.game.hero.takes_coins = False


# ------------------------------------------------------------------------- answers


def _share(play: KantheContext) -> ShareTreasure:
    assert isinstance(play.game.question, ShareTreasure)
    return play.game.question


def do_coins(play: KantheContext, args: tuple[str, ...]) -> None:
    question = _share(play)
    if args[0] == "always":
        play.game.hero.takes_coins = True
    if args[0] in ("all", "always"):
        take_all_as_coins(play, question)
    else:
        take_coins(play, question, int(args[0]))


def do_take_item(play: KantheContext, args: tuple[str, ...]) -> None:
    question = play.game.question
    if not isinstance(question, ShareTreasure):
        raise IllegalAction(text("There is no treasure to share out now."))
    value, kind, name = args
    if value not in map(str, question.values):
        left = listing(question.values)
        raise InvalidAction(text("The matches left are: {values}.", values=left))
    kinds = item_kinds(play)
    ware = play.content.wares.get(name)
    if ware is not None and kind == ware.kind and kind not in kinds:
        kind = "-".join(ware.purposes)
    if kind not in kinds:
        raise InvalidAction(text("An item is one of: {kinds}.", kinds=", ".join(kinds)))
    take_item(play, question, int(value), kind, check_words(name, text("the item's name")))


def do_arcane(play: KantheContext, args: tuple[str, ...]) -> None:
    take_arcane(play, _share(play), int(args[0]), int(args[1]))


def do_meaning(play: KantheContext, args: tuple[str, ...]) -> None:
    question = play.game.question
    assert isinstance(question, ChooseWord)
    essence, action = (-1 if word == "none" else int(word) for word in args)
    choose_word(play, question, (essence, action))


def do_stairs(play: KantheContext, args: tuple[str, ...]) -> None:
    _room(play, args[0]).stairs = True
    play.game.question = None
    words = text("You find stairs down, behind a heap of stones.")
    play.tell(words, "found", Found("stairs"))


def do_finish(play: KantheContext, _args: tuple[str, ...]) -> None:
    play.game.ended = True
    play.game.question = None
    play.tell(text("The delve is over."), "end")


def do_heir(play: KantheContext, args: tuple[str, ...]) -> None:
    game = play.game
    if not isinstance(game.question, Fallen):
        raise IllegalAction(text("Another hero comes when this one's delve is over."))
    taken = [fallen.name for fallen in game.fallen]
    names = [name for name in play.content.words["heroes"] if name not in taken]
    name = check_words(args[0], text("the hero's name"), LONGEST_NAME) if args else ""
    wizard.next_hero(play, name or (names[0] if names else f"{taken[-1]} the Younger"))
