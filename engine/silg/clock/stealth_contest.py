"""The contest of every minute: who notices whom, who loses track, who finds what is hidden
(rules: silg 4, "Stealth", 5, S1 to S7)."""

from __future__ import annotations

from typing import NamedTuple

from engine.common import compass, field_of_view, grid
from engine.contract.facts import Noticed
from engine.contract.texts import Text, Words, listed, typed
from engine.sil.creatures import creature_stats, senses
from engine.sil.creatures.alertness import UNWARY_FROM, set_alertness
from engine.sil.dungeon import search
from engine.sil.game.state import Creature, Hero, Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.perception import noise
from engine.silg.context import SilGContext, dice_name
from engine.silg.wording import text

STEALTH_MODE, PASSING = 5, 7
COMBAT = 2
MEMORY, MEMORY_OF_THE_VANISHED = 25, 15
SEARCHING = 5
DIE = 10


class ContestSide(NamedTuple):
    """A hero's or a creature's side of the contest: the score term by term, and the die."""

    terms: tuple[tuple[Text, int], ...]
    die: int

    @property
    def total(self) -> int:
        """Return score and die together."""
        return sum(amount for _, amount in self.terms) + self.die

    def words(self) -> Text:
        """Return the terms, the die and what they come to."""
        terms = [
            text("{why} {amount:+d}", why=why, amount=amount)
            for why, amount in self.terms
            if amount
        ]
        die = text("die {number}", number=self.die)
        return text("{terms} = {total}", terms=listed((*terms, die)), total=self.total)


def quietness(game: SilGContext, seat: int, die: int) -> ContestSide:
    """Return how quiet a hero was in this minute. Passing in stealth mode counts as passing."""
    hero, player = game.hero(seat), game.player(seat)
    own = hero.derived.skills[Skill.STEALTH]
    stealth_mode = STEALTH_MODE if hero.stealth_mode else 0
    if hero.stealth_mode:
        own -= STEALTH_MODE  # the skill's total counts it already
    bonus = (text("passing"), PASSING) if player.passed else (text("stealth mode"), stealth_mode)
    terms = ((text("stealth"), own), bonus, (text("this minute's noise"), hero.stealth_score))
    return ContestSide(terms, die)


def keenness(game: SilGContext, creature: Creature, seat: int, die: int) -> ContestSide:
    """Return how well a creature perceives a hero: distance and doors by the way of the sound,
    and, of the unwary in sight, open ground and doubled fighting."""
    hero_game = game.hero_game(seat)
    fighting = COMBAT * (hero_game.hero.attacked + hero_game.hero.was_attacked)
    terms = [
        (text("perception"), creature_stats.perception(hero_game, creature)),
        (text("the way of the sound"), -senses.noise_cost(hero_game, creature)),
        (text("the fight"), fighting),
    ]
    unwary = UNWARY_FROM <= creature.alertness < 0
    if unwary and senses.sees_hero(hero_game, creature):
        open_ground = noise.open_squares(hero_game)
        if hero_game.hero.active(ab.DISGUISE):
            fighting, open_ground = fighting // 2, open_ground // 2
        terms += [(text("open ground"), open_ground), (text("sees the fight"), fighting)]
    return ContestSide(tuple(terms), die)


def minute(game: SilGContext) -> None:
    """Hold the contest of all heroes and all creatures, and let heroes notice things (S1, S7)."""
    quiet = {n: quietness(game, n, _die(game, f"stealth {n}")) for n in game.heroes}
    for creature in game.creatures:
        if game.is_ally(f"c{creature.slot}") or not quiet:
            continue
        die = _die(game, dice_name(creature))
        if creature.alertness >= 0:
            _may_lose_track(game, creature, quiet, die)
        else:
            _may_notice(game, creature, quiet, die)
    for seat in game.heroes:
        notice(game, seat)
        _forget_the_minute(game.hero(seat))


def _die(game: SilGContext, name: str) -> int:
    """Roll a die of one hero or creature, which those of others that are unknown do not move."""
    return game.streams.apart(name).die(DIE)


def _forget_the_minute(hero: Hero) -> None:
    """Let what a hero has done count no longer: fights, leaps, traps (S2)."""
    hero.attacked = hero.was_attacked = False
    hero.stealth_score = 0  # at this table what leaps and traps of the minute take off Stealth


def _may_notice(
    game: SilGContext, creature: Creature, quiet: dict[int, ContestSide], die: int
) -> None:
    """Raise alertness by the largest difference of any hero, not by the sum (S1)."""
    best, whom = 0, -1
    why: Words = ""
    for seat, side in quiet.items():
        keen = keenness(game, creature, seat, die)
        if keen.total - side.total > best:
            best, whom = keen.total - side.total, seat
            why = text(
                "{terms} against {hero}: {others}",
                terms=keen.words(),
                hero=game.hero_name(seat),
                others=side.words(),
            )
    key = f"c{creature.slot}"
    if best:
        rise(game, creature, creature.alertness + best, whom)
        game.tell_gm(
            text(
                "{who:The} is more alert by {number}: now {alertness}.",
                who=game.name(key),
                number=best,
                alertness=creature.alertness,
            ),
            detail=why,
        )


def _may_lose_track(
    game: SilGContext, creature: Creature, quiet: dict[int, ContestSide], die: int
) -> None:
    """Let an alert creature that sees no hero forget them, against the nearest by sound (S4)."""
    race = game.data.monsters[creature.race]
    games = [game.hero_game(n) for n in quiet]
    if not race.sleepiness or any(senses.sees_hero(hero_game, creature) for hero_game in games):
        return
    nearest = min(games, key=lambda hero_game: senses.noise_cost(hero_game, creature))
    seat = nearest.hero.number
    keen = keenness(game, creature, seat, die)
    memory = MEMORY_OF_THE_VANISHED if nearest.hero.active(ab.VANISH) else MEMORY
    value = forgotten(creature.alertness, quiet[seat].total - keen.total, memory)
    if value != creature.alertness:
        rise(game, creature, value, seat)
        name = game.name(f"c{creature.slot}")
        game.tell_gm(
            text("{who:The} loses track: now {alertness}.", who=name, alertness=creature.alertness),
            detail=keen.words(),
        )


def forgotten(alertness: int, failure: int, memory: int) -> int:
    """Return the alertness that is left after failing by so much."""
    return max(UNWARY_FROM, alertness - max(0, failure - memory))


def rise(game: SilGContext, creature: Creature, value: int, seat: int) -> None:
    """Give a creature another alertness; whoever sees it sees what that looks like."""
    hero_game, key = game.hero_game(seat), f"c{creature.slot}"
    before = creature.alertness
    hero_game.learn(creature)
    set_alertness(hero_game, creature, value)
    game.overhear(seat, ("noticed",))
    if before < 0 <= creature.alertness:
        template = "{who:The} notices you."
    elif before < UNWARY_FROM <= creature.alertness:
        template = "{who:The} wakes up."
    elif creature.alertness < 0 <= before:
        template = "{who:The} looks around, and away."
    else:
        return
    audience = game.audience_of(key)
    # Of several that nobody sees, the Game Master has to know which.
    who = game.name(key) if audience is None else typed(game.handle(key))
    by = game.ref(key) if before < 0 <= creature.alertness else None
    game.tell(Text(template, {"who": who}), audience, "noticed", fact=Noticed(by) if by else None)


def make_noise(game: SilGContext, seat: int, loudness: int) -> None:
    """Let a hero's noise be heard at once: it is contested against minus its loudness (S3)."""
    hero = game.hero(seat)
    sounds(game, (hero.y, hero.x), loudness, seat)


def sounds(game: SilGContext, place: tuple[int, int], loudness: int, seat: int) -> None:
    """Let a noise on a square be heard at once by every creature."""
    way = noise.flow(game.state.sil.level, *place)
    die = _die(game, f"stealth {seat}")
    for creature in game.creatures:
        if game.is_ally(f"c{creature.slot}"):
            continue
        hero_game = game.hero_game(seat)
        cost = way[game.state.sil.level.at(creature.y, creature.x)]
        keen = (
            creature_stats.perception(hero_game, creature) + _die(game, dice_name(creature)) - cost
        )
        margin = keen - (die - loudness)
        if margin > 0 and creature.alertness < 0:
            rise(game, creature, creature.alertness + margin, seat)


# ---------------------------------------------------------------- what is hidden


def notice(game: SilGContext, seat: int, *, searching: bool = False) -> None:
    """Roll, unseen, for each hidden thing in sight; of a search those beside the hero alone. A
    failure and an empty search read alike (S7)."""
    hero_game, level = game.hero_game(seat), game.state.sil.level
    hero = hero_game.hero
    opaque = terrain.opaque(hero_game)
    reach = 1 if searching else search.REACH
    found = []
    for square, away in grid.disc(level.width, level.height, hero.y, hero.x, reach):
        if not search.hides(hero_game, square):
            continue
        y, x = level.place(square)
        if away > 1 and not hero_game.knowledge.seen[square]:
            continue
        if not field_of_view.los(opaque, level.width, hero.y, hero.x, y2=y, x2=x):
            continue
        difficulty = notice_difficulty(game, seat, square, away, searching=searching)
        if _succeeds(game, seat, difficulty, compass.square(y, x)):
            found.append(square)
    for square in found:
        search.reveal(hero_game, square)
    game.overhear(seat)
    if searching and not found:
        game.tell(text("You find nothing."), (seat,), "search")


def notice_difficulty(
    game: SilGContext, seat: int, square: int, away: int, *, searching: bool
) -> int:
    """Return how hard it is for a hero to notice what a square hides."""
    base = search.difficulty(game.hero_game(seat), square, min(away, search.REACH))
    return base - (SEARCHING if searching else 0)


def _succeeds(game: SilGContext, seat: int, difficulty: int, where: str) -> bool:
    dice, hero_game = game.streams.apart(f"notice {seat} {where}"), game.hero_game(seat)
    skill = hero_game.hero.skill(Skill.PERCEPTION)
    mine, against = skill + dice.die(DIE), difficulty + dice.die(DIE)
    name = game.hero_name(seat)
    game.tell_gm(
        text(
            "{hero} notices at {square}: {total} against {against}.",
            hero=name,
            square=where,
            total=mine,
            against=against,
        ),
        "roll",
    )
    return mine > against
