"""Pages and texts of the table: the party, the clock, the desk, the chronicle, the rulings."""

from __future__ import annotations

from collections.abc import Sequence

from engine.common import compass
from engine.common.help_topics import topic_text
from engine.contract.texts import Text, Value, Words, cut_words, joined, listed, typed
from engine.contract.view import ALT_LENGTH, Ending, Entity, MapBoard, Page
from engine.sil.creatures import morale
from engine.sil.game.state import Creature, Skill, Stat
from engine.sil.perception import noise
from engine.silg.clock import creature_ai, encounter_clock, kept_plans, monster_orders
from engine.silg.clock.dice_rolls import SKILL_NAMES, read_skill
from engine.silg.combat import skill_totals, standing_defence
from engine.silg.context import SilGContext
from engine.silg.gm import monster_forms
from engine.silg.levels.squares import square_name
from engine.silg.rulings import HELP_FILE
from engine.silg.state import DeclaredAction, Fighter, SeatedPlayer, Stage
from engine.silg.wording import line_in_words, text

_NO_PLAN = Text("none", context="plan")
_STATS = {
    Stat.STR: text("Str"),
    Stat.DEX: text("Dex"),
    Stat.CON: text("Con"),
    Stat.GRA: text("Gra"),
}
_STAGES: dict[Stage, Text] = {
    "setup": Text("setup", context="stage"),
    "minutes": Text("minutes", context="stage"),
    "declare": Text("declare", context="stage"),
    "monsters": Text("monsters", context="stage"),
    "over": Text("over", context="stage"),
}
_ENDINGS: dict[Ending, Text] = {
    "": text("in play"),
    "won": text("out of play"),
    "lost": text("fallen"),
    "left": text("out of play"),
}


def party_lines(game: SilGContext) -> tuple[Text, ...]:
    """Return who is in the party, as all may know it."""
    return tuple(
        text("{hero}: {state}", hero=game.hero_name(seat), state=_standing(game, seat))
        for seat in range(len(game.state.players))
    )


def party_page(game: SilGContext) -> Page:
    """Return the party as a page."""
    return Page("Party", text("Party"), joined(party_lines(game), "\n"))


def _standing(game: SilGContext, seat: int) -> Text:
    player, state = game.player(seat), game.state
    if player.ending == "lost":
        return text("slain by {by}", by=player.died_of)
    if player.ending:
        return text("out of play")
    if state.stage == "setup":
        if not player.ready:
            return text("in the making")
        return text("ready") if player.approved else text("ready, waits for approval")
    if state.stage == "minutes":
        if player.ready:
            return text("ready for the next minute")
        return text("{number} squares left", number=player.left)
    fighter = game.fighter(f"h{seat}")
    if player.secret:
        return text("has declared")
    due = text("off the clock")
    if fighter:
        due = text("due {time}", time=encounter_clock.seconds(fighter.due))
    if seat in encounter_clock.due_players(game):
        return text("{due}, declares now", due=due)
    return text("{due}, acts", due=due)


def chronicle_page(game: SilGContext) -> Page:
    """Return the chronicle of the campaign, and the recaps of the sessions that have ended."""
    written: list[Words] = [*game.state.chronicle[-40:]]
    for past in reversed(game.state.sessions):
        written += [text("Session {number}: what happened", number=past.number), *past.lines]
    words = joined(written, "\n") if written else text("Nothing is written yet.")
    return Page("Chronicle", text("Chronicle"), words)


def rulings_page() -> Page:
    """Return how the table rules where the rulebook is silent."""
    return Page("Rulings", text("Rulings"), topic_text(HELP_FILE, "rulings"))


def own_page(game: SilGContext, seat: int) -> Page:
    """Return a player's own side of the table."""
    player, hero = game.player(seat), game.hero(seat)
    fighter = game.fighter(f"h{seat}")
    plan = kept_plans.in_words(game, player.plan) if player.plan else _NO_PLAN
    lines = [text("Plan: {line}.", line=plan)]
    if player.secret:
        lines.append(text("Declared: {line}.", line=line_in_words(player.secret, game.data)))
    elif fighter and fighter.deed:
        due = encounter_clock.seconds(fighter.due)
        words = line_in_words(fighter.deed.line, game.data)
        lines.append(text("Declared: {line}, due {time}.", line=words, time=due))
    if fighter:
        kept = standing_defence.standing(game, fighter)
        lines.append(
            text(
                "Standing evasion die {die}, protection {protection}.",
                die=fighter.die,
                protection=kept,
            )
        )
    lines.append(
        text(
            "Light on your square {light}, stealth {stealth}, open squares round you {open}.",
            light=skill_totals.light_at(game, seat),
            stealth=hero.skill(Skill.STEALTH),
            open=noise.open_squares(game.hero_game(seat)),
        )
    )
    if player.asked:
        lines.append(text("Asked to roll {skill}.", skill=_asked(player)[0]))
    lines += [text("Handouts and whispers:"), _notes(player.journal)]
    return Page("Table", text("Table"), joined(lines, "\n"))


def _asked(player: SeatedPlayer) -> tuple[Value, ...]:
    """Return the skill that a player is asked to roll, and its difficulty."""
    word, difficulty = player.asked.split()
    return SKILL_NAMES[read_skill(word)], int(difficulty)


def _notes(notes: Sequence[Words]) -> Text:
    """Return handouts and whispers, the newest first."""
    return joined(notes[::-1], "\n") if notes else text("Nothing has come yet.")


# ---------------------------------------------------------------- the Game Master's pages


def gm_pages(game: SilGContext) -> tuple[Page, ...]:
    """Return the pages behind the screen."""
    return (
        Page("Clock", text("Clock"), _clock_page(game)),
        Page("Monsters", Text("Monsters", context="page"), _monsters_page(game)),
        Page("Heroes", text("Heroes"), _heroes_page(game)),
        Page("Desk", text("Desk"), _desk_page(game)),
        Page("Inbox", text("Inbox"), _notes(game.state.desk.inbox)),
    )


def clock_strip(game: SilGContext) -> Text:
    """Return who is due when, and what they have declared, for the Game Master."""
    now = game.state.clock
    due = sorted((f for f in game.state.fighters if f.due >= 0), key=lambda f: (f.due, f.key))
    return listed(_on_the_strip(game, each, now) for each in due)


def _on_the_strip(game: SilGContext, fighter: Fighter, now: int) -> Text:
    seconds = encounter_clock.seconds(fighter.due)
    time = text("now") if fighter.due == now and not fighter.done else seconds
    who = game.name(fighter.key)
    if fighter.deed is None:
        return text("{who} {time}", who=who, time=time)
    deed = _deed(game, fighter, fighter.deed)
    return text("{who} {time} ({deed})", who=who, time=time, deed=deed)


def _deed(game: SilGContext, fighter: Fighter, deed: DeclaredAction) -> Words:
    """Return in words what somebody has declared."""
    if fighter.key[0] == "c":
        return creature_ai.in_words(game, deed.line)
    return line_in_words(deed.line, game.data)


def intention(game: SilGContext, creature: Creature) -> Text:
    """Return whose declaration it is and what it would do: "step N10, confident 3"."""
    key = f"c{creature.slot}"
    line = encounter_clock.suggestion(game, creature)
    deed = creature_ai.in_words(game, line) if line else text("nothing more")
    seat = creature_ai.concern(game, creature)
    terms = morale.terms(game.hero_game(seat), creature) if seat is not None else ()
    mood = sum(amount for _, amount in terms) // creature_ai.MOOD
    stance = Text(creature.stance) if creature.stance else text("no stance")
    who = game.name(key)
    facts = {"who": who, "deed": deed, "stance": stance, "mood": mood}
    return Text("{who:the}: {deed}, {stance} {mood}", facts)


def _clock_page(game: SilGContext) -> Text:
    state = game.state
    lines = [
        text(
            "Clock {time}, minute {minute}, stage {stage}.",
            time=encounter_clock.seconds(state.clock),
            minute=state.minutes,
            stage=_STAGES[state.stage],
        )
    ]
    if state.waits_to_go_on:
        lines.append(text("It waits for you to go on."))
    for key, seat in state.provoked:
        lines.append(
            text(
                "{who:The} answers the shot of {hero}.",
                who=game.name(key),
                hero=game.hero_name(seat),
            )
        )
    for fighter in sorted(state.fighters, key=lambda f: (f.due, f.key)):
        standing = text(
            "{due}: {who:the}, die {die}, protection {protection}",
            due=encounter_clock.seconds(fighter.due) if fighter.due >= 0 else text("off the clock"),
            who=game.name(fighter.key),
            die=fighter.die,
            protection=standing_defence.standing(game, fighter),
        )
        if fighter.deed:
            standing = listed((standing, _deed(game, fighter, fighter.deed)))
        lines.append(standing)
    for player in state.players:
        if player.secret:
            hero = typed(player.name)
            lines.append(
                text(
                    "{who:The} declares: {line}.",
                    who=hero,
                    line=line_in_words(player.secret, game.data),
                )
            )
    return joined(lines, "\n")


def _monsters_page(game: SilGContext) -> Text:
    lines = []
    for creature in game.creatures:
        key = f"c{creature.slot}"
        figures: list[Value] = [
            text(
                "{handle} ({who:the}) at {square}: health {now} of {most}",
                handle=game.handle(key),
                who=game.name(key),
                square=compass.square(creature.y, creature.x),
                now=creature.health,
                most=creature.max_health,
            ),
            text("alertness {number}", number=creature.alertness),
        ]
        if creature.stance:
            figures.append(Text(creature.stance))
        if key in game.state.desk.run_by_gm:
            figures.append(text("run by you"))
        if order := game.state.desk.orders.get(key):
            figures.append(monster_orders.in_words(game, order))
        if key in game.state.desk.allies:
            figures.append(text("with the heroes"))
        lines.append(listed(figures))
    return joined(lines, "\n") if lines else text("No monster is on the level.")


def _heroes_page(game: SilGContext) -> Text:
    return joined([_hero_line(game, seat) for seat in range(len(game.state.players))], "\n")


def _hero_line(game: SilGContext, seat: int) -> Text:
    player, hero = game.player(seat), game.hero(seat)
    stats = [text("{value} {number}", value=_STATS[s], number=hero.stat(s)) for s in Stat]
    skills = [text("{value} {number}", value=SKILL_NAMES[s], number=hero.skill(s)) for s in Skill]
    figures = text(
        "{hero} at {square}: health {now} of {most}, voice {voice}, food {food}, "
        "{experience:,} experience. {stats}. {skills}.",
        hero=typed(player.name),
        square=compass.square(hero.y, hero.x),
        now=hero.health,
        most=hero.derived.max_health,
        voice=hero.voice,
        food=hero.food,
        experience=hero.unspent,
        stats=joined(stats),
        skills=joined(skills),
    )
    states = text(
        "{number} squares left; plan: {plan}; asked: {asked}; {play}, {ready}, {approved}.",
        number=player.left,
        plan=kept_plans.in_words(game, player.plan) if player.plan else _NO_PLAN,
        asked=joined(_asked(player)) if player.asked else text("nothing"),
        play=_ENDINGS[player.ending],
        ready=text("ready") if player.ready else text("not ready"),
        approved=text("approved") if player.approved else text("not approved"),
    )
    return joined((figures, states))


def _desk_page(game: SilGContext) -> Text:
    desk = game.state.desk
    lines: list[Value] = []
    if desk.start >= 0:
        square = square_name(game, desk.start)
        lines.append(text("The party begins at {square}.", square=square))
    lines += [text("Note {name}: {words}", name=k, words=v) for k, v in desk.notes.items()]
    lines += [text("Map kept: {name}", name=name) for name in desk.maps]
    lines += [text("Macro {name}: {line}", name=k, line=v) for k, v in desk.macros.items()]
    lines += [
        text("Encounter {number}: {line}", number=n, line=line)
        for n, line in enumerate(desk.encounters, 1)
    ]
    lines += [text("Encounter {name}: {words}", name=k, words=v) for k, v in desk.groups.items()]
    lines += [text("Table {name}: {words}", name=k, words=v) for k, v in desk.tables.items()]
    lines += [text("In the room of {name}: {words}", name=k, words=v)
              for k, v in desk.ambience.items()]  # fmt: skip
    lines += [text("Every minute {name}: {dice}", name=k, dice=v) for k, v in desk.standing.items()]
    lines += [
        text(
            "Your monster {name}: {figures}", name=typed(m.name), figures=monster_forms.describe(m)
        )
        for m in desk.monsters
    ]
    shown = sum(seat == -1 for seat, _ in desk.shown)
    lines.append(text("Reveals that can be taken back: {number}.", number=shown))
    lines += [text("Typed: {line}", line=line) for line in desk.history]
    return joined(lines, "\n")


# ---------------------------------------------------------------- alt texts


def alt(
    title: Text,
    board: MapBoard | None,
    place: tuple[int, int] | None,
    line: Words,
    *,
    by_handle: bool = False,
) -> Words:
    """Return a board in words: who, where, and what has just happened. `by_handle`: creatures are
    called as the Game Master's commands call them."""
    parts: list[Value] = [text("{title}.", title=title)]
    if board is not None:
        heroes = [e for e in board.entities if e.seat is not None]
        others = [e for e in board.entities if e.seat is None]
        party = [
            text("{who} at {square}", who=e.title, square=compass.square(e.y, e.x)) for e in heroes
        ]
        parts.append(text("Heroes: {heroes}.", heroes=listed(party) if party else text("none")))
        named = [_seen(e, place, by_handle=by_handle) for e in others[:12]]
        seen = joined(named, "; ") if named else text("no creature")
        parts.append(text("In sight: {seen}.", seen=seen))
    if line:
        parts.append(line)
    return cut_words(joined(parts), ALT_LENGTH)


def _seen(entity: Entity, place: tuple[int, int] | None, *, by_handle: bool) -> Text:
    who: Value = entity.name if by_handle else entity.title or entity.name
    if entity.description:
        who = text("{who} ({words})", who=who, words=entity.description)
    where = compass.square(entity.y, entity.x)
    if place is None:
        return text("{who} at {square}", who=who, square=where)
    steps = max(abs(entity.y - place[0]), abs(entity.x - place[1]))
    way = compass.toward(*place, entity.y, entity.x)
    return text(
        "{who}, {number} {way}", who=who, number=steps, way=compass.WORDS.get(way, text("here"))
    )
