"""The answers of commands and buttons that have done their work: without Discord, three people
and a game of the toy ruleset."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace
from typing import cast

from table.actor import GameActor
from table.commands.lobby import Begin
from table.commands.play import Act
from table.commands.votes import Vote
from table.state import Person
from table.voting.motions import NO, YES
from tests.cogs.offline_bot import ANN, BOB, BOT, EVE, OfflineBot, member
from tests.table.world import CHANNEL, GUILD, Time
from tests.toys.guessing import Toy


async def phase(bot: OfflineBot) -> str:
    return (await bot.tables.at(CHANNEL)).game.phase


async def test_a_game_is_left_begun_paused_continued_ended_and_deleted(bot: OfflineBot):
    await bot.found(BOB, EVE, begins=False)
    told = await bot.type(EVE, "game leave")
    assert (told.words, told.private) == ("You have left the game.", True)
    told = await bot.type(BOB, "game status")
    assert "Waiting to begin: Ann and Bob" in told.words
    assert (await bot.type(ANN, "game begin")).words == "The game begins."
    assert await phase(bot) == "play"
    told = await bot.type(BOB, "game status")
    assert {"- Ann: <@1>", "- Bob: <@2>"} <= set(told.words.splitlines())
    assert "Hash of the seed: `" in told.words
    assert "\nSeed: " not in told.words
    assert (await bot.type(ANN, "game pause", reason="lunch")).words == "The game is paused."
    assert "Paused: lunch" in (await bot.type(BOB, "game status")).words
    assert (await bot.type(ANN, "game resume")).words == "The game continues."
    assert await phase(bot) == "play"
    assert (await bot.type(ANN, "game end", sure=False)).words == "Nothing has changed."
    assert await phase(bot) == "play"
    assert (await bot.type(ANN, "game end", sure=True)).words == "The game is over."
    assert await phase(bot) == "over"
    assert "\nSeed: `" in (await bot.type(BOB, "game status")).words
    assert (await bot.type(ANN, "game delete", sure=False)).words == "Nothing has changed."
    assert (await bot.tables.at(CHANNEL)).game.phase == "over"
    assert (await bot.type(ANN, "game delete", sure=True)).words == "The game is deleted."
    assert "no game" in (await bot.type(ANN, "game status")).words


async def test_running_games_are_listed_for_all_and_for_one(bot: OfflineBot):
    await bot.found(BOB)
    for mine in (False, True):
        assert f"<#{CHANNEL}>" in (await bot.type(BOB, "game list", mine=mine)).words
    assert f"<#{CHANNEL}>" in (await bot.type(EVE, "game list", mine=False)).words
    assert f"<#{CHANNEL}>" not in (await bot.type(EVE, "game list", mine=True)).words


async def test_a_setting_is_changed_by_who_may_and_asked_of_all_by_others(bot: OfflineBot):
    await bot.found(BOB)
    told = await bot.type(ANN, "game settings", name="pace", value="daily")
    assert told.words.startswith("Changed. ")
    assert (await bot.tables.at(CHANNEL)).game.settings.pace == "daily"
    told = await bot.type(BOB, "game settings", name="pace", value="live")
    assert "Changed" not in told.words
    assert (await bot.tables.at(CHANNEL)).game.settings.pace == "daily"


async def test_people_are_removed_banned_and_invited(bot: OfflineBot):
    await bot.found(BOB, EVE, begins=False)
    told = await bot.type(ANN, "people", remove=member(EVE))
    assert told.words == "<@3> is no longer in this game."
    told = await bot.type(ANN, "people", remove=member(BOB), ban=True)
    assert told.words == "<@2> is banned from this game."
    assert [m.person for m in (await bot.tables.at(CHANNEL)).state.members] == [1]
    told = await bot.type(BOB, "game join")
    assert [m.person for m in (await bot.tables.at(CHANNEL)).state.members] == [1]
    told = await bot.type(ANN, "people", invite=member(BOB), only_invited=True)
    assert told.words.splitlines() == [
        "<@2> may join this game.",
        "Only invited people may join now; use `/people invite:`.",
    ]
    told = await bot.type(ANN, "people", only_invited=False)
    assert told.words == "Everybody may join now."
    assert (
        await bot.type(ANN, "people", invite=member(BOT, bot=True))
    ).words == "Bots cannot play."
    assert (await bot.type(ANN, "people")).words.startswith("Choose whom to invite")


async def test_votes_are_proposed_cast_changed_and_withdrawn(bot: OfflineBot):
    await bot.found(BOB, EVE, mode="vote")
    actor = await bot.tables.at(CHANNEL)
    assert (await bot.press(BOB, "my_vote:")).words == "There are no proposals now."
    empty = (await bot.type(BOB, "vote status")).words.splitlines()
    assert empty[0] == "**Vote**: propose an action with the buttons or `/do`"
    assert "-# Most votes win; <@1> breaks ties" in empty
    assert "" not in empty
    told = await bot.type(BOB, "vote propose", action="step e")
    assert "step e" in told.words.lower() or "Walk" in told.words
    assert actor.reader.vote_of(BOB.id) == ("A",)
    assert "You voted A." in (await bot.type(BOB, "vote status")).words
    assert "You have not voted." in (await bot.type(EVE, "vote status")).words
    shown = await bot.press(EVE, "my_vote:")
    assert shown.words.startswith("You have not voted. Vote:")
    assert shown.private
    assert "Withdraw" not in shown.buttons
    told = await bot.press(EVE, shown.buttons["Abstain"])
    assert actor.reader.vote_of(EVE.id) == ()
    assert (await bot.press(EVE, "my_vote:")).words.startswith("You abstain. Change:")
    told = await bot.press(EVE, "withdraw:")
    assert told.words.startswith("You have not voted. Vote:")
    assert actor.reader.vote_of(EVE.id) is None
    assert (await bot.type(BOB, "vote withdraw")).words == "Your vote is withdrawn."
    assert actor.reader.vote_of(BOB.id) is None
    assert (await bot.type(EVE, "vote cast", letters="a")).words.startswith("You voted for **A")
    assert actor.reader.vote_of(EVE.id) == ("A",)
    refused = await bot.type(EVE, "vote cast", letters="A x")
    assert refused.words == "Proposals have the letters A to E, not X."
    assert actor.reader.vote_of(EVE.id) == ("A",)


async def test_a_vote_takes_all_that_move_offers(bot: OfflineBot):
    await bot.found(BOB, mode="vote")
    actor, draw = await bot.tables.at(CHANNEL), random.Random(1)
    taken: list[str] = []
    for turn in range(24):
        if turn % 3 == 0:
            for person in (ANN, BOB):
                await bot.type(person, "vote propose", action=f"step {draw.choice('nesw')}")
        typed = draw.choice(("", "undo", "set"))
        offered = await bot.completions(BOB, "vote move", "what", typed)
        if offered:
            before, what = actor.game.number, draw.choice(offered).value
            told = await bot.type(BOB, "vote move", what=what)
            assert actor.game.number > before, (what, told.words)
            taken.append(what)
        if actor.reader.motion() is not None and draw.random() < 0.7:
            await actor.run(ANN, Vote((draw.choice((YES, NO)),), motion=True))
    assert "undo 1" in taken
    assert len({each for each in taken if each.startswith("set")}) > 4


async def test_a_vote_is_delegated_led_and_vetoed(bot: OfflineBot):
    await bot.found(BOB, EVE, mode="vote")
    actor = await bot.tables.at(CHANNEL)
    told = await bot.type(BOB, "vote delegate", member=member(EVE))
    assert told.words == "<@3> votes for you, whenever you have not voted yourself."
    told = await bot.type(BOB, "vote delegate", member=member(EVE), until="3 days")
    assert told.words.startswith("<@3> votes for you until <t:")
    assert (await bot.type(BOB, "vote delegate")).words == "You vote for yourself again."
    assert (await bot.type(ANN, "vote leader", member=member(EVE))).words == "<@3> leads now."
    assert actor.reader.leader() == EVE.id
    await bot.type(ANN, "game settings", name="veto", value="leader")
    await bot.type(BOB, "vote propose", action="step e")
    told = await bot.type(EVE, "vote veto", letter="A")
    assert told.words == "You vetoed proposal A."
    poll = actor.reader.poll()
    assert poll is not None
    assert poll.proposals[0].struck_by == EVE.id


async def test_dice_are_rolled_for_all_or_for_one_and_proved(bot: OfflineBot):
    told = await bot.type(BOB, "roll", dice="2d1+3 # for luck")
    assert told.words.startswith("Bob rolls — for luck: **5**\n")
    assert not told.private
    assert (await bot.type(BOB, "roll", dice="1d1", quiet=True)).private
    check = await bot.type(BOB, "roll", dice="check 9 vs 1")
    assert "**succeeds** by" in check.words or "**fails** by" in check.words
    await bot.found(BOB, begins=False)
    begun = await bot.tables.at(CHANNEL)
    told = await bot.type(BOB, "dice", stats=True)
    assert told.words == "The game has not begun yet."
    await begun.run(ANN, Begin())
    assert (await bot.type(BOB, "dice", stats=True)).words == "You have seen no dice yet."
    told = await bot.type(ANN, "dice")
    assert told.words.startswith("✓ ")
    assert told.words.endswith("The seed is published when the game ends.")
    assert (await bot.press(BOB, "proof:")).words == told.words
    await bot.type(ANN, "game end", sure=True)
    told = await bot.type(ANN, "dice")
    assert told.words.startswith("✓ ")
    assert "\nSeed: `" in told.words
    assert (await bot.press(BOB, "cancel_work:")).words == "There is nothing to cancel any more."


async def test_what_is_stored_about_somebody_is_shown_sent_and_deleted(bot: OfflineBot):
    await bot.found(BOB)
    shown = await bot.type(BOB, "privacy")
    assert "Names: Bob." in shown.words
    assert "Now: 1 game, " in shown.words
    assert shown.private
    [(name, data)] = (await bot.type(BOB, "privacy", what="export")).files.items()
    assert name == "leithian-about-me.json"
    assert "Bob" in json.dumps(json.loads(data))
    assert "Ann" not in json.dumps(json.loads(data))
    told = await bot.type(BOB, "privacy", what="delete")
    assert told.words.startswith("Nothing has changed")
    assert "Names: Bob." in (await bot.type(BOB, "privacy")).words
    told = await bot.type(BOB, "privacy", what="delete", sure=True)
    assert told.words == "Done: nothing names you any more. You have left 1 game."
    assert "Names: none." in (await bot.type(BOB, "privacy")).words
    assert "Names: Ann." in (await bot.type(ANN, "privacy")).words


async def test_a_contest_without_a_name_is_called_by_its_game(bot: OfflineBot) -> None:
    suggested = await bot.completions(ANN, "contest", "ruleset", "toy")
    told = await bot.type(ANN, "contest", ruleset=suggested[0].value)
    assert told.words.startswith(f"**{Toy.title}** is open")
    for option in ("ruleset", "lasts"):
        assert await bot.completions(ANN, "contest", option, "") == []


async def test_a_contest_is_opened_shown_and_ended(bot: OfflineBot):
    told = await bot.type(ANN, "contest", new="May cup")
    assert told.words.startswith("**May cup** is open")
    assert not told.private
    assert told.buttons == {"Join": "v1:0:0:join_contest:"}
    told = await bot.type(BOB, "contest")
    assert "Nobody has joined yet." in told.words
    assert "Hash of the seed: `" in told.words
    told = await bot.type(ANN, "contest", end=True)
    assert ", ended <t:" in told.words
    assert "\nSeed: `" in told.words
    assert "over" in (await bot.press(BOB, "v1:0:0:join_contest:")).words


async def test_a_servers_language_and_who_opens_games_there_are_set(bot: OfflineBot):
    told = await bot.type(ANN, "admin", language="de")
    assert "Deutsch" in told.words
    assert await bot.client._services.card_builder.server_language(GUILD) == "de"
    await bot.type(ANN, "admin", language="discord")
    assert await bot.client._services.card_builder.server_language(GUILD) == "en"
    role = SimpleNamespace(id=77, name="Keepers", is_default=lambda: False)
    told = await bot.type(ANN, "admin", openers=role)
    assert told.words == ("Only people with the role Keepers and managers may open games here.")
    told = await bot.type(EVE, "game new", ruleset="toy")
    assert told.words.startswith("Only people with the role that may open games")
    everybody = SimpleNamespace(id=10, name="@everyone", is_default=lambda: True)
    told = await bot.type(ANN, "admin", openers=everybody)
    assert told.words == "Everybody may open games here."


async def test_help_completes_to_rulesets_their_legends_and_actions(bot: OfflineBot):
    names = [choice.value for choice in await bot.completions(BOB, "help", "topic", "toy")]
    assert {"toy", "toy legend", "toy step", "toy guess"} <= set(names)
    assert "toy yes" not in names


async def walk(actor: GameActor, person: Person) -> None:
    """Let somebody walk in the first direction that is open."""
    [seat, *_] = (await actor.reader.status()).turn.waiting
    offers = await actor.reader.offers(seat)
    await actor.run(person, Act(next(str(o.action) for o in offers if o.action.verb == "step")))


async def test_who_comes_back_after_a_day_is_told_what_happened_with_its_pictures(bot: OfflineBot):
    await bot.found(BOB, mode="first")
    actor = await bot.tables.at(CHANNEL)
    clock = cast(Time, bot.tables.services.now)
    await walk(actor, BOB)
    assert len(await bot.answers_to(BOB, "own_view:")) == 1  # nothing has happened
    for _ in range(4):
        clock.pass_(8 * 3600)
        await walk(actor, ANN)
    looked, recap = await bot.answers_to(BOB, "look:")
    assert "Since you were here" not in looked.words
    title, *told = recap.words.splitlines()
    assert title == "**Since you were here**"
    assert 0 < len([line for line in told if line.startswith("- ")]) <= 5
    assert recap.private
    assert len(set(recap.files.values())) == len(recap.files) == 3
    assert all(content.startswith(b"\x89PNG") for content in recap.files.values())
    assert len(await bot.answers_to(BOB, "look:")) == 1  # once
    await bot.type(BOB, "options", name="view", value="words")
    for _ in range(4):
        clock.pass_(8 * 3600)
        await walk(actor, ANN)
    _, recap = await bot.answers_to(BOB, "own_view:")
    assert recap.files == {}
    assert len(await bot.answers_to(EVE, "look:")) == 1  # has never played


async def test_what_somebody_missed_ends_where_they_act_themselves(bot: OfflineBot):
    await bot.found(BOB, mode="first")
    actor = await bot.tables.at(CHANNEL)
    clock = cast(Time, bot.tables.services.now)
    await walk(actor, BOB)
    for _ in range(4):
        clock.pass_(8 * 3600)
        await walk(actor, ANN)
    [seat, *_] = (await actor.reader.status()).turn.waiting
    offers = await actor.reader.offers(seat)
    step = next(str(each.action) for each in offers if each.action.verb == "step")
    *_, recap = await bot.answers_to(BOB, f"act:{step}", private=False)
    assert recap.words.startswith("**Since you were here**")
    assert recap.private
    assert recap.words.count("\n- ") == 4  # what they did now is none of it


async def test_a_move_is_told_by_the_log_the_view_and_undo(bot: OfflineBot):
    await bot.found(BOB, mode="first")
    await walk(await bot.tables.at(CHANNEL), BOB)
    for name, told in {
        "look": ["A board with Ann and Bob. Ann walks e.", "- B0: **Ann**", "- H7: **Bob**"],
        "describe": ["A board with Ann and Bob. Ann walks e.", "Ann walks e.", "Turn: 1"],
        "lore": ["You know nothing about wolf."],
        "story": ["Nothing has happened since."],
        "library": ["The library is empty."],
        "contest": ["There is no contest in this channel."],
    }.items():
        said = await bot.type(BOB, name, **({"creature": "wolf"} if name == "lore" else {}))
        assert said.words.splitlines()[: len(told)] == told
        assert said.private
    assert (await bot.type(BOB, "look", at="A1")).words == "- A1: floor, in sight"
    log = (await bot.type(BOB, "log")).words.splitlines()
    assert [line.split("> ", 1)[1] for line in log] == [
        "<@1> opened the game.",
        "<@2> joined as Bob.",
        "The game began.",
        "an action Ann walks e.",
    ]
    assert [*(await bot.type(BOB, "log", whole=True)).files] == ["log-1-3.txt"]
    asked = await bot.type(BOB, "undo")
    assert asked.words.startswith("This would undo 1 move, to before “step e: Ann walks e.”")
    assert [*asked.buttons] == ["Put it to the vote"]
    assert [*(await bot.type(ANN, "undo")).buttons] == ["Undo"]


async def test_what_is_typed_and_is_no_action_is_explained(bot: OfflineBot):
    await bot.found(BOB, mode="first")
    usage = ["**step** — Walk. (`/toy step`)", "- way: Where to. (n, e, s, w)"]
    first = "Say step, guess, look, yes or no."
    assert (await bot.type(BOB, "do", action="step")).words.splitlines() == [first, *usage]
    assert (await bot.type(BOB, "do", action="fly")).words == first
    for name in ("attack", "explore"):
        assert (await bot.type(BOB, name)).words == "There is nothing of the kind to do now."


async def test_a_seat_plays_by_itself_and_is_lent_taken_back_and_offered(bot: OfflineBot):
    await bot.found(BOB, mode="first")
    told = await bot.type(BOB, "seat autoplay", on=True)
    assert told.words == "Bob plays by itself until you say otherwise."
    told = await bot.type(BOB, "seat autoplay", on=False)
    assert told.words == "Bob waits for its player again."
    told = await bot.type(BOB, "seat lend", member=member(ANN), until="3 days")
    assert told.words.startswith("<@1> plays Bob until <t:")
    assert (await bot.type(BOB, "seat back")).words == "You play Bob yourself again."
    told = await bot.type(BOB, "seat give", member=member(EVE))
    assert told.words == "<@3>, <@2> offers you **Bob** in this game."
    assert ([*told.buttons], told.private) == (["Play Bob"], False)


async def test_a_motion_is_put_to_the_vote_one_at_a_time(bot: OfflineBot):
    await bot.found(BOB, mode="first")
    told = await bot.type(BOB, "vote move", what="set pace daily")
    assert told.words == "It is put to the vote: the card has the buttons."
    told = await bot.type(ANN, "vote move", what="set late wait")
    assert told.words == "First vote on the motion that is open."
    assert (await bot.type(ANN, "vote move", what="dance")).words.startswith("You can ask for")
