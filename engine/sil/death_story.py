"""The story of a death: what happened, in what state, in whose company, and what was left."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.facts import Died, Means, SeatRef
from engine.contract.texts import Listing, Text, counted, text
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.effects import statuses
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Slot
from engine.sil.hero import singing
from engine.sil.items import item_classes
from engine.sil.level import terrain

_STRUCK: dict[Means, Text] = {
    "blow": text("Struck down by {by} at {place}, on turn {turn:,}."),
    "shot": text("Shot dead by {by} at {place}, on turn {turn:,}."),
    "power": text("Undone by {by} at {place}, on turn {turn:,}."),
    "trap": text("Killed by {by} at {place}, on turn {turn:,}."),
    "status": text("Died of {by} at {place}, on turn {turn:,}."),
    "hunger": text("Died of {by} at {place}, on turn {turn:,}."),
    "fall": text("Fell to death at {place}, on turn {turn:,}: {by}."),
}
_SLAIN = text("Slain by {by} at {place}, on turn {turn:,}.")
_HALF = 2  # of the voice
_THIRD = 3  # of its health, below which a killer was near its own death
_NEAR = 12  # squares
_MUCH = 1000  # experience
_DOING = {
    "rest": text("You had lain down to rest."),
    "flee": text("You were running away."),
    "fall-back": text("You were falling back."),
    "hide": text("You were looking for cover."),
    "explore": text("You were exploring."),
    "travel": text("You were on your way elsewhere."),
    "fight": text("You had meant to fight it out."),
    "charge": text("You had charged."),
    "await": text("You were lying in wait."),
    "search": text("You were searching the walls."),
    "forge": text("You were at work at a forge."),
    "quaff": text("You had just emptied a potion."),
    "eat": text("You had just eaten."),
    "stairs": text("You had just taken the stairs."),
    "fire": text("You had just shot."),
    "shoot": text("You were shooting."),
    "throw": text("You had just thrown something."),
    "sing": text("You had just begun to sing."),
    "wait": text("You were standing still."),
}


def fate(game: SilContext, place: Text) -> Text:
    """Return how the hero died, where and when."""
    died = _death(game)
    template = _STRUCK.get(died.means, _SLAIN) if died is not None else _SLAIN
    hero = game.hero
    facts = {"by": hero.killed_by, "place": place, "turn": hero.turns}
    return Text(template.template, facts)


def particulars(game: SilContext) -> Iterator[Text]:
    """Yield what else was so when the hero died, in sentences."""
    if doing := _DOING.get(game.hero.last_action.partition(" ")[0]):
        yield doing
    states = list(_states(game))
    if states:
        yield text("At the end: {states}.", states=Listing(tuple(states)))
    yield from _company(game)
    yield from _left(game)


def _death(game: SilContext) -> Died | None:
    """Return the fact of the hero's death."""
    facts = (said.fact for said in reversed(game.state.said))
    dead = SeatRef(game.hero.number)
    return next((f for f in facts if isinstance(f, Died) and f.who == dead), None)


def _states(game: SilContext) -> Iterator[Text]:
    """Yield the states that the hero was in, in a word or two each."""
    hero = game.hero
    yield from (kind.word for kind in game.under_way() if kind.harmful)
    held = statuses.trapped_in(game)
    if held:
        yield text("in a pit") if held == "pit" else text("in a web")
    here = game.level.at(hero.y, hero.x)
    if terrain.STAIR[game.level.feature[here]]:
        yield text("on the stairs")
    elif not game.level.room[here]:
        yield text("in a corridor")
    if game.knowledge.light and game.knowledge.light[here] <= 0:
        yield text("in the dark")
    if hero.song >= 0:
        yield text("still singing")
    if hero.stealth_mode:
        yield text("creeping")
    if not hero.worn.get(Slot.WEAPON):
        yield text("with bare hands")


def _company(game: SilContext) -> Iterator[Text]:
    """Yield who was about, and how it was with the killer."""
    died = _death(game)
    seen = creature_names.visible(game)
    killer = next((c for c in seen if died and creature_names.ref(game, c) == died.by), None)
    if died is not None and died.means in ("blow", "shot") and died.by is None:
        yield text("You never saw who it was.")
    if killer is not None:
        yield from _killer(game, killer)
        if told := creature_names.rules_of(game, killer).slays:
            yield Text(told)
    others = [c for c in seen if c is not killer and c.alertness >= 0]
    beside = sum(creature_stats.adjacent(game.hero, c) for c in others)
    if beside:
        yield counted(beside, "{number} more stood beside you.", "{number} more stood beside you.")
    elif others:
        yield counted(len(others), "{number} more was coming.", "{number} more were coming.")
    elif not seen:
        yield text("Nobody else was there to see it.")


def _killer(game: SilContext, killer: Creature) -> Iterator[Text]:
    who = creature_names.name(game, killer)
    gap = max(abs(killer.y - game.hero.y), abs(killer.x - game.hero.x))
    if gap > 1:
        yield text("{who:The} stood {number} squares away.", who=who, number=gap)
    if killer.health * _THIRD <= killer.max_health:
        yield text("{who:The} was almost dead as well.", who=who)
    elif killer.health < killer.max_health:
        yield text("You had wounded {who:the}.", who=who)
    else:
        yield text("You had not even scratched {who:the}.", who=who)


def _left(game: SilContext) -> Iterator[Text]:
    """Yield what was in the pack or not far away, and was of no more use."""
    hero, level = game.hero, game.level
    if hero.silmarils:
        template = counted(hero.silmarils, "a Silmaril", "{number} Silmarils")
        yield text("{jewels:The} went back into the dark.", jewels=template)
    drinks = [
        i for i in hero.pack if item_classes.kind_of(game.data, i).tval == item_classes.POTION
    ]
    if number := sum(item.count for item in drinks):
        yield counted(number, "{number} potion was left.", "{number} potions were left.")
    stairs = [
        max(abs(y - hero.y), abs(x - hero.x))
        for y, x in map(level.place, terrain.squares(level, terrain.STAIR))
        if game.knowledge.mark[level.at(y, x)]
    ]
    if stairs and 0 < min(stairs) <= _NEAR:
        yield counted(
            min(stairs),
            "The stairs were {number} step away.",
            "The stairs were {number} steps away.",
        )
    if hero.unspent >= _MUCH:
        yield text("{number:,} experience was never spent.", number=hero.unspent)
    if hero.voice * _HALF > hero.derived.max_voice and singing.known(game.data, hero):
        yield text("There was breath left for a song.")
