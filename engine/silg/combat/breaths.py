"""Breaths: aimed and rolled when they are declared, harming whoever is inside when they fall due
(rules: silg K7, 4, "Elements")."""

from __future__ import annotations

from engine.contract.facts import Hurt, SeatRef
from engine.contract.texts import Text
from engine.sil.creature_ai import powers
from engine.sil.creatures import creature_stats
from engine.sil.effects import effect_areas, elements, injury
from engine.sil.effects.elements import ElementKind
from engine.sil.game.state import Creature
from engine.sil.hero import protection
from engine.sil.level import projection, terrain
from engine.sil.perception import noise
from engine.silg.combat import standing_defence
from engine.silg.combat.attack_reports import tell_death
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, RolledBlow
from engine.silg.wording import text

SIDES = 4
_BREATHS: dict[str, str] = {
    "fire": "{who:The} breathes fire.",
    "cold": "{who:The} breathes frost.",
    "poison": "{who:The} breathes poison.",
    "dark": "{who:The} breathes darkness.",
}
_HARM: dict[str, str] = {
    "fire": "{hero} takes {number} of fire.",
    "cold": "{hero} takes {number} of frost.",
    "poison": "{hero} takes {number} of poison.",
    "dark": "{hero} takes {number} of darkness.",
}


def declare(game: SilGContext, creature: Creature, seat: int, power: str) -> DeclaredAction:
    """Aim a breath at a hero's square and roll its dice: as many rolls as there are distances."""
    hero, level = game.hero(seat), game.state.sil.level
    kind = powers.BREATHS[power]
    degrees = powers.POISON_CONE if kind == "poison" else powers.CONE
    cells = projection.arc(
        terrain.opaque(game.hero_game(seat)),
        level.width,
        creature.y,
        creature.x,
        target=(hero.y, hero.x),
        degrees=degrees,
    )
    dice = creature_stats.race(game.level_game, creature).spell_power
    faces = [game.streams.play.die(SIDES) for _ in range(dice)]
    deed = DeclaredAction("power", f"breathe {kind}", f"h{seat}", power=power)
    deed.told = text("{who:The} draws breath.", who=game.name(f"c{creature.slot}"))
    for square, away in cells:
        left = max(0, dice - effect_areas.FALL_OFF * away)
        deed.squares.append(square)
        deed.blows.append(RolledBlow(kind, damage=sum(faces[:left]), dice=left, sides=SIDES))
    return deed


def deal(game: SilGContext, creature: Creature, deed: DeclaredAction) -> None:
    """Let a breath that falls due harm whoever stands inside it."""
    key, level = f"c{creature.slot}", game.state.sil.level
    kind = powers.BREATHS[deed.power]
    game.tell(Text(_BREATHS[kind], {"who": game.seen_name(key)}), None, "power")
    at = dict(zip(deed.squares, deed.blows, strict=True))
    for seat in game.heroes:
        hero = game.hero(seat)
        blow = at.get(level.at(hero.y, hero.x))
        if blow is not None and blow.dice:
            strike(game, seat, kind, blow.damage, creature)
    hero_game = game.level_game
    if game.creature(key) is creature:
        noise.noise(hero_game, powers.LOUD, creature)
        game.overhear(hero_game.hero.number, ("noticed",))


def strike(game: SilGContext, seat: int, kind: str, amount: int, source: Creature) -> None:
    """Deal a pure element's roll to a hero, protection first, then resistance."""
    hero_game, key = game.hero_game(seat), f"c{source.slot}"
    injury.under_attack(hero_game)
    element: ElementKind = kind  # type: ignore[assignment]
    kept = standing_defence.standing(game, standing_defence.entered(game, f"h{seat}"), kind)  # type: ignore[arg-type]
    level = protection.resistance(hero_game, kind)  # type: ignore[arg-type]
    net = resisted(max(0, amount - kept), level)
    by = text("{who:the}", who=game.name(key))
    name = game.hero_name(seat)
    game.tell(
        Text(_HARM[kind], {"hero": name, "number": net}),
        None,
        "hurt",
        fact=Hurt(SeatRef(seat), net, "power", by=game.ref(key)),
    )
    elements.settle(hero_game, element, net, by, exposure=amount)
    game.overhear(seat, ("death",))
    tell_death(game, seat)


def resisted(amount: int, level: int) -> int:
    """Return what resistance leaves: halved, divided by three ...; doubled for the vulnerable."""
    return amount // level if level > 0 else amount * -level
