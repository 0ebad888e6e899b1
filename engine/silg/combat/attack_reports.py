"""Reports of attacks: to whom they concern in full, to the others what they see (rules: silg 6)."""

from __future__ import annotations

from engine.contract.action import Audience, Post, Roll
from engine.contract.facts import Attacked, Died, Means, SeatRef
from engine.contract.texts import Text, joined, typed
from engine.contract.view import Mark
from engine.sil.game.messages import note
from engine.silg.context import SilGContext
from engine.silg.state import RolledBlow
from engine.silg.wording import text

_BLOWS = {
    "hit": "{who:The} hits {target:the}{harm}",
    "touch": "{who:The} touches {target:the}{harm}",
    "claw": "{who:The} claws {target:the}{harm}",
    "bite": "{who:The} bites {target:the}{harm}",
    "peck": "{who:The} pecks {target:the}{harm}",
    "sting": "{who:The} stings {target:the}{harm}",
    "whip": "{who:The} whips {target:the}{harm}",
    "crush": "{who:The} crushes {target:the}{harm}",
    "engulf": "{who:The} engulfs {target:the}{harm}",
    "crawl": "{who:The} crawls on {target:the}{harm}",
    "thorn": "{who:The} tears at {target:the}{harm}",
    "spore": "{who:The} wraps in spores {target:the}{harm}",
    "arrow": "{who:The} shoots {target:the}{harm}",
    "boulder": "{who:The} hits with a boulder {target:the}{harm}",
}
_MEANS: dict[str, Means] = {"arrow": "shot", "boulder": "throw", "shot": "shot", "throw": "throw"}


def tell_hit(
    game: SilGContext, attacker: str, target: str, blow: RolledBlow, kept: int, net: int
) -> None:
    """Tell of a hit that is reported, its rolls and what protection left of it."""
    told = Text(
        _BLOWS.get(blow.name, _BLOWS["hit"]),
        {
            "who": game.seen_name(attacker),
            "target": game.seen_name(target),
            "harm": text(" for {number}.", number=net) if net else text(" and does no harm."),
        },
    )
    _tell(game, attacker, target, told, blow, kept=kept, net=net)
    if net:
        y, x = game.place(target)
        game.state.sil.marks.append(Mark("hurt", y, x, amount=net))


def tell_miss(game: SilGContext, attacker: str, target: str, blow: RolledBlow) -> None:
    """Tell of an attack that has missed."""
    told = text(
        "{who:The} misses {target:the}.",
        who=game.seen_name(attacker),
        target=game.seen_name(target),
    )
    _tell(game, attacker, target, told, blow, kept=0, net=0)


def _tell(
    game: SilGContext, attacker: str, target: str, told: Text, blow: RolledBlow, kept: int, net: int
) -> None:
    audience: Audience = game.audience_of(attacker, target)
    seen = bool(game.seers(attacker)) and bool(game.seers(target))
    fact = Attacked(
        game.ref(attacker), game.ref(target), blow.hit, net, _MEANS.get(blow.name, "blow")
    )
    rolls = (Roll(text("attack"), 20, (blow.die,)),) if seen else ()
    account = _account(blow, kept, net)
    game.tell(told, audience, "blow", detail=account if seen else "", rolls=rolls, fact=fact)
    if not seen and audience is None:
        game.tell_gm(account, "blow")


def _account(blow: RolledBlow, kept: int, net: int) -> Text:
    """Return the account of an attack in sentences."""
    facts = {
        "score": blow.score,
        "die": blow.die,
        "against": blow.against,
        "margin": abs(blow.margin),
    }
    if not blow.hit:
        return text("{score} + {die} against {against}: misses by {margin}.", **facts)
    crit = text(" ({number} critical)", number=blow.crit) if blow.crit else ""
    return joined(
        (
            text("{score} + {die} against {against}: hits by {margin}.", **facts),
            text(
                "Damage {dice}{critical}: {damage}.",
                dice=f"{blow.dice}d{blow.sides}",
                critical=crit,
                damage=blow.damage,
            ),
            text("Protection {protection}; {net} gets through.", protection=kept, net=net),
        )
    )


def tell_death(game: SilGContext, seat: int) -> None:
    """Take a hero who has died out of play, and tell of it."""
    sil, player = game.state.sil, game.player(seat)
    if not sil.ended:
        return
    sil.ended = ""
    hero = game.hero(seat)
    player.ending, player.died_of, player.plan = "lost", hero.killed_by, None
    lie_down(game, seat)
    note(game.hero_game(seat), "slain", text("Fell to {by}", by=hero.killed_by))
    game.tell(
        text("{hero} is slain by {by}.", hero=typed(player.name), by=hero.killed_by),
        None,
        "death",
        fact=Died(SeatRef(seat)),
    )
    if game.heroes:
        told = text("{hero} is out of play. Make another hero in My view.", hero=typed(player.name))
        game.tell(told, (seat,), "left", post=Post(((told, ""),)))
    game.state.chronicle.append(
        text("{hero} was slain by {by}.", hero=typed(player.name), by=hero.killed_by)
    )


def lie_down(game: SilGContext, seat: int, *, keeps: bool = False) -> None:
    """Take a hero off the level: their action is lost, their goods lie where they stood unless
    they keep them."""
    hero, level = game.hero(seat), game.state.sil.level
    square = level.at(hero.y, hero.x)
    left = [] if keeps else [*hero.worn.values(), *hero.pack]
    if left:
        level.floor[square] = [*left, *level.floor.get(square, [])]
        hero.worn, hero.pack = {}, []
    hero.y = hero.x = 0
    game.state.fighters = [f for f in game.state.fighters if f.key != f"h{seat}"]
