"""Prising a Silmaril out of the Iron Crown (rules: combat 13.3; endgame 13.4)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.facts import Lost, SeatRef
from engine.contract.texts import Name, joined, text
from engine.sil.combat import strikes
from engine.sil.creatures import alertness, combat_totals, creature_stats, skill_rolls, slays
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.effects import attack_report
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note, tell
from engine.sil.game.state import Creature, Item, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived, gear, silmarils
from engine.sil.items import artefacts, item_creation, item_names, pack
from engine.sil.perception import truce

NOISE = (5, 10, 15)  # off Stealth, for the first, second and third jewel
SHATTER_NOISE = 5
NEAR = 5  # squares within which Morgoth feels it
SETTING = (10, 4)  # the crown's protection dice


def crown_here(game: SilContext) -> Item | None:
    """Return the crown underfoot, while it holds a jewel."""
    return next(
        (
            item
            for item in pack.underfoot(game)
            if silmarils.is_crown(game.data, item) and silmarils.jewels(game.data, item)
        ),
        None,
    )


def prise(game: SilContext) -> None:
    """Try to free a Silmaril from the crown underfoot with the weapon in hand: takes a turn.

    Raises IllegalAction, and nothing changes, when it cannot be done; asks first.
    """
    hero = game.hero
    iron, weapon = crown_here(game), gear.weapon(hero)
    if iron is None:
        raise IllegalAction(text("There is no Silmaril here to be freed."))
    if weapon is None:
        raise IllegalAction(text("Only a weapon in hand could prise a Silmaril from the iron."))
    number = 3 - silmarils.jewels(game.data, iron)  # how many were freed before
    if not game.state.sure:
        question = text("Prise a Silmaril from the crown?")
        if number == 2:
            warning = text("Two are free already, and your heart misgives you.")
            question = joined([question, warning])
        questions.sure(game, question, "prise")
        return
    action_costs.spend(game)
    hero.stealth_score -= NOISE[number]
    if not _cuts(game, weapon):
        tell(game, text("The iron holds the jewel fast."), "crown")
        truce.hostile_deed(game)
    elif _shatters(game, number):
        _shatter(game, weapon)
    else:
        _free(game, iron, number)
    derived.update(game)


def _morgoth(game: SilContext) -> Creature | None:
    for creature in game.level.creatures:
        if creature is not None and creature_stats.is_morgoth(game.data, creature.race):
            return creature
    return None


def _cuts(game: SilContext, weapon: Item) -> bool:
    """Roll to hit the setting, and whether the blow bites (rules: combat 13.3)."""
    hero = game.hero
    base = combat_totals.Tally(text("Melee"), hero.skill(Skill.MELEE))
    if hero.active(ab.RAPID_ATTACK):
        base.add(text("a single blow"), -ab.figure(game.data, ab.RAPID_ATTACK, "blow"))
    cursed: skill_rolls.Cursed = "actor" if hero.cursed else ""
    roll = skill_rolls.hit_contest(base.total, 0, cursed=cursed).roll(game.streams.play)
    account = attack_report.AttackReport(
        text("{thing} on the crown", thing=Name(gear.traits(game.data, weapon).name)),
        base,
        combat_totals.Tally(text("Iron"), 0),
        roll,
    )
    if account.hit:
        morgoth = game.data.monsters[game.data.rules.creature_roles["morgoth"]]
        crit = skill_rolls.crit_dice(
            game.rulings, roll.margin, weapon.weight, strikes.crit_adjustment(game.data, hero)
        )
        crit = skill_rolls.crit_against(crit, morgoth.flags)
        dice, sides = strikes.blow_dice(game, weapon, 0, offhand=False)
        sharpness = slays.sharpness(game, weapon)
        account.hurt(game, HarmDice(dice + crit, sides, (SETTING,), sharpness))
    tell(game, text("You strive to prise the jewel loose."), "crown", account.full(True))
    return account.net > 0


def _shatters(game: SilContext, number: int) -> bool:
    """Return whether the weapon breaks instead: once in a game, perhaps at the second jewel, surely
    at the third."""
    if game.world.shattered or number == 0:
        return False
    return number == 2 or game.streams.play.one_in(2)


def _shatter(game: SilContext, weapon: Item) -> None:
    hero = game.hero
    game.world.shattered = True
    name = Name(gear.traits(game.data, weapon).name.lower())
    hero.worn = {slot: item for slot, item in hero.worn.items() if item is not weapon}
    hero.stealth_score -= SHATTER_NOISE
    lost = Lost(SeatRef(hero.number), item_names.reference(game, weapon))
    tell(game, text("Your {name} shatters on the iron!", name=name), "crown", fact=lost)
    note(game, "broke weapon", text("Broke {name:the} on the Iron Crown", name=name))
    morgoth = _near_morgoth(game)
    if morgoth is not None:
        tell(game, text("A shard strikes Morgoth upon the brow."), "crown")
        alertness.set_alertness(game, morgoth, 10)
        creature_stats.anger(game, 2)


def _near_morgoth(game: SilContext) -> Creature | None:
    """Morgoth, when he is in sight and within reach of what happens at the crown."""
    morgoth, level = _morgoth(game), game.level
    if morgoth is None or combat_totals.away(game, morgoth) > NEAR:
        return None
    return morgoth if game.knowledge.view[level.at(morgoth.y, morgoth.x)] else None


def _free(game: SilContext, iron: Item, number: int) -> None:
    """Free a jewel: into the hero's hands, with all that follows."""
    hero, content = game.hero, game.data
    artefacts.become(game, iron, content.artefacts[silmarils.crowns(game.data)[2 - number]])
    iron.known = True
    jewel = item_creation.of_kind(game.data, content.rules.item_roles["silmaril"])
    jewel.known = True
    pack.carry(game, jewel)
    game.world.truce = False
    tell(game, text("You have freed a Silmaril: its light is in your hand!"), "crown")
    note(game, "silmaril", text("Freed a Silmaril"))
    morgoth = _near_morgoth(game)
    if number == 1 and morgoth is not None and morgoth.alertness >= 0:
        creature_stats.anger(game, 2)
    if number == 2:
        hero.cursed = True
        tell(game, text("A doom has fallen upon you."), "crown")
        note(game, "curse", text("Fell under the curse of the third Silmaril"))
