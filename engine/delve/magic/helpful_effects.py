"""Effects of spells that heal, protect, move, or change things and ground."""

from __future__ import annotations

from engine.common.effects import EffectFunctions
from engine.contract.facts import Healed
from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.damage import harm, heal
from engine.delve.combat.melee_effects import add_monster, scatter
from engine.delve.ground import fire
from engine.delve.magic.cast_context import Cast, SpellEffect
from engine.delve.rules import formulas, inventory, words
from engine.delve.rules.context import NEIGHBOURS, STEPS, gap, side_of
from engine.delve.rules.sheet_values import weapon
from engine.delve.rules.words import reference
from engine.delve.state import SIZE, WIDTH, DelveCreature, DelveHero, DelveMonster

DETECT_RANGE, LIGHT_RADIUS = 20, 5
SENSE_ROUNDS = 5

EFFECTS = EffectFunctions[SpellEffect]()


@EFFECTS.effect("restore")
def restore(cast: Cast) -> None:
    """Give health back, or take points off statuses."""
    points = formulas.restore_points(cast.power, cast.caster.level)
    for name in cast.spell.statuses:
        if name == "health":
            healed = heal(cast.caster, points)
            cast.game.tell(
                words.healed(cast.game.the(cast.caster), healed),
                cast.caster,
                "healed",
                Healed(reference(cast.caster), healed),
            )
        else:
            statuses.remove(cast.game, cast.caster, name, points)


@EFFECTS.effect("buff")
def buff(cast: Cast) -> None:
    """Add rounds of a status, the more the higher the caster's level."""
    points = formulas.restore_points(cast.power, cast.caster.level)
    for name in cast.spell.statuses:
        statuses.add(cast.game, cast.caster, name, points)


@EFFECTS.effect("scry")
def scry(cast: Cast) -> None:
    """Add rounds of scrying: the formula without the half."""
    points = formulas.restore_points(cast.power, cast.caster.level, whole=True)
    statuses.add(cast.game, cast.caster, "scrying", points)


@EFFECTS.effect("rounds")
def rounds(cast: Cast) -> None:
    """Add a fixed number of rounds of a status."""
    for name in cast.spell.statuses:
        statuses.add(cast.game, cast.caster, name, cast.power or cast.spell.dice)


_NOTHING_TO_DO = text("There is nothing that it could work on.")


@EFFECTS.effect("remove-curse")
def remove_curse(cast: Cast) -> None:
    """Try to lift the curse of an item; failing may hurt."""
    lift_curse(cast, can_backfire=True)


def curse_dice(caster: DelveCreature) -> int:
    """Return how many dice a creature rolls against a curse."""
    return caster.level + 1


def lift_curse(cast: Cast, *, can_backfire: bool) -> None:
    """Roll against an item's curse; failing may hurt."""
    item, game, caster = cast.item, cast.game, cast.caster
    if item is None:
        game.tell(_NOTHING_TO_DO, caster)
        return
    faces = [game.dice.die(formulas.CURSE_SIDES) for _ in range(curse_dice(caster))]
    lifted, short = formulas.uncurse(faces, inventory.difficulty(item), upgraded=cast.upgraded)
    if lifted:
        inventory.uncurse(item)
        game.tell(text("The curse on {thing:the} is lifted.", thing=Name(item.kind)), caster)
    else:
        game.tell(text("{thing:The} is still cursed.", thing=Name(item.kind)), caster)
        if can_backfire and game.dice.one_in(2):
            harm(game, caster, formulas.backlash(game.dice, short), "", None, cause=text("a curse"))


@EFFECTS.effect("identify")
def identify(cast: Cast) -> None:
    """Make an item's figures and curse known."""
    if cast.item is None:
        cast.game.tell(_NOTHING_TO_DO, cast.caster)
        return
    cast.item.known = True
    named = inventory.title(cast.game.content, cast.item)
    cast.game.tell(text("This is {thing}.", thing=named), cast.caster)


@EFFECTS.effect("bless")
def bless(cast: Cast) -> None:
    """Bless the weapon in the caster's hand."""
    held = weapon(cast.game, cast.caster)
    if held is None:
        cast.game.tell(text("There is no weapon to bless."), cast.caster)
        return
    held.bonus = "blessed"
    cast.game.tell(text("{thing:The} shines white.", thing=Name(held.kind)), cast.caster)


# ------------------------------------------------------------------ moving


@EFFECTS.effect("blink")
def blink(cast: Cast) -> None:
    """Move the caster to a random square in sight."""
    if not scatter(cast.game, cast.caster, cast.figure("radius")):
        cast.game.tell(text("Nothing happens."), cast.caster)


@EFFECTS.effect("leap")
def leap(cast: Cast) -> None:
    """Jump straight ahead to the farthest free square."""
    place = None
    for at in cast.squares():
        if cast.game.is_open(cast.level, at):
            place = at
    if place is None:
        cast.game.tell(text("There is no room to leap."), cast.caster)
        return
    statuses.remove(cast.game, cast.caster, "webbed")
    cast.game.put(cast.caster, place)


@EFFECTS.effect("swap")
def swap(cast: Cast) -> None:
    """Change places with the first enemy ahead."""
    victim = cast.first_target()
    if victim is None:
        cast.no_target()
        return
    cast.touch(victim)
    cast.game.swap(cast.caster, victim)


# ------------------------------------------------------------------ ground


@EFFECTS.effect("kindle")
def kindle(cast: Cast) -> None:
    """Set the first enemy's square, or the farthest in reach, alight."""
    at = cast.centre()
    if at != cast.caster.at:
        ignite(cast, at)


def ignite(cast: Cast, at: int) -> None:
    """Set a square alight."""
    fire.ignite(cast.game, cast.level, at)
    who = cast.game.at(cast.level.depth, at)
    if who is not None and cast.level.ground[at] == terrain.FLAMES:
        cast.touch(who)


@EFFECTS.effect("flame-wall")
def flame_wall(cast: Cast) -> None:
    """Set a bar of squares across the end of the reach on fire."""
    centre = cast.centre()
    if centre == cast.caster.at:
        return
    step = STEPS[cast.direction]
    side = next(s for s in NEIGHBOURS if _is_right_angle(step, s))
    squares = [centre]
    for sign in (1, -1):
        squares += [centre + sign * side * n for n in range(1, cast.figure("spread") + 1)]
    for at in squares:
        if 0 < at < SIZE and cast.game.in_line_of_sight(cast.level.depth, centre, at):
            ignite(cast, at)


def _is_right_angle(step: int, other: int) -> bool:
    (ay, ax), (by, bx) = _parts(step), _parts(other)
    return ay * by + ax * bx == 0


def _parts(step: int) -> tuple[int, int]:
    dy = (step + WIDTH // 2) // WIDTH
    return dy, step - dy * WIDTH


@EFFECTS.effect("frost-step")
def frost_step(cast: Cast) -> None:
    """Freeze the water ahead, and lava to rock floor."""
    for at in cast.squares():
        freeze_square(cast, at)


def freeze_square(cast: Cast, at: int) -> None:
    """Turn water into ice, lava and flames into floor."""
    code = cast.level.ground[at]
    if code in terrain.WATER:
        cast.game.set_ground(cast.level, at, terrain.ICE)
    elif code in (terrain.LAVA, terrain.FLAMES):
        cast.level.timed.pop(at, None)
        cast.game.set_ground(cast.level, at, terrain.FLOOR)


@EFFECTS.effect("glacier")
def glacier(cast: Cast) -> None:
    """Raise a ring of ice around the caster for some turns."""
    level, game = cast.level, cast.game
    turns = cast.power
    for step in NEIGHBOURS:
        at = cast.caster.at + step
        code = level.ground[at]
        if code in (terrain.FLOOR, terrain.GRASS, terrain.WEB, terrain.FLAMES) and game.is_open(
            level, at
        ):
            level.webs.pop(at, None)
            level.timed[at] = (turns, terrain.FLOOR)
            game.set_ground(level, at, terrain.ICE_WALL)


@EFFECTS.effect("etch")
def etch(cast: Cast) -> None:
    """Open the first lock ahead, or take 2 defence from the first enemy."""
    last = cast.caster.at
    for at in cast.squares():
        last = at
        who = cast.game.at(cast.level.depth, at)
        if who is not None and cast.game.are_enemies(cast.caster, who):
            cast.touch(who)
            who.defence -= cast.power
            cast.game.tell_of("Acid eats at {who:the}.", who=who)
            return
    beyond = last + STEPS[cast.direction]
    if cast.level.ground[beyond] == terrain.LOCKED_DOOR:
        cast.level.doors.pop(beyond, None)
        cast.game.set_ground(cast.level, beyond, terrain.DOOR)
        cast.game.tell(text("The lock dissolves."), cast.caster)
        return
    cast.no_target()


@EFFECTS.effect("quench")
def quench(cast: Cast) -> None:
    """Put out the fire on the caster and around."""
    statuses.remove(cast.game, cast.caster, "on fire")
    for step in (0, *NEIGHBOURS):
        at = cast.caster.at + step
        if cast.level.ground[at] == terrain.FLAMES:
            freeze_square(cast, at)


@EFFECTS.effect("light")
def light(cast: Cast) -> None:
    """Light the squares around for good."""
    for at in cast.game.line_of_sight(cast.level.depth, cast.caster.at):
        if gap(at, cast.caster.at) <= LIGHT_RADIUS:
            cast.level.lit[at] = 1


# ------------------------------------------------------------------ knowing


@EFFECTS.effect("detect-life")
def detect_life(cast: Cast) -> None:
    """Sense creatures through walls for some rounds."""
    statuses.add(cast.game, cast.caster, "sensing", SENSE_ROUNDS)


@EFFECTS.effect("detect-items")
def detect_items(cast: Cast) -> None:
    """Learn where things lie."""
    if not isinstance(cast.caster, DelveHero):
        return
    memory = cast.game.memory(cast.caster)
    for at, things in sorted(cast.level.items.items()):
        if things and gap(at, cast.caster.at) <= DETECT_RANGE:
            memory.items[at] = (inventory.title(cast.game.content, things[-1]), things[-1].kind)
            if not memory.ground[at]:
                memory.ground[at] = cast.level.ground[at]


@EFFECTS.effect("detect-doors")
def detect_doors(cast: Cast) -> None:
    """Learn where doors, stairs and traps are, the hidden ones too."""
    if isinstance(cast.caster, DelveHero):
        reveal(cast, DETECT_RANGE)


def reveal(cast: Cast, radius: int) -> None:
    """Show doors, stairs, altars and traps within a radius."""
    if not isinstance(cast.caster, DelveHero):
        return
    memory, level = cast.game.memory(cast.caster), cast.level
    for at, code in enumerate(level.ground):
        if gap(at, cast.caster.at) > radius:
            continue
        if code == terrain.SECRET_DOOR:
            cast.game.set_ground(level, at, terrain.DOOR)
            code = terrain.DOOR
        if code in terrain.TRAPS and at in level.hidden:
            level.hidden.remove(at)
        if code in _REVEALED:
            memory.ground[at] = code


_REVEALED = (
    frozenset({terrain.DOOR, terrain.LOCKED_DOOR, terrain.OPEN_DOOR, terrain.ALTAR})
    | terrain.TRAPS
    | terrain.STAIRS
)


@EFFECTS.effect("second-wind")
def second_wind(cast: Cast) -> None:
    """Halve fatigue."""
    fatigue = cast.caster.statuses.get("fatigued", 0)
    if fatigue:
        statuses.remove(cast.game, cast.caster, "fatigued", fatigue - fatigue // 2)


@EFFECTS.effect("raise")
def raise_dead(cast: Cast) -> None:
    """Raise the nearest thing that died near by, on the caster's side, with half its health."""
    level, game = cast.level, cast.game
    near = [
        (gap(at, cast.caster.at), place)
        for place, (_, at) in enumerate(level.dead)
        if gap(at, cast.caster.at) <= cast.reach and game.is_open(level, at)
    ]
    if not near:
        game.tell(text("Nothing rises."), cast.caster)
        return
    name, at = level.dead.pop(min(near)[1])
    risen = add_monster(game, level.depth, name, at)
    risen.side, risen.summoned = side_of(cast.caster), True
    risen.health = max(1, risen.full_health // 2)
    if isinstance(risen, DelveMonster):
        game.tell_of("{risen:The} rises from the dead.", risen=risen)
