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
    Opponent,
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


def use_item(game: KantheContext, item: KantheItem, how: str) -> None:
    """Use an arcane thing; throw for its words first if they are unknown."""
    state = game.state
    if isinstance(state.question, FaceHazard):
        state.tasks.append(MeetHazard(state.question.hazard))
        state.question = None
    if try_item(game, item, how):
        finish_use(game, item, how)


def choose_word(game: KantheContext, question: ChooseWord, rows: tuple[int, int]) -> None:
    """Go on with a use after the player has chosen what the matches mean."""
    game.state.question = None
    item = game.item(question.item)
    learn(game, item, rows)
    finish_use(game, item, question.how)


def finish_use(game: KantheContext, item: KantheItem, how: str) -> None:
    """Let a thing that was tried do what it does, and use it up."""
    effect = effect_of(game, item)
    method = game.method_of(item)
    if method.has("consumed"):
        game.state.hero.items.remove(item)
        used = Used(SeatRef(0), ThingRef(item.arcane))
        game.describe(method.words("consumed")[0], fact=used)
    if game.content.manners[how].has("noise"):
        game.state.tasks.append(CallMobile(noise=True))
    if effect is None:
        game.tell(text("Nothing happens."))
    else:
        _activate(game, item, how, effect)
        if game.state.conflict is None and reach_of(game, item, how) == "room":
            _strike_the_room(game, effect)
    if method.has("worn") and not item.worn:
        wear(game, item)
    lose_round(game)


def _activate(game: KantheContext, item: KantheItem, how: str, effect: ArcaneEffect) -> None:
    """Let a known effect happen by its thing's method."""
    state = game.state
    row = game.method_of(item)
    words = text("{effect}, by {form}.", effect=game.effect_name(effect), form=Name(row.form))
    game.tell(words, "found", Own("effect", SeatRef(0), item.arcane))
    if row.has("lingers"):
        state.hero.potions.append(effect)
    if game.content.manners[how].has("bars"):
        _shake_off(game)
        return
    if game.heals(effect):
        if item.healed_at < state.areas_drawn:
            item.healed_at = state.areas_drawn
            _heal_by(game, how, effect)
        return
    if state.conflict is not None:
        if row.has("boosts"):
            state.conflict.spoken.append(SpokenEffect(effect, reach_of(game, item, how)))
        return
    _overcome_obstacle(game, effect)


def _strike_the_room(game: KantheContext, effect: ArcaneEffect) -> None:
    """Let an effect that helps in fights land on the hero who shouted it, and rouse all who are in
    the room."""
    state = game.state
    if not fits(game, effect, "fight"):
        return
    name = game.effect_name(effect)
    faces = game.throw_opposition(game.content.effect_dice, "own-shout", effect=name)
    present = [o for o in state.here.opponents if o.here and o.node == state.node]
    for opponent in present:
        opponent.attacks, opponent.peaceful = True, False
    if present:
        state.tasks.append(MeetOpponents([o.id for o in present]))
    state.tasks += [TakeWound(match.degree, name) for match in find_matches(faces)]


def _heal_by(game: KantheContext, how: str, effect: ArcaneEffect) -> None:
    """Heal whom a manner of using a thing reaches."""
    state = game.state
    hero, others = _healed_by(game, how)
    if "all" in game.content.manners[how].words("heals"):
        others += [o for o in state.here.opponents if o.here and o.node == state.node]
    heal(game, effect.essence, hero=hero, others=others)


def _healed_by(game: KantheContext, how: str) -> tuple[bool, list[Opponent]]:
    """Return whether healing in a manner reaches the hero, and which of his allies: if it reaches
    one, whoever is hurt most."""
    reach = game.content.manners[how].words("heals")
    allies = [] if "self" in reach else list(game.state.hero.allies)
    if "one" in reach:
        allies = sorted(allies, key=lambda ally: -ally.wounds)[:1]
    return bool({"self", "all"} & set(reach)), allies


def heal_by_worn(game: KantheContext) -> None:
    """Let what the hero wears heal him, as it does in each area that is new to it."""
    for item in game.state.hero.items:
        effect = effect_of(game, item) if item.worn else None
        if effect is None or not game.heals(effect):
            continue
        [how] = game.method_of(item).manners
        if has_use(game, item, effect, how):
            item.healed_at = game.state.areas_drawn
            heal(game, effect.essence, hero=True)


def _shake_off(game: KantheContext) -> None:
    """Bar the way behind the hero with a staff: nothing follows any more."""
    for opponent in game.state.here.opponents:
        if opponent.follows and opponent.here and game.state.conflict is None:
            opponent.follows = False
            words = text("The wall stops {who:the}.", who=creature_name(opponent))
            game.tell(words, "end", Own("shaken-off"))


def wear(game: KantheContext, item: KantheItem) -> None:
    """Put a thing on; what there is no room for comes off."""
    hero = game.state.hero
    worn = [other for other in hero.items if other.arcane == item.arcane and other.worn]
    while len(worn) >= game.method_of(item).number("worn"):
        old = worn.pop(0)
        old.worn = False
        game.tell(text("You take off {thing:the}.", thing=item_name(game, old)))
    item.worn = True
    game.tell(text("You put on {thing:the}.", thing=item_name(game, item)))


def has_room(game: KantheContext, item: KantheItem) -> bool:
    """Return whether a thing can be put on without taking another one off."""
    worn = [o for o in game.state.hero.items if o.arcane == item.arcane and o.worn]
    return len(worn) < game.method_of(item).number("worn")


def take_off(game: KantheContext, item: KantheItem) -> None:
    """Take a worn thing off."""
    item.worn = False
    game.tell(text("You take off {thing:the}.", thing=item_name(game, item)))


# ------------------------------------------------------------------------- obstacles


def obstacles(game: KantheContext) -> list[Obstacle]:
    """Return what stands in the hero's way here, the nearest first."""
    state = game.state
    found = []
    pending = [t.hazard for t in state.tasks if isinstance(t, MeetHazard)]
    if isinstance(state.question, FaceHazard):
        pending.append(state.question.hazard)
    around = {passage.id for passage in passages_at(state.here, state.node)}
    for hazard in state.here.hazards:
        near = hazard.id in pending or hazard.node == state.node or hazard.passage in around
        if near and hazard.state == "active" and hazard.essence >= 0:
            found.append(Obstacle(hazard.essence, hazard))
    found.sort(key=lambda o: o.hazard is None or o.hazard.id not in pending)
    materials = game.content.materials
    if state.passage < 0 and state.question is None:
        for door in state.place.doors:
            if door.opened or not door.judged or not door.heavy:
                continue
            found.append(Obstacle(materials["door"], door=door))
            if door.locks:
                found.append(Obstacle(materials["lock"], door=door, lock=True))
    return found


def walls_to_dig(game: KantheContext) -> list[int]:
    """Return the walls of a room without way or door, if the hero wears what tunnels."""
    place, wall = game.state.place, game.content.materials["wall"]
    worn = [i for i in game.state.hero.items if i.worn and game.method_of(i).has("tunnels")]
    effects = [effect_of(game, item) for item in worn]
    if place.kind != "room" or all(e is None or e.essence != wall for e in effects):
        return []
    return [number for number, taken in enumerate(place.walls) if not taken]


def has_use(game: KantheContext, item: KantheItem, effect: ArcaneEffect, how: str) -> bool:
    """Return whether a thing's effect would overcome something here, or heal the hero or an ally
    whom this manner reaches: once for each area that is drawn."""
    if game.heals(effect):
        hero, allies = _healed_by(game, how)
        hurt = (hero and game.state.hero.wounds) or any(ally.wounds for ally in allies)
        return bool(hurt) and item.healed_at < game.state.areas_drawn
    return any(obstacle.essence == effect.essence for obstacle in obstacles(game))


def _overcome_obstacle(game: KantheContext, effect: ArcaneEffect) -> None:
    """Overcome the first obstacle of an effect's essence, without a throw."""
    for obstacle in obstacles(game):
        if obstacle.essence != effect.essence:
            continue
        if obstacle.hazard is not None and clears(game, effect, obstacle.hazard):
            obstacle.hazard.state = "gone"
            hazard = describe_hazard(game, obstacle.hazard, known=True)
            words = text("{hazard:The} is overcome.", hazard=hazard)
            game.tell(words, "end", Own("cleared", SeatRef(0), obstacle.hazard.kind))
        elif obstacle.door is not None and obstacle.lock:
            obstacle.door.locks.pop(0)
            words = text("A lock of {door} gives way.", door=door_name(obstacle.door))
            game.tell(words, "end", Own("lock-picked", SeatRef(0)))
        elif obstacle.door is not None:
            open_door(game, game.state.place, obstacle.door)
        return
    game.tell(text("There is nothing here for it to work on."))


# ------------------------------------------------------------------------- features


def use_feature(game: KantheContext, feature: Feature) -> None:
    """Use a feature, once: an arcane one has its effect, any other is a call on hazards."""
    state = game.state
    feature.used = True
    effect = state.domain.arcane_features[feature.row]
    name = feature_name(state, feature.row)
    game.tell(text("You try what {feature:the} is for.", feature=name))
    if effect is not None:
        words = text("{effect}.", effect=game.effect_name(effect))
        game.tell(words, "found", Own("effect", SeatRef(0), "feature"))
        read_carving(game, effect)
        if game.heals(effect):
            heal(game, effect.essence, hero=True)
        elif any(o.essence == effect.essence for o in obstacles(game)):
            _overcome_obstacle(game, effect)
        else:
            bonus = game.content.effect_dice
            state.hero.boost += bonus
            game.tell(
                text("Its power stays with you: {bonus} dice in your next throw.", bonus=bonus)
            )
        return
    tasks: list[Task] = []
    for match in game.call("feature", feature=name):
        row = game.content.stationary[match.value]
        found = find_hazard(game, row, match.degree, node=state.node)
        tasks += meetings_of(game, found)
    if not tasks:
        game.tell(text("Nothing comes of it."))
    state.tasks += reversed(tasks)
