"""Equal views give equal offers: what the hero has not seen changes neither."""

import msgspec
import pytest

from engine.sil.creatures import creature_names
from engine.sil.data import bundle
from engine.sil.dungeon import level_arrival
from engine.sil.game.state import Item, Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.songs.choir import ALL
from tests.engine.sil.stage import foe, item, race
from tests.rolled import dice_for
from tests.sampled import sampled

SIL = SilQ()


def learn_songs(game):
    """Let the hero know every song, so that offers to sing cannot tell what is not seen either."""
    game.hero.bought += [*ALL, ab.WOVEN_THEMES]
    game.hero.skill_base[Skill.SONG] = 9


def wanderer(depth, seed):
    """Return a hero who has looked about a real level for a while."""
    game = SIL.game(
        SIL.new({"hero": "quick", "rules": "game"}, ["Beren"], dice_for(f"{seed}")),
        dice_for(f"{seed}"),
    )
    learn_songs(game)
    level_arrival.enter(game, depth, 0)
    game.hero.health = 500
    for line in ("sing freedom", "explore", "sing delvings", "explore", "wait", "explore"):
        offers = [str(offer.action) for offer in SIL.legal(game.state, 0)]
        if line in offers:
            SIL.apply(game.state, 0, SIL.parse(line, game.state, 0), game.streams)
    return game


def scrambled(game):
    """Return the same game to the hero's eyes, and another to everybody else's."""
    other = SIL.game(SIL.load(SIL.dump(game.state)))
    level, hero = other.level, other.hero
    here = level.at(hero.y, hero.x)
    for i, feature in enumerate(level.feature):
        known = game.knowledge.mark[i] or game.knowledge.seen[i]
        if i == here or feature == terrain.PERMANENT:
            continue
        if level.hidden[i]:
            level.hidden[i], level.feature[i] = 0, terrain.FLOOR
        elif feature == terrain.SECRET_DOOR:
            level.feature[i] = terrain.GRANITE
        elif not known and not game.knowledge.view[i]:
            level.feature[i] = terrain.FLOOR if feature != terrain.FLOOR else terrain.GRANITE
    for i in list(level.floor):
        kept = [thing for thing in level.floor[i] if thing.seen_by]
        level.floor[i] = kept
        if not kept:
            del level.floor[i]
    for creature in list(level.creatures):
        if creature is not None and not game.known(creature).visible:
            del level.occupant[level.at(creature.y, creature.x)]
            level.creatures[creature.slot] = None
    return other


@pytest.mark.parametrize("depth", [1, 3, 6, 10, 14])
@pytest.mark.parametrize("seed", sampled(range(4), 1, pytest.mark.soak(part="laws")))
def test_what_is_not_known_shows_in_no_view_and_no_offer(depth, seed):
    game = wanderer(depth, seed)
    if game.state.ended:
        return
    other = scrambled(game)
    assert SIL.view(other.state, 0) == SIL.view(game.state, 0)
    assert SIL.pages(other.state, 0) == SIL.pages(game.state, 0)
    assert SIL.legal(other.state, 0) == SIL.legal(game.state, 0)


def shown(game):
    return SIL.view(game.state, 0), (SIL.legal(game.state, 0), SIL.pages(game.state, 0))


def met(name, alertness=5):
    """Return a creature at the hero's side and another some way off, met and paid for alike."""
    game = arena(*ROOMS, known=True)
    learn_songs(game)
    for dx in (1, 4):
        creature = foe(game, name, dx=dx, health=30, alertness=alertness)
        creature.image = race("Orc captain")
    look(game)
    game.hero.experience = game.hero.unspent = 5000
    game.hero.experience_from, game.hero.notes = {}, []
    return game


ROOMS = ("###########", "#.........#", "#.@.......#", "#.........#", "#......>..#", "###########")


def race_with(flag):
    """Return the name of a race that bears a flag and is plain to see."""
    return next(
        r.name
        for r in bundle.load().monsters.values()
        if flag in r.flags and "INVISIBLE" not in r.flags and not r.light
    )


@pytest.mark.parametrize("alertness", [5, -20])
@pytest.mark.parametrize("state", ["hallucinating", "rage"])
def test_who_is_out_of_his_mind_cannot_tell_one_from_another(state, alertness):
    seen, told = [], []
    for name in ("Wolf", "Orc scout", race_with("NEVER_MOVE"), race_with("PEACEFUL")):
        game = met(name, alertness)
        setattr(game.hero.timers, state, 20)
        creature_names.meet_again(game)
        look(game)
        seen.append(shown(game))
        told.append([topic.title for topic in SIL.topics(game.state, 0) if topic.kind == "sight"])
    for view, offers in seen[1:]:
        assert offers == seen[0][1]
        if state == "hallucinating":  # the raging see shapes, and know no names
            assert view == seen[0][0]
        assert [b.name for b in view.map.entities] == [b.name for b in seen[0][0].map.entities]
    assert all(topics == told[0] for topics in told)


def test_whether_one_sleeps_a_dreamer_cannot_tell():
    seen = []
    for alertness in (5, -5, -20):
        game = met("Wolf", alertness)
        game.hero.timers.hallucinating = 20
        creature_names.meet_again(game)
        look(game)
        seen.append(shown(game))
    assert seen[0] == seen[1] == seen[2]


def test_whether_one_flees_a_dreamer_cannot_tell():
    seen = []
    for stance in ("confident", "fleeing"):
        game = met("Wolf")
        for creature in game.level.creatures[1:]:
            creature.stance = stance
        game.hero.timers.hallucinating = 20
        creature_names.meet_again(game)
        look(game)
        seen.append(shown(game))
    assert seen[0] == seen[1]


def test_while_sane_he_can_tell_them_apart():
    assert shown(met("Wolf")) != shown(met("Orc scout"))


@pytest.mark.parametrize("tval", [75, 80, 45, 40, 55, 66])
def test_an_unknown_thing_shows_only_its_flavour(tval):
    """Two kinds of one class under the same flavour look the same, carried and lying about."""
    kinds = [k for k in bundle.load().kinds.values() if k.tval == tval][:6]
    flavour = next(f.serial for f in bundle.load().flavours.values() if f.tval == tval)
    seen = []
    for kind in kinds:
        game = arena(*ROOMS)
        game.world.flavours = {kind.serial: flavour}
        thing = Item(kind.serial, weight=kind.weight, pval=kind.pval)
        lying = msgspec.structs.replace(thing, seen_by=1)
        game.hero.pack = [thing]
        game.level.floor = {game.level.at(2, 4): [lying], game.level.at(2, 2): [lying]}
        look(game)
        weighed = msgspec.structs.replace(thing, weight=5)
        game.hero.pack = [weighed]
        lying.weight = 5
        look(game)
        seen.append(shown(game))
    assert len(seen) > 2
    assert all(view == seen[0][0] for view, _ in seen)
    assert all(offers == seen[0][1] for _, offers in seen)


@pytest.mark.parametrize("secret", ["special", "artefact", "flags", "cursed"])
def test_an_unknown_quality_of_a_thing_shows_in_nothing(secret):
    def carrying(**changes):
        game = arena(*ROOMS)
        sword = item("Longsword", known=False, **changes)
        game.hero.pack = [sword]
        look(game)
        return shown(game)

    values = {
        "special": next(s.serial for s in bundle.load().specials.values() if s.serial),
        "artefact": next(a.serial for a in bundle.load().artefacts.values() if a.tval == 23),
        "flags": ["SLAY_ORC"],
        "cursed": True,
    }
    assert carrying(**{secret: values[secret]}) == carrying()
