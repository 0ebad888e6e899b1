"""Sil-G as a ruleset: the contract, kept by the rules of this folder and Sil's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.common.coach_lines import first_advised
from engine.common.help_topics import read_topics
from engine.common.saved_state import SavedStates
from engine.contract.action import (
    GM,
    Action,
    ActionError,
    Advice,
    Event,
    FormField,
    IllegalAction,
    InvalidAction,
    Offer,
    Setting,
    audible,
)
from engine.contract.dice import STILL_DICE, ActionDice
from engine.contract.placeholders import is_printable
from engine.contract.texts import Name, Text, Words
from engine.contract.view import HelpTopic, Outcome, Page, Roles, Topic, Turn, View
from engine.sil.game.context import SilContext
from engine.sil.game.state import Hero, Level, SilState
from engine.sil.hero import biography
from engine.sil.items import flavours
from engine.sil.level import terrain
from engine.sil.ruleset_base import SilRuleset
from engine.silg import actions, completions, data_words, expert, keepsakes, offers, posts, verbs
from engine.silg.clock import encounter_clock, kept_plans
from engine.silg.context import KEPT, SilGContext
from engine.silg.event_kinds import PASSING, POSTED, RULE_PAGES
from engine.silg.gm import corrections
from engine.silg.rulings import HELP_FILE, SIL_G
from engine.silg.setup import character_creation
from engine.silg.state import GameMasterDesk, SeatedPlayer, SilGState
from engine.silg.view import lookup, rules_text, seat_views
from engine.silg.wording import text

MOST_PLAYERS = 10
GUIDE = (
    "Whoever opens the game is its Game Master; the others press “Join” and make a hero by buttons"
    " while the Game Master prepares a level (/gm prepare). Between encounters time passes in"
    " minutes: everybody walks, searches or waits, then the minute ends. In an encounter a clock"
    " counts half-seconds: when you are due you declare what you do, in secret, and it happens some"
    " seconds later, against the evasion and protection dice that stand then. The Game Master"
    " declares for the monsters, or lets the bot play them, may roll unseen, hand out pictures and"
    " correct anything. Otherwise the rules are those of Sil-Q."
)


class SilG(SilRuleset[SilGState]):
    """Sil at a table: a Game Master, and heroes who declare in secret on a clock of seconds."""

    name = "silg"
    title = "Sil-G"
    saved = SavedStates(SilGState, title, 1)
    summary = "Sil at a table: a Game Master runs it, the players declare in secret on a clock."
    # 21: in a party the first hero explores and leads on, the others follow: advice stood still;
    # 20: that somebody works at a forge is told before they are done;
    # 19: orders to all heroes or monsters are refused where there are none;
    # 18: as Sil-Q 22; a search goes no farther than it was told, whoever is on the way;
    # 17: heroes on the clock are heard, and followed by scent, from where they stand;
    # 16: ground walked on in the dark is known as floor until seen as something else;
    # 15: as Sil-Q 21; another hero is made for who is away as is advised;
    # 14: whom heroes hear, and see of the invisible, hangs on one draw a round; skills, figures,
    # terrain and breaths are told in words that can be translated;
    # 13: what is noted on things is worded anew, levels are suggested with one monster of a kind;
    # 12: as Sil-Q 18;
    # 10: a roll that is still asked for ends no plan when the Game Master does something unseen;
    # 9: the sight and the death of who is there once are told in sentences of their own;
    # 8: "next" lets monsters go on until heroes are due, monsters keep standing orders, the game
    # goes on while the last hero's player makes another;
    # 7: the Game Master's desk keeps suggestions, notes and what was told of a moment,
    # what is quiet and loud in a minute, confused shots, leaps, work begun at the workbench;
    # 6: plans by the minute, standing orders that declare by themselves;
    # 5: dice by action, hidden rolls from dice of their own;
    # 4: losers to the Song of Challenge do not shoot, failed climbs make the next easier, what
    # the rules ask is asked, walks go past companions, shots may be taken back;
    # 3: quick heroes of men and dwarves have more health;
    # 2: draw-more went; enemies beside archers may be answered for
    version = 21
    pack_page = "Pack"
    settings = (
        Setting("averaging", "Evasion dice count as 10, natural 20s add a die", ("off", "on")),
        Setting("armour", "Armour protects by its average instead of a roll", ("on", "off")),
        Setting("clock", "Who lets the clock run on after each step", ("bot", "gm")),
        Setting("approval", "Heroes wait for the Game Master's approval", ("free", "asked")),
        Setting("experience", "What heroes begin with", ("5000", "10000", "20000")),
    )
    verbs = verbs.verbs()
    own_commands = (
        "say",
        "whisper",
        "pass-note",
        "ready",
        "check-roll",
        "roll",
        "spawn",
        "place",
        "reveal",
        "light",
        "check",
        "ask",
        "tell",
        "note-to",
        "clock",
        "next",
        "minute",
        "hurt",
        "heal",
        "award",
        "experience",
        "level",
        "begin",
        "line",
    )
    rule_pages = RULE_PAGES
    tells_in_posts = True
    guide = GUIDE

    def game(self, state: SilGState, dice: ActionDice = STILL_DICE) -> SilGContext:
        """Return the context of the rules for a state."""
        return SilGContext(state, self.data, dice)

    def sil_state(self, state: SilGState) -> SilState:
        return state.sil

    def action_text(self, line: str) -> Words:
        return verbs.in_words(line, self.data) if line.split() else line

    def roles(self, options: Mapping[str, str]) -> Roles:
        return Roles(1, MOST_PLAYERS, "required")

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> SilGState:
        chosen = self.setting_values(options)
        if not 1 <= len(seats) <= MOST_PLAYERS:
            raise InvalidAction(text("Sil-G takes 1 to {number} heroes.", number=MOST_PLAYERS))
        if not gm:
            raise InvalidAction(text("Sil-G needs a Game Master."))
        names = [_checked(name) for name in seats]
        heroes = [Hero(name, 0, 0, number=n) for n, name in enumerate(names)]
        limbo = Level.blank(1, 3, 3, terrain.PERMANENT)
        sil = SilState(SIL_G, {}, heroes, limbo)
        sil.begin_level(limbo)
        state = SilGState(sil, chosen, [SeatedPlayer(name) for name in names])
        game = self.game(state, dice)
        flavours.deal(SilContext(sil, self.data, streams=dice))
        for seat in range(len(heroes)):
            character_creation.begin(game, seat)
        return state

    def turn(self, state: SilGState) -> Turn:
        waiting = tuple(_waiting(self.game(state)))
        others: list[int] = []
        if waiting:
            seats = range(len(state.players)) if state.stage != "setup" else ()
            others = [seat for seat in (GM, *seats) if seat not in waiting]
        return Turn(state.turn, waiting, simultaneous=True, also=tuple(others))

    def legal(self, state: SilGState, seat: int) -> Sequence[Offer]:
        game = self.game(state)
        if seat == GM:
            return offers.gm_offers(game)
        return offers.player_offers(game, seat)

    def parse(self, written: str, state: SilGState, seat: int) -> Action:
        if not written.split():
            raise InvalidAction(text("Say what to do."))
        if seat == GM:
            return verbs.read_gm(written)
        return verbs.read_player(self.game(state), seat, written)

    def apply(
        self, state: SilGState, seat: int, action: Action, dice: ActionDice
    ) -> Sequence[Event]:
        if seat != GM and not 0 <= seat < len(state.players):
            raise IllegalAction(text("You have no hero in this game."))
        before = self.dump(state)
        game = self.game(state, dice)
        try:
            if seat == GM:
                actions.do_gm(game, action)
            else:
                actions.do_player(game, seat, action)
            actions.settle(game)
        except ActionError:
            _restore(state, self.saved.load(before))
            raise
        posts.gather(game)
        _note_what_was_heard(game)
        return game.events

    def view(self, state: SilGState, seat: int | None) -> View:
        game = self.game(state)
        found = self.legal(state, seat) if seat is not None else ()
        return seat_views.view(game, seat, tuple(_waiting(game)), found)

    def pages(self, state: SilGState, seat: int | None) -> Sequence[Page]:
        return seat_views.pages(self.game(state), seat)

    def completions(self, state: SilGState, seat: int, verb: str, option: str) -> Sequence[str]:
        return completions.completions(self.game(state), verb, option) if seat == GM else ()

    def form(self, state: SilGState, seat: int, verb: str, target: str) -> Sequence[FormField]:
        shown = seat == GM and verb == "set" and state.stage != "over"
        return corrections.form(self.game(state), target) if shown else ()

    def keepsakes(self, state: SilGState) -> Mapping[str, Sequence[str]]:
        return keepsakes.keepsakes(self.game(state))

    def topics(self, state: SilGState, seat: int | None) -> Sequence[Topic]:
        return tuple(lookup.topics(self.game(state), seat))

    def explain(self, state: SilGState, seat: int | None, topic: Topic) -> Words:
        if topic not in self.topics(state, seat):
            raise InvalidAction(text("Nothing is known of that."))
        return lookup.explain(self.game(state), seat, topic)

    def data_words(self) -> Sequence[Name | Text]:
        values = (value for setting in self.settings for value in setting.values)
        chosen = (Text(value) for value in values if not value.isdecimal())
        return *data_words.data_words(), *chosen

    def help_topics(self) -> Sequence[HelpTopic]:
        return read_topics(HELP_FILE)

    def describe_rules(self, options: Mapping[str, str]) -> Words:
        return rules_text.describe(self.data.rules.rulings)

    def outcome(self, state: SilGState) -> Outcome | None:
        return seat_views.outcome(self.game(state))

    def advise(self, state: SilGState, seat: int) -> Advice | None:
        best = first_advised(self.legal(state, seat))
        return None if best is None else Advice(best.action, best.why)

    def autoplay(self, state: SilGState, seat: int, *, irreversible: bool = False) -> Advice | None:
        player = None if seat == GM or state.stage == "setup" else state.players[seat]
        if player is not None and player.question is not None and not player.ending:
            return self._declined(state, seat)
        return super().autoplay(state, seat, irreversible=irreversible)

    def _declined(self, state: SilGState, seat: int) -> Advice | None:
        """Return the answer that spends and chooses nothing for somebody who is away."""
        why = text("nothing is chosen for who is away")
        found = expert.choices(self.legal(state, seat), expert.DECLINES, why)
        return Advice(found[0].action, why) if found else None

    def shorten_plan(self, action: Action, turns: int) -> Action | None:
        return kept_plans.shortened(action, turns)


def _checked(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or not is_printable(plain):
        raise InvalidAction(text("A hero needs a name."))
    return plain[: biography.LONGEST_NAME]


def _waiting(game: SilGContext) -> list[int]:
    """Return whom the game waits for: the players who are asked, else the Game Master."""
    state = game.state
    if state.stage == "over":
        return []
    if state.stage == "setup":
        asked = [n for n, p in enumerate(state.players) if not p.ready]
    elif state.stage == "minutes":
        asked = [n for n in game.heroes if not game.player(n).ready]
        if not game.heroes:
            asked = [n for n, p in enumerate(state.players) if p.returns and p.birth]
    else:
        asked = encounter_clock.due_players(game)
    return asked or [GM]


def _restore(state: SilGState, kept: SilGState) -> None:
    """Put a state back to what it was, in place."""
    for name in state.__struct_fields__:
        setattr(state, name, getattr(kept, name))


def _note_what_was_heard(game: SilGContext) -> None:
    """Keep for each seat what it has heard last; who has heard nothing keeps what they had, so
    that a hidden command leaves no gap. What posts tell is left out of what is told to all."""
    state, events = game.state, game.events

    def note(holder: SilGState | SeatedPlayer | GameMasterDesk, told: Sequence[Event]) -> None:
        holder.lines = [event.text for event in told[-KEPT:]]
        holder.details = [event.detail or event.text for event in told[-KEPT:]]

    def sum_up(holder: SilGState | SeatedPlayer | GameMasterDesk, told: Sequence[Event]) -> None:
        # What happened says more than the dice that stand until a hero's next action.
        holder.headline = next(
            (event.text for event in reversed(told) if event.kind != "defence"), told[-1].text
        )

    called = {seat: game.hero_name(seat) for seat in range(len(state.players))}
    seats: list[tuple[int, SeatedPlayer | GameMasterDesk]] = [(GM, state.desk)]
    for seat, holder in [*seats, *enumerate(state.players)]:
        heard = [each for each in audible(events, (seat,), called) if each.kind not in POSTED]
        if heard:
            note(holder, heard)
            sum_up(holder, heard)
    public = [each for each in audible(events, ()) if each.kind not in POSTED]
    posted = any(each.kind == "moment" for each in events)
    now = [each for each in public if not each.post and not (posted and each.kind not in PASSING)]
    if now or posted:
        note(state, now)
    if public:
        sum_up(state, public)
