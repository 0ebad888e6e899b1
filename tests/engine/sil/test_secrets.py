"""Equal views give equal offers: what the hero has not seen changes neither."""

import pytest

from engine.dice import seed_from
from engine.sil import terrain
from engine.sil.level import arrival
from engine.sil.ruleset import SilQ

SIL = SilQ()


def wanderer(depth, seed):
    """A hero who has looked about a real level for a while."""
    game = SIL.new({"hero": "quick", "rules": "game"}, ["Beren"], seed_from(f"{seed}"))
    arrival.enter(game, depth, 0)
    game.hero.health = 500
    for line in ("explore", "explore", "wait", "explore"):
        offers = [str(offer.action) for offer in SIL.legal(game, 0)]
        if line in offers:
            SIL.apply(game, 0, SIL.parse(line, game, 0))
    return game


def scrambled(game):
    """The same game to the hero's eyes, and another to everybody else's."""
    other = SIL.load(SIL.dump(game))
    level, hero = other.level, other.hero
    here = level.at(hero.y, hero.x)
    for i, feature in enumerate(level.feature):
        known = level.mark[i] or level.seen[i] or level.walked[i] or level.glimpsed[i]
        if i == here or feature == terrain.PERMANENT:
            continue
        if level.hidden[i]:
            level.hidden[i], level.feature[i] = 0, terrain.FLOOR
        elif feature == terrain.SECRET_DOOR:
            level.feature[i] = terrain.GRANITE
        elif not known and not level.view[i]:
            level.feature[i] = terrain.FLOOR if feature != terrain.FLOOR else terrain.GRANITE
    for i in list(level.floor):
        kept = [thing for thing in level.floor[i] if thing.seen]
        level.floor[i] = kept
        if not kept:
            del level.floor[i]
    for creature in list(level.creatures):
        if creature is not None and not creature.visible:
            del level.occupant[level.at(creature.y, creature.x)]
            level.creatures[creature.slot] = None
    return other


@pytest.mark.parametrize("depth", [1, 3, 6, 10, 14])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_known_shows_in_no_view_and_no_offer(depth, seed):
    game = wanderer(depth, seed)
    if game.ended:
        return
    other = scrambled(game)
    assert SIL.view(other, 0) == SIL.view(game, 0)
    assert SIL.legal(other, 0) == SIL.legal(game, 0)
