"""Using arcane things and features: what an effect does where it is used."""

from __future__ import annotations

import msgspec

from engine.contract.facts import Own, SeatRef, ThingRef, Used
from engine.contract.texts import Name, text
from engine.kanthe.dice import find_matches
from engine.kanthe.encounters.conflict import lose_round
from engine.kanthe.encounters.doors import open_door
from engine.kanthe.encounters.finds import describe_hazard, find_hazard
from engine.kanthe.encounters.hazards import clears, meetings_of
from engine.kanthe.magic.arcane_things import (
    effect_of,
    fits,
    heal,
    learn,
    reach_of,
    read_carving,
    try_item,
)
from engine.kanthe.map.level_plan import passages_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, door_name, feature_name, item_name
from engine.kanthe.state import (
    ArcaneEffect,
    CallMobile,
    ChooseWord,
    Door,
    FaceHazard,
    Feature,
    Hazard,
    KantheItem,
    MeetHazard,
    MeetOpponents,
    SpokenEffect,
    TakeWound,
    Task,
)


class Obstacle(msgspec.Struct, frozen=True):
    """Something that an effect of its essence overcomes."""

    essence: int
    hazard: Hazard | None = None
    door: Door | None = None
    lock: bool = False


# ------------------------------------------------------------------------- using things


def use_item(play: KantheContext, item: KantheItem, how: str) -> None:
    """Use an arcane thing; throw for its words first if they are unknown."""
    game = play.game
    if isinstance(game.question, FaceHazard):
        game.tasks.append(MeetHazard(game.question.hazard))
        game.question = None
    if try_item(play, item, how):
        finish_use(play, item, how)


def choose_word(play: KantheContext, question: ChooseWord, rows: tuple[int, int]) -> None:
    """Go on with a use after the player has chosen what the matches mean."""
    play.game.question = None
    item = play.item(question.item)
    learn(play, item, rows)
    finish_use(play, item, question.how)


def finish_use(play: KantheContext, item: KantheItem, how: str) -> None:
    """Let a thing that was tried do what it does, and use it up."""
    effect = effect_of(play, item)
    method = play.method_of(item)
    if method.has("consumed"):
        play.game.hero.items.remove(item)
        used = Used(SeatRef(0), ThingRef(item.arcane))
        play.describe(method.words("consumed")[0], fact=used)
    if play.content.manners[how].has("noise"):
        play.game.tasks.append(CallMobile(noise=True))
    if effect is None:
        play.tell(text("Nothing happens."))
    else:
        _activate(play, item, how, effect)
        if play.game.conflict is None and reach_of(play, item, how) == "room":
            _strike_the_room(play, effect)
    if method.has("worn") and not item.worn:
        wear(play, item)
    lose_round(play)


def _activate(play: KantheContext, item: KantheItem, how: str, effect: ArcaneEffect) -> None:
    """Let a known effect happen by its thing's method."""
    game = play.game
    row = play.method_of(item)
    words = text("{effect}, by {form}.", effect=play.effect_name(effect), form=Name(row.form))
    play.tell(words, "found", Own("effect", SeatRef(0), item.arcane))
    if row.has("lingers"):
        game.hero.potions.append(effect)
    if play.content.manners[how].has("bars"):
        _shake_off(play)
        return
    if play.heals(effect):
        if item.healed_at < game.areas_drawn:
            item.healed_at = game.areas_drawn
            _heal_by(play, how, effect)
        return
    if game.conflict is not None:
        if row.has("boosts"):
            game.conflict.spoken.append(SpokenEffect(effect, reach_of(play, item, how)))
        return
    _overcome_obstacle(play, effect)


def _strike_the_room(play: KantheContext, effect: ArcaneEffect) -> None:
    """Let an effect that helps in fights land on the hero who shouted it, and rouse all who are in
    the room."""
    game = play.game
    if not fits(play, effect, "fight"):
        return
    name = play.effect_name(effect)
    faces = play.throw_opposition(play.content.effect_dice, "own-shout", effect=name)
    present = [o for o in game.here.opponents if o.here and o.node == game.node]
    for opponent in present:
        opponent.attacks, opponent.peaceful = True, False
    if present:
        game.tasks.append(MeetOpponents([o.id for o in present]))
    game.tasks += [TakeWound(match.degree, name) for match in find_matches(faces)]


def _heal_by(play: KantheContext, how: str, effect: ArcaneEffect) -> None:
    """Heal whom a manner of using a thing reaches."""
    game = play.game
    reach = play.content.manners[how].words("heals")
    others = [] if "self" in reach else list(game.hero.allies)
    if "all" in reach:
        others += [o for o in game.here.opponents if o.here and o.node == game.node]
    if "one" in reach:
        others = others[:1]
    heal(play, effect.essence, hero="self" in reach or "all" in reach, others=others)


def heal_by_worn(play: KantheContext) -> None:
    """Let what the hero wears heal him, as it does in each area that is new to it."""
    for item in play.game.hero.items:
        effect = effect_of(play, item) if item.worn else None
        if effect is not None and has_use(play, item, effect) and play.heals(effect):
            item.healed_at = play.game.areas_drawn
            heal(play, effect.essence, hero=True)


def _shake_off(play: KantheContext) -> None:
    """Bar the way behind the hero with a staff: nothing follows any more."""
    for opponent in play.game.here.opponents:
        if opponent.follows and opponent.here and play.game.conflict is None:
            opponent.follows = False
            words = text("The wall stops {who:the}.", who=creature_name(opponent))
            play.tell(words, "end", Own("shaken-off"))


def wear(play: KantheContext, item: KantheItem) -> None:
    """Put a thing on; what there is no room for comes off."""
    hero = play.game.hero
    worn = [other for other in hero.items if other.arcane == item.arcane and other.worn]
    while len(worn) >= play.method_of(item).number("worn"):
        old = worn.pop(0)
        old.worn = False
        play.tell(text("You take off {thing:the}.", thing=item_name(play, old)))
    item.worn = True
    play.tell(text("You put on {thing:the}.", thing=item_name(play, item)))


def has_room(play: KantheContext, item: KantheItem) -> bool:
    """Return whether a thing can be put on without taking another one off."""
    worn = [o for o in play.game.hero.items if o.arcane == item.arcane and o.worn]
    return len(worn) < play.method_of(item).number("worn")


def take_off(play: KantheContext, item: KantheItem) -> None:
    """Take a worn thing off."""
    item.worn = False
    play.tell(text("You take off {thing:the}.", thing=item_name(play, item)))


# ------------------------------------------------------------------------- obstacles


def obstacles(play: KantheContext) -> list[Obstacle]:
    """Return what stands in the hero's way here, the nearest first."""
    game = play.game
    found = []
    pending = [t.hazard for t in game.tasks if isinstance(t, MeetHazard)]
    if isinstance(game.question, FaceHazard):
        pending.append(game.question.hazard)
    around = {passage.id for passage in passages_at(game.here, game.node)}
    for hazard in game.here.hazards:
        near = hazard.id in pending or hazard.node == game.node or hazard.passage in around
        if near and hazard.state == "active" and hazard.essence >= 0:
            found.append(Obstacle(hazard.essence, hazard))
    found.sort(key=lambda o: o.hazard is None or o.hazard.id not in pending)
    materials = play.content.materials
    if game.passage < 0 and game.question is None:
        for door in game.place.doors:
            if door.opened or not door.judged or not door.heavy:
                continue
            found.append(Obstacle(materials["door"], door=door))
            if door.locks:
                found.append(Obstacle(materials["lock"], door=door, lock=True))
    return found


def walls_to_dig(play: KantheContext) -> list[int]:
    """Return the walls of a room without way or door, if the hero wears what tunnels."""
    place, wall = play.game.place, play.content.materials["wall"]
    worn = [i for i in play.game.hero.items if i.worn and play.method_of(i).has("tunnels")]
    effects = [effect_of(play, item) for item in worn]
    if place.kind != "room" or all(e is None or e.essence != wall for e in effects):
        return []
    return [number for number, taken in enumerate(place.walls) if not taken]


def has_use(play: KantheContext, item: KantheItem, effect: ArcaneEffect) -> bool:
    """Return whether a thing's effect would overcome something here, or heal: once for each area
    that is drawn."""
    if play.heals(effect):
        return play.game.hero.wounds > 0 and item.healed_at < play.game.areas_drawn
    return any(obstacle.essence == effect.essence for obstacle in obstacles(play))


def _overcome_obstacle(play: KantheContext, effect: ArcaneEffect) -> None:
    """Overcome the first obstacle of an effect's essence, without a throw."""
    for obstacle in obstacles(play):
        if obstacle.essence != effect.essence:
            continue
        if obstacle.hazard is not None and clears(play, effect, obstacle.hazard):
            obstacle.hazard.state = "gone"
            hazard = describe_hazard(play, obstacle.hazard, known=True)
            words = text("{hazard:The} is overcome.", hazard=hazard)
            play.tell(words, "end", Own("cleared", SeatRef(0), obstacle.hazard.kind))
        elif obstacle.door is not None and obstacle.lock:
            obstacle.door.locks.pop(0)
            words = text("A lock of {door} gives way.", door=door_name(obstacle.door))
            play.tell(words, "end", Own("lock-picked", SeatRef(0)))
        elif obstacle.door is not None:
            open_door(play, play.game.place, obstacle.door)
        return
    play.tell(text("There is nothing here for it to work on."))


# ------------------------------------------------------------------------- features


def use_feature(play: KantheContext, feature: Feature) -> None:
    """Use a feature, once: an arcane one has its effect, any other is a call on hazards."""
    game = play.game
    feature.used = True
    effect = game.domain.arcane_features[feature.row]
    name = feature_name(game, feature.row)
    play.tell(text("You try what {feature:the} is for.", feature=name))
    if effect is not None:
        words = text("{effect}.", effect=play.effect_name(effect))
        play.tell(words, "found", Own("effect", SeatRef(0), "feature"))
        read_carving(play, effect)
        if play.heals(effect):
            heal(play, effect.essence, hero=True)
        elif any(o.essence == effect.essence for o in obstacles(play)):
            _overcome_obstacle(play, effect)
        else:
            bonus = play.content.effect_dice
            game.hero.boost += bonus
            play.tell(
                text("Its power stays with you: {bonus} dice in your next throw.", bonus=bonus)
            )
        return
    tasks: list[Task] = []
    for match in play.call("feature", feature=name):
        row = play.content.stationary[match.value]
        found = find_hazard(play, row, match.degree, node=game.node)
        tasks += meetings_of(play, found)
    if not tasks:
        play.tell(text("Nothing comes of it."))
    game.tasks += reversed(tasks)
