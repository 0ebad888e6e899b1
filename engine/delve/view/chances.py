"""The chances of an offer, in numbers and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.common import distributions
from engine.common.distributions import as_percent
from engine.common.plans import split_terms
from engine.contract.action import Action, Chance, ChanceKind
from engine.contract.texts import Text, Words, text
from engine.delve import terrain
from engine.delve.actions import fight_plans, last_ways
from engine.delve.actions.legal_actions import pack_tokens
from engine.delve.actions.plans import SEARCH_TURNS
from engine.delve.data.kinds import ItemKind
from engine.delve.ground.conduction import in_same_water
from engine.delve.magic import spellcasting
from engine.delve.magic.cast_context import Cast
from engine.delve.magic.helpful_effects import curse_dice
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.movement import movement
from engine.delve.odds import ailments, fights
from engine.delve.places import claims
from engine.delve.rules import formulas, inventory, rolls, vision, words
from engine.delve.rules.context import STEPS, DelveContext, gap
from engine.delve.rules.sheet_values import force_of_blow, throw_miss
from engine.delve.rules.vision import visible_enemies
from engine.delve.state import DelveHero, DelveItem, DelveMonster

AIM_RANGE = 20  # squares
LINES = 4  # opponents whose odds are told
NEAR = 8  # squares: who sleeps farther away is not told of

Args = tuple[str, ...]
Found = Iterator[Chance]


def chances(game: DelveContext, hero: DelveHero, action: Action) -> tuple[Chance, ...]:
    """Return the chances of a whole action, the most important first."""
    tell = _BY_VERB.get(action.verb)
    if tell is None:
        return ()
    args, _ = split_terms(action.args)
    return tuple(tell(game, hero, args))


def chance(of: ChanceKind, share: float, told: Words) -> Chance:
    """Return a chance with its percentage; what is not certain is never told as certain."""
    return Chance(of, as_percent(share), told)


def opponent(game: DelveContext, hero: DelveHero, direction: str) -> DelveMonster | None:
    """Return the first enemy in sight in a direction."""
    for monster in visible_enemies(game, hero):
        if direction_to(game, hero, monster.at, AIM_RANGE) == direction:
            return monster
    return None


def by_name(game: DelveContext, hero: DelveHero, name: str) -> DelveMonster | None:
    """Return the enemy in sight that action lines call by a name."""
    for monster in visible_enemies(game, hero):
        if inventory.token(monster.name, monster.number) == name:
            return monster
    return None


# ------------------------------------------------------------------ attacks


def _move(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    at = hero.at + STEPS[args[0]]
    monster = next((each for each in visible_enemies(game, hero) if each.at == at), None)
    if monster is not None:
        yield from _blows(game, hero, monster)
    elif game.memory(hero).ground[at] == terrain.LOCKED_DOOR:
        yield from _bash(game, hero, at, float(movement.aim_share(hero)))


def _blows(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> Found:
    yield _hit(fights.blow(game, hero, monster), monster)
    yield from _struck(game, hero, monster)


def _hit(attack: fights.AttackOdds, monster: DelveMonster) -> Chance:
    told = text(
        "Hit {percent} %, about {damage} of its {health}",
        percent=as_percent(attack.hits),
        damage=round(attack.damage),
        health=fights.known_health(monster),
    )
    return chance("hit", attack.hits, told)


def _struck(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> Found:
    if monster.asleep:
        return
    menace = fights.menace(game, monster, hero)
    if menace is not None:
        told = text(
            "it hits you {percent} %, about {damage}",
            percent=as_percent(menace.hits),
            damage=round(menace.damage),
        )
        yield chance("hurt", menace.hits, told)


def _fight(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    monster = by_name(game, hero, args[0]) if args else None
    if monster is not None:
        yield from _blows(game, hero, monster)


def _drink_then_fight(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    if len(args) > 1:
        yield from _drink(game, hero, args[:1])
        yield from _fight(game, hero, args[1:])


def _cast_then_fight(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    if len(args) > 1:
        yield from _cast(game, hero, args[:1])
        yield from _fight(game, hero, args[1:])


def _cast_at(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    monster = by_name(game, hero, args[-1])
    direction = direction_to(game, hero, monster.at, AIM_RANGE) if monster is not None else ""
    if direction:
        yield from _cast(game, hero, (args[0], direction))


def _volley(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    monster = by_name(game, hero, args[0])
    item = fight_plans.missile(game, hero, monster) if monster is not None else None
    if monster is not None and item is not None:
        yield _hit(fights.throw(game, hero, item, monster), monster)


def _use(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    if args[0] == "charge" and len(args) > 1:
        monster = opponent(game, hero, args[1])
        if monster is not None:
            yield _hit(fights.charge(game, hero, monster), monster)
        return
    item = pack_tokens(game, hero).get(args[0])
    if item is not None:
        yield from _restores(game, hero, game.item_kind(item))


def _throw(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    item = pack_tokens(game, hero).get(args[0])
    monster = opponent(game, hero, args[1])
    if item is None or monster is None:
        return
    attack = fights.throw(game, hero, item, monster)
    if fights.known_thing(game, item).range < gap(hero.at, monster.at):
        yield chance("hit", 0.0, text("It falls short"))
        return
    yield _hit(attack, monster)


# ------------------------------------------------------------------ spells


def _cast(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    name = next((each for each in hero.spells if inventory.token(each) == args[0]), "")
    if name:
        yield from _spell(game, hero, name, args, free=False)


def _read(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    item = pack_tokens(game, hero).get(args[0])
    if item is not None and game.item_kind(item).holds:
        yield from _spell(game, hero, game.item_kind(item).holds, args, free=True)


def _drink(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    item = pack_tokens(game, hero).get(args[0])
    if item is None:
        return
    kind = game.item_kind(item)
    if kind.holds:
        yield from _spell(game, hero, kind.holds, args, free=True)
    yield from _restores(game, hero, kind)


def _restores(game: DelveContext, hero: DelveHero, kind: ItemKind) -> Found:
    """Yield how much health something gives back."""
    points = sum(effect.number() for effect in kind.effects if effect.name == "health")
    if points:
        yield _healed(hero, points, 1.0)


def _healed(hero: DelveHero, points: int, works: float) -> Chance:
    missing = hero.full_health - hero.health
    told = text("Heals {points} of {missing} lost", points=min(points, missing), missing=missing)
    return chance("work", works, told)


def _spell(game: DelveContext, hero: DelveHero, name: str, args: Args, *, free: bool) -> Found:
    cast = fights.cast_of(game, hero, name)
    spell = cast.spell
    if spell.effect == "remove-curse" and len(args) > 1:
        item = pack_tokens(game, hero).get(args[1])
        if item is not None:
            yield _uncursed(cast, item, fights.spell(game, hero, name, None, aimed=False).works)
        return
    if spell.effect == "restore" and "health" in spell.statuses:
        works = fights.spell(game, hero, name, None, aimed=False).works
        yield _healed(hero, formulas.restore_points(cast.power, hero.level), works)
        return
    if len(args) < 2 or args[1] not in STEPS:
        return
    monster = opponent(game, hero, args[1])
    if monster is None:
        return
    odds = fights.spell(game, hero, name, monster, aimed=True)
    if gap(hero.at, monster.at) > cast.reach:
        yield chance("work", 0.0, text("It does not reach"))
        return
    price = 0 if free else spellcasting.cost(game, hero, spell)
    yield chance("work", odds.works, _spell_words(game, cast, odds, monster, price))
    if cast.element == "shock" and hero in in_same_water(game, monster):
        yield chance("hurt", odds.works, text("the water carries half of it to you"))


def _spell_words(
    game: DelveContext, cast: Cast, odds: fights.SpellOdds, monster: DelveMonster, price: int
) -> Text:
    """Return what a spell does: "freeze 2-20 of its 14, 40 % frozen, 6 energy"."""
    named = words.spell(cast.spell.name)
    told = text("{spell:The}", spell=named)
    if odds.damage is not None:
        least, most = min(odds.damage), max(odds.damage)
        told = text(
            "{spell:The} {least}-{most} of its {health}",
            spell=named,
            least=least,
            most=most,
            health=fights.known_health(monster),
        )
    if cast.spell.effect == "damage" and "frozen" in cast.spell.statuses:
        told = text("{spell}, {percent} % frozen", spell=told, percent=cast.spell.chance)
    elif cast.spell.effect == "afflict" and cast.spell.statuses:
        status = words.status(game.content, cast.spell.statuses[0])
        least, most = cast.spell.dice, cast.spell.dice * cast.power
        told = text(
            "{spell}: {status} {least}-{most} turns",
            spell=told,
            status=status,
            least=least,
            most=most,
        )
    if price:
        told = text("{spell}, {energy} energy", spell=told, energy=price)
    return told


def _claim(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    found = claims.here(game, hero)
    percent = claims.waking_percent(game, found[0], hero) if found is not None else 0
    if percent:
        yield chance(
            "notice", percent / 100, text("{percent} % to wake the owner", percent=percent)
        )


def _uncursed(cast: Cast, item: DelveItem, works: float) -> Chance:
    share = works * rolls.uncurse_chance(
        curse_dice(cast.caster), inventory.difficulty(item), upgraded=cast.upgraded
    )
    return chance("work", share, text("Lift the curse {percent} %", percent=as_percent(share)))


def _uncurse(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    item = pack_tokens(game, hero).get(args[0])
    if item is not None:
        spell = game.content.spell_with("remove-curse")
        yield _uncursed(fights.cast_of(game, hero, spell.name), item, 1.0)


# ------------------------------------------------------------------ doors, searching, time


def _open(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    at = hero.at + STEPS[args[0]]
    if game.memory(hero).ground[at] == terrain.LOCKED_DOOR:
        yield from _bash(game, hero, at, 1.0)


def _force(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    """Yield the chance that the blows of the plan break the door."""
    at = last_ways.door_named(game, hero, args[0])
    if movement.find_key(game, hero) is not None:
        yield chance("open", 1.0, text("The key opens it"))
        return
    force = force_of_blow(game, hero).distribution()
    blows = -(
        -movement.door_health(game, game.level(hero), at)
        // max(1, round(distributions.mean(force)))
    )
    told = text("About {blows} blows break it", blows=blows)
    yield chance("open", 1.0, told)


def _unbar(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    share = float(1 - throw_miss(game, hero))
    yield chance("hit", share, text("Each throw hits {percent} %", percent=as_percent(share)))


def _bash(game: DelveContext, hero: DelveHero, at: int, aimed: float) -> Found:
    """Yield the chance that a locked door opens at once."""
    if movement.find_key(game, hero) is not None:
        yield chance("open", aimed, text("The key opens it"))
        return
    damage = force_of_blow(game, hero).distribution()
    health = movement.door_health(game, game.level(hero), at)
    share = distributions.at_least(damage, health) * aimed
    told = text(
        "Break it {percent} %, about {damage} of its {health}",
        percent=as_percent(share),
        damage=round(distributions.mean(damage)),
        health=health,
    )
    yield chance("open", share, told)


def _search(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    share = vision.search_chance(hero) / 100
    told = text("Each hidden thing near {percent} % a turn", percent=as_percent(min(1.0, share)))
    yield chance("work", 1 - (1 - min(1.0, share)) ** SEARCH_TURNS, told)
    yield from _time(game, hero, args)


def _time(game: DelveContext, hero: DelveHero, args: Args) -> Found:
    """Yield what passing turns may bring: death by a status, and being noticed."""
    course = ailments.course(game, hero)
    if course is not None and course.kills > 1e-9:
        told = text("May kill you: {percent} %", percent=as_percent(course.kills))
        if course.turns:
            told = text("Kills in about {turns} turns", turns=course.turns)
        yield chance("end", course.kills, told)
    noticed = fights.noticed_a_turn(game, hero)
    if noticed:
        yield chance(
            "notice", noticed, text("Noticed {percent} % a turn", percent=as_percent(noticed))
        )


_BY_VERB: dict[str, Callable[[DelveContext, DelveHero, Args], Found]] = {
    "move": _move,
    "fight": _fight,
    "cast-at": _cast_at,
    "volley": _volley,
    "throw": _throw,
    "cast": _cast,
    "read": _read,
    "drink": _drink,
    "use": _use,
    "open": _open,
    "force": _force,
    "unbar": _unbar,
    "uncurse": _uncurse,
    "claim": _claim,
    "search": _search,
    "rest": _time,
    "pause": _time,
    "wait": _time,
    "hunt": _time,
    "explore": _time,
    "travel": _time,
    "descend": _time,
    "drink-then-fight": _drink_then_fight,
    "cast-then-fight": _cast_then_fight,
}


# ------------------------------------------------------------------ the odds of the opponents near


def opponents(game: DelveContext, hero: DelveHero) -> tuple[Words, ...]:
    """Return a line on each opponent near: those awake first, the nearest first."""
    near = [
        each
        for each in visible_enemies(game, hero)
        if not each.asleep or gap(each.at, hero.at) <= NEAR
    ]
    near.sort(key=lambda each: (each.asleep, gap(each.at, hero.at)))
    return tuple(_odds_line(game, hero, each) for each in near[:LINES])


def _odds_line(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> Text:
    own = fights.blow(game, hero, monster)
    hit = text(
        "{creature:The}: hit {percent} %, about {damage} of its {health}",
        creature=game.the(monster),
        percent=as_percent(own.hits),
        damage=round(own.damage),
        health=fights.known_health(monster),
    )
    if monster.asleep:
        wakes = fights.wakes_a_turn(game, hero, monster)
        return text("{hit}; asleep, wakes {percent} % a turn", hit=hit, percent=as_percent(wakes))
    from_afar = fights.shot_of(game, monster, hero) if gap(monster.at, hero.at) > 1 else None
    menace = from_afar or fights.blow_of(game, monster, hero)
    its, damage = as_percent(menace.hits), round(menace.damage)
    if menace.kind == "shot":
        line = "{hit}; it shoots you {percent} %, about {damage}"
        return text(line, hit=hit, percent=its, damage=damage)
    if menace.kind == "breath":
        line = "{hit}; it breathes {percent} %, about {damage}"
        return text(line, hit=hit, percent=its, damage=damage)
    if menace.kind == "spell":
        line = "{hit}; it casts {percent} %, about {damage}"
        return text(line, hit=hit, percent=its, damage=damage)
    line = "{hit}; it hits you {percent} %, about {damage}"
    return text(line, hit=hit, percent=its, damage=damage)


def note(game: DelveContext, hero: DelveHero, status: str) -> Words:
    """Return what a status of a hero's will do, in at most 30 letters; "": it needs no words."""
    course = ailments.course(game, hero, status)
    if course is not None:
        if course.turns:
            return text("kills in {turns} turns", turns=course.turns)
        return text("costs about {damage}", damage=round(course.damage))
    return text("half of your steps stray") if status == "confused" else ""
