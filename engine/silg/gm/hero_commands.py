"""Heroes in the Game Master's hand: harm and healing, states, goods, experience, any figure."""

from __future__ import annotations

from collections.abc import Iterable

from engine.common import slugs
from engine.contract.action import IllegalAction, InvalidAction, Offer
from engine.contract.facts import Died, Healed, Hurt, SeatRef, StatusBegan, ThingRef, Took
from engine.contract.texts import Name, Text, listed, typed
from engine.sil.data.records import Kind
from engine.sil.data.timers import Timers
from engine.sil.effects import injury, statuses
from engine.sil.game.state import Item
from engine.sil.hero import derived, experience
from engine.sil.items import item_creation, pack
from engine.sil.level import terrain
from engine.silg.clock import encounter_clock
from engine.silg.combat import standing_defence
from engine.silg.combat.attack_reports import lie_down, tell_death
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import (
    Args,
    GmCommand,
    each_offer,
    fighters,
    figure_words,
    offer,
    option,
    read_fighters,
    read_number,
    read_seat,
    read_seats,
)
from engine.silg.gm.preparation import check_level
from engine.silg.levels import squares
from engine.silg.setup import entry
from engine.silg.wording import text

MOST_HARM = 999
OFFERED = 12  # of whom every command is offered by name
STATES = Timers.__struct_fields__


def check_in_play(game: SilGContext) -> None:
    """Raise IllegalAction before the session begins."""
    if game.state.stage == "setup":
        raise IllegalAction(text("The session has not begun."))


def _hurt(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    amount, before = read_number(words[1], 1, MOST_HARM), game.heroes
    armoured = len(words) > 2 and words[2] == "armour"
    for key in read_fighters(game, words[0]):
        kept = (
            standing_defence.standing(game, standing_defence.entered(game, key)) if armoured else 0
        )
        harm(game, key, max(0, amount - kept))
    if game.state.stage == "minutes":
        game.state.fighters = []
    if before and not game.heroes:
        encounter_clock.lose(game)


def harm(game: SilGContext, key: str, amount: int) -> None:
    """Take health from somebody, whatever did it."""
    seat, creature = game.seat_of(key), game.creature(key)
    name = game.name(key)
    audience = game.audience_of(key)
    if seat is not None:
        injury.hurt_hero(game.hero_game(seat), amount, text("a mishap"))
        game.overhear(seat, ("death",))
        game.tell(
            text("{who:The} takes {number} damage.", who=name, number=amount),
            None,
            "hurt",
            fact=Hurt(SeatRef(seat), amount, "status"),
        )
        tell_death(game, seat)
    elif creature is not None:
        who = game.ref(key)
        hurt = Hurt(who, amount, "status") if who else None
        game.tell(
            text("{who:The} takes {number} damage.", who=name, number=amount),
            audience,
            "hurt",
            fact=hurt,
        )
        died = injury.hurt_creature(game.level_game, creature, amount, by_hero=False)
        game.overhear(game.level_game.hero.number, ("kill", "noticed"))
        if died:
            fact = Died(who, means="status") if who else None
            game.tell(text("{who:The} is slain.", who=name), audience, "kill", fact=fact)


def _heal(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    amount = read_number(words[1], 1, MOST_HARM) if len(words) > 1 else MOST_HARM
    for key in read_fighters(game, words[0]):
        seat, creature = game.seat_of(key), game.creature(key)
        if seat is not None:
            hero = game.hero(seat)
            before = hero.health
            hero.health = min(hero.derived.max_health, hero.health + amount)
            amount_healed = hero.health - before
            game.tell(
                text("{who:The} is healed.", who=game.name(key)),
                None,
                "heal",
                fact=Healed(SeatRef(seat), amount_healed),
            )
        elif creature is not None:
            creature.health = min(creature.max_health, creature.health + amount)
            game.tell_gm(text("{who:The} is healed.", who=game.name(key)))


def _hurt_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage != "setup":
        among = fighters(game)[:OFFERED]
        yield from each_offer(game, among, "hurt", "1", label="1 damage to {who:the}")


def _heal_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage != "setup":
        hurt = [key for key in fighters(game) if _is_hurt(game, key)]
        yield from each_offer(game, hurt[:OFFERED], "heal", label="Heal {who:the}")


def _is_hurt(game: SilGContext, key: str) -> bool:
    seat, creature = game.seat_of(key), game.creature(key)
    if seat is not None:
        return game.hero(seat).health < game.hero(seat).derived.max_health
    return creature is not None and creature.health < creature.max_health


def _afflict(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    rounds = read_number(words[2], 1, 500)
    if words[1] not in STATES:
        raise InvalidAction(text("States are {states}.", states=listed(map(typed, STATES))))
    for key in read_fighters(game, words[0]):
        seat, creature = game.seat_of(key), game.creature(key)
        if seat is not None:
            statuses.inflict(game.hero_game(seat), words[1], rounds, save=False)
            game.overhear(seat)
            game.tell(
                text("{who:The}: {state}.", who=game.name(key), state=figure_words(words[1])),
                None,
                "status",
                fact=StatusBegan(SeatRef(seat), words[1], rounds),
            )
        elif creature is not None:
            _afflict_creature(game, key, words[1], rounds)


def _afflict_creature(game: SilGContext, key: str, state: str, rounds: int) -> None:
    creature = game.creature(key)
    fields = {"stun": "stun", "confused": "confused", "fast": "hasted", "slow": "slowed"}
    if creature is None or state not in fields:
        raise InvalidAction(text("Monsters can be {states}.", states=listed(map(typed, fields))))
    setattr(creature, fields[state], rounds)
    creature.speed = game.data.monsters[creature.race].speed
    creature.speed += (creature.hasted > 0) - (creature.slowed > 0)
    game.tell_gm(text("{who:The}: {state}.", who=game.name(key), state=figure_words(state)))


def _cure(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    for seat in read_seats(game, words[0]):
        for state in STATES:
            if len(words) == 1 or words[1] == state:
                statuses.cure(game.hero_game(seat), state)
        game.overhear(seat)
        game.tell(text("{hero} is cured.", hero=game.hero_name(seat)), None, "heal")


def _cure_offers(game: SilGContext) -> Iterable[Offer]:
    for seat in game.heroes:
        if any(game.hero(seat).timers.left(state) for state in STATES):
            label = text("Cure {hero}", hero=game.hero_name(seat))
            yield offer("cure", game.hero_handle(seat), label=label)


def _hero_offers(name: str, *words: str, label: str):  # type: ignore[no-untyped-def]
    def offers(game: SilGContext) -> Iterable[Offer]:
        for seat, player in enumerate(game.state.players):
            handle = game.hero_handle(seat)
            yield offer(name, handle, *words, label=Text(label, {"who": typed(player.name)}))

    return offers


def make_item(game: SilGContext, written: str) -> Item:
    """Return an item by its kind's or an artefact's name, “3 torches”. Raises InvalidAction."""
    count, rest = 1, written.strip()
    first, _, more = rest.partition(" ")
    if first.isdigit() and more:
        count, rest = read_number(first, 1, 99), more
    wanted = slugs.slug(rest)
    for serial, artefact in game.data.artefacts.items():
        if wanted and slugs.slug(artefact.name) == wanted:
            return item_creation.artefact(game.level_game, serial)
    named = {slugs.slug(k.name.replace("&", "").replace("~", "")): k for k in _kinds(game)}
    for tried in (wanted, wanted.removesuffix("s"), wanted.removesuffix("es")):
        alike = [name for name in named if tried and tried in (name, name.rpartition("-")[2])]
        if alike:  # of several the commonest is meant
            kind = named.get(tried) or min((named[name] for name in alike), key=_depth)
            made = item_creation.of_kind(game.data, kind.serial, count)
            made.known = True
            return made
    raise InvalidAction(text("There is nothing called “{name}”.", name=rest))


def _depth(kind: Kind) -> tuple[int, int]:
    return kind.level, kind.serial


def _kinds(game: SilGContext) -> list[Kind]:
    return [k for k in game.data.kinds.values() if k.name and k.tval]


def _award(game: SilGContext, words: Args) -> None:
    for seat in read_seats(game, words[0]):
        made = pack.carry(game.hero_game(seat), make_item(game, words[1]))
        derived.update(game.hero_game(seat))
        game.overhear(seat)
        name = game.hero_name(seat)
        what = Name(game.data.kinds[made.kind].name.replace("& ", "").replace("~", "").lower())
        game.tell(
            text("{hero} is given: {what}.", hero=name, what=what),
            None,
            "item",
            fact=Took(SeatRef(seat), ThingRef(slugs.slug(what.word), made.count)),
        )


def _loot(game: SilGContext, words: Args) -> None:
    check_level(game)
    square = squares.read_square(game, words[0])
    made = make_item(game, words[1])
    level = game.state.sil.level
    if not terrain.PASSABLE[level.feature[square]]:
        raise IllegalAction(text("Nothing can lie there: {square} is solid.", square=words[0]))
    level.floor[square] = [made, *level.floor.get(square, [])]
    game.tell_gm(text("It lies at {square}.", square=words[0].upper()))


def _experience(game: SilGContext, words: Args) -> None:
    amount = read_number(words[1], -99_999, 99_999)
    for seat in read_seats(game, words[0]):
        hero_game, name = game.hero_game(seat), game.player(seat).name
        won = experience.gain(hero_game, amount, "Game Master") if amount > 0 else 0
        lost = experience.lose(hero_game, -amount) if amount < 0 else 0
        game.tell(
            text("{hero} wins {number} experience.", hero=name, number=won)
            if won
            else text("{hero} loses {number} experience.", hero=name, number=lost),
            None,
            "xp",
        )


def _leave(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    before = game.heroes
    for seat in read_seats(game, words[0]):
        if seat not in before:
            continue
        player = game.player(seat)
        lie_down(game, seat, keeps=True)
        player.ending = "left"
        game.tell(text("{hero} leaves the party.", hero=typed(player.name)), None, "left")
    if before and not game.heroes:
        encounter_clock.lose(game)


def _call_back(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    entry.call_back(game, read_seat(game, words[0]))


def _call_back_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage == "over" or not entry.has_room(game):
        return
    for seat, player in enumerate(game.state.players):
        if player.ending and not player.birth:
            label = text("{hero} comes back", hero=typed(player.name))
            yield offer("callback", game.hero_handle(seat), label=label)


_WHO = option("who", "One by name or square, all, or a kind")
_HERO = option("hero", "A hero, or all")
COMMANDS = (
    GmCommand("hurt", "Deal damage", _hurt,
           (_WHO, option("amount", "How much"),
            option("by", "armour: protection counts", "armour", required=False)),
           _hurt_offers),
    GmCommand("heal", "Give back health", _heal,
           (_WHO, option("amount", "How much; all", required=False)),
           _heal_offers),
    GmCommand("afflict", "Bring a state on somebody, for rounds", _afflict,
           (_WHO, option("state", "Which, such as poison"), option("rounds", "How long"))),
    GmCommand("cure", "End a hero's states", _cure,
           (_HERO, option("state", "Which; all", required=False)),
           _cure_offers),
    GmCommand("award", "Give a hero an item", _award,
           (_HERO, option("item", "Such as: 3 torches")),
           _hero_offers("award", "wooden torch", label="Give {who} a torch")),
    GmCommand("loot", "Lay an item on a square", _loot,
           (option("square", "A square"), option("item", "What"))),
    GmCommand("experience", "Give or take experience", _experience,
           (_HERO, option("amount", "How much")),
           _hero_offers("experience", "100", label="100 experience to {who}")),
    GmCommand("leave", "Take a hero out of play", _leave, (_HERO,)),
    GmCommand("callback", "Bring a hero back into play", _call_back, (_HERO,), _call_back_offers),
)  # fmt: skip
