"""The view of a game, the same for everybody: nothing in it is secret between players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from engine.contract.placeholders import is_placeholder
from engine.contract.texts import (
    Name,
    Text,
    Value,
    Words,
    counted,
    cut_words,
    joined,
    listed,
    text,
    typed,
)
from engine.contract.view import (
    ALT_LENGTH,
    Bar,
    CharacterStatus,
    Condition,
    Ending,
    Outcome,
    SheetBoard,
    SheetSection,
    SheetTable,
    TextPrompt,
    View,
)
from engine.kanthe.data.content import WORD_LISTS
from engine.kanthe.encounters.doors import describe_door
from engine.kanthe.encounters.finds import describe_hazard
from engine.kanthe.encounters.odds import odds_lines
from engine.kanthe.encounters.pools import opponents_of
from engine.kanthe.encounters.presence import conflict_at, hostile_at
from engine.kanthe.exploring.movement import way_label
from engine.kanthe.map.level_plan import area_at, passages_at, ways_from
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.goals import describe_goal, is_met
from engine.kanthe.rules.names import (
    beast_name,
    creature_name,
    domain_name,
    feature_name,
    gear,
    level_name,
    people_title,
    place_name,
)
from engine.kanthe.setup.design_sheets import LONGEST_NAME, LONGEST_WORD
from engine.kanthe.setup.wizard import (
    SetupPage,
    current_page,
    is_filled,
    page_field,
    pages,
    suggested_words,
)
from engine.kanthe.state import (
    Approach,
    ChooseStairs,
    ChooseTarget,
    ChooseVictim,
    ChooseWord,
    Domain,
    FaceHazard,
    Fallen,
    KantheState,
    Opponent,
    ShareTreasure,
)
from engine.kanthe.view.arcane_sheet import known_rows
from engine.kanthe.view.design_tables import make_table
from engine.kanthe.view.dice_scenes import MOST_THROWS, describe_throw, last_throws, next_throw
from engine.kanthe.view.map_board import make_board
from engine.kanthe.view.pages import describe_item
from engine.kanthe.words import DOORS, HEADLINE_WEIGHTS, ROOM_WALLS, alone, coins, listing, wounds

HEADLINE = 60  # letters
_WIDTH = 60  # letters a line


def make_view(game: KantheContext, coach: tuple[Words, ...]) -> View:
    """Return the view of a game; `coach`: its coach line in ever fewer words."""
    state = game.state
    began = state.setup is None
    sections = (*_play_sections(game),) if began else (_setup_section(game),)
    question = ask(game)
    return View(
        title=_title(state),
        turn=state.acts,
        characters=(_status(state),),
        facts=_facts(state),
        lines=told_lines(state),
        details=tuple(state.lines),
        headline=headline_of(state),
        alt=_alt(game, question),
        coach=coach[0],
        coach_shorter=coach[1:],
        odds=_odds(game),
        caution="" if state.result or not began else state.hero.caution,
        map=make_board(game) if began else None,
        sheet=SheetBoard(sections),
        question=question,
        prompt=_prompt(game),
        phase="over" if state.ended else "play" if began else "setup",
        ending=ending_of(state) if state.ended else "",
    )


def _title(state: KantheState) -> Text:
    if state.setup is not None:
        return text("Kanthe · {page}", page=current_page(state).title)
    phase = phase_of(state)
    return text("{place:The} · {phase}", place=level_name(state.level), phase=phase)


def headline_of(state: KantheState) -> Words:
    """Return the most important of what happened, of equals the last, of what is short enough in
    English; "": nothing is."""
    told = zip(reversed(state.lines), reversed(state.line_kinds), strict=True)
    short = [each for each in told if len(str(each[0])) <= HEADLINE]
    return max(short, key=lambda each: HEADLINE_WEIGHTS[each[1]], default=("", "note"))[0]


def told_lines(state: KantheState) -> tuple[Words, ...]:
    """Return what happened, oldest first; of a plan without its single throws."""
    if "plan" not in state.line_kinds:
        return tuple(state.lines)
    told = zip(state.lines, state.line_kinds, strict=True)
    return tuple(line for line, kind in told if kind not in ("dice", "fight"))


def _odds(game: KantheContext) -> tuple[Words, ...]:
    state, question = game.state, game.state.question
    if state.conflict is not None:
        return odds_lines(game, state.conflict)
    if isinstance(question, Approach):
        return odds_lines(game, conflict_at(state, question.node))
    return ()


def _facts(state: KantheState) -> tuple[tuple[Words, Words], ...]:
    hero = state.hero
    level = text("{level:The}", level=level_name(state.level))
    facts: list[tuple[Words, Words]] = [
        (Text("Level", context="dungeon"), level),
        (text("Coins"), str(hero.coins)),
    ]
    if state.setup is None:
        facts.append((text("Phase"), phase_of(state)))
        facts.append((text("Difficulty"), str(state.difficulty)))
        area = area_at(state.here, state.area)
        if area is not None and area.circles:
            facts.append((text("Mobile hazards"), str(area.circles)))
    if hero.takes_coins:
        facts.append((text("Treasure"), text("as coins")))
    if (goal := describe_goal(state)) is not None:
        facts.append((text("Goal"), goal))
    facts.append((text("Domain"), domain_name(state)))
    return tuple(facts)


def phase_of(state: KantheState) -> Text:
    """Return the rulebook's phase that the game is in."""
    question = state.question
    if isinstance(question, ChooseWord):
        return text("Discovery")
    if isinstance(question, ShareTreasure):
        return text("Reward")
    if isinstance(question, Fallen):
        return text("The end")
    if state.conflict is not None or isinstance(question, Approach | FaceHazard):
        return text("Encounter")
    if {"meet", "found"} & set(state.line_kinds):
        return text("Generation")
    return text("Mapping")


def _status(state: KantheState) -> CharacterStatus:
    hero = state.hero
    worst = hero.challenge + 1
    conditions = []
    if hero.wounds:
        conditions.append(Condition("bleed", text("wounded"), hero.wounds))
    if state.unnoticed:
        conditions.append(Condition("hidden", Text("hidden", context="hero")))
    if hero.allies:
        conditions.append(Condition("ally", text("allies"), len(hero.allies)))
    bar = Bar(text("Health"), max(0, worst - hero.wounds), worst)
    return CharacterStatus(
        0,
        typed(hero.name),
        "kanthe:hero",
        (bar,),
        tuple(conditions),
        to_act=not state.ended,
        figures=(Condition("coins", text("coins"), hero.coins),),
    )


# ------------------------------------------------------------------------- questions


def ask(game: KantheContext) -> Words:
    """Return what the rules ask now, "" when the hero is free to choose."""
    state = game.state
    if state.ended:
        return ""
    if state.setup is not None:
        return text("You can begin at any time.")
    if state.choosing_items:
        return text("Which items do you use in throws that they fit?")
    if state.question is not None:
        return _ask_question(game)
    if state.conflict is not None:
        names = [creature_name(o) for o in opponents_of(game, state.conflict)]
        return text("Against you: {names}. What do you do?", names=listing(names, "a"))
    return ""


def _ask_question(game: KantheContext) -> Text:
    state, question = game.state, game.state.question
    if isinstance(question, Approach):
        there = [creature_name(o) for o in hostile_at(state, node=question.node)]
        place = place_name(state.here.nodes[question.node])
        names = listing(there)
        return text("Before you, in {place}: {names}. What do you do?", place=place, names=names)
    if isinstance(question, FaceHazard):
        hazard = describe_hazard(game, game.hazard(question.hazard))
        return text("{hazard:The}. What do you do?", hazard=hazard)
    if isinstance(question, ChooseTarget):
        return text("Whom do your {value}s hit?", value=question.act.value)
    if isinstance(question, ChooseVictim):
        cause, degree = alone(question.cause), wounds(question.degree)
        return text("{cause:The}: {wounds}. Who takes it?", cause=cause, wounds=degree)
    if isinstance(question, ShareTreasure):
        return text("What did you find? Say what each match is.")
    if isinstance(question, ChooseWord):
        return text("What do the words mean?")
    if isinstance(question, ChooseStairs):
        return text("All is explored. Which room has the stairs down?")
    return Text(_AFTERWARDS[state.result], {"hero": typed(state.hero.name)})


_AFTERWARDS = {
    "": "{hero}. What now?",
    "dead": "{hero} is dead. What now?",
    "left": "{hero} is back in the daylight. What now?",
    "abandoned": "{hero} has given up. What now?",
}


def _prompt(game: KantheContext) -> TextPrompt | None:
    state = game.state
    if state.setup is not None:
        return _page_prompt(game, current_page(state))
    if state.question is not None and ask_heir(state):
        return TextPrompt("heir", text("the next hero's name"), "", LONGEST_NAME)
    return None


def ask_heir(state: KantheState) -> bool:
    """Return whether the question is what comes after this hero."""
    return state.result != "" and not state.ended


def _page_prompt(game: KantheContext, page: SetupPage) -> TextPrompt | None:
    state, field = game.state, page_field(page)
    if field in WORD_LISTS:
        words = state.domain.words[field] or suggested_words(game.content, field)
        return TextPrompt("answer", text("ten words"), ", ".join(words), 300)
    if field == "domain":
        return TextPrompt("answer", text("the domain's name"), state.domain.name, LONGEST_NAME)
    if field == "hero":
        typed = "" if is_placeholder(state.hero.name) else state.hero.name
        return TextPrompt("answer", text("your hero's name"), typed, LONGEST_NAME)
    if field == "main":
        main = state.sheets[page.level].main or game.content.levels[page.level].main
        return TextPrompt("answer", text("the main creature"), main, LONGEST_WORD)
    return None


# ------------------------------------------------------------------------- sections


def _setup_section(game: KantheContext) -> SheetSection:
    """Return the open page of the set-up, and how many others are blank."""
    state = game.state
    section = _page_section(game, current_page(state))
    listed = pages(state)
    page, last = listed.index(current_page(state)) + 1, len(listed)
    told = text("Page {page} of {last}.", page=page, last=last)
    if blank := sum(not is_filled(state, each) for each in listed):
        template = "Page {page} of {last}; Begin fills in {blank}."
        told = Text(template, {"page": page, "last": last, "blank": _blank_pages(blank)})
    return msgspec.structs.replace(section, lines=(*section.lines, told))


def _blank_pages(number: int) -> Text:
    return counted(number, "the blank one", "{number} blank ones")


def _page_section(game: KantheContext, page: SetupPage) -> SheetSection:
    state = game.state
    domain = state.domain
    if page.key in WORD_LISTS:
        written = domain.words[page.key]
        names = [Name(word) for word in written or suggested_words(game.content, page.key)]
        lines = () if written else (text("Suggested; write others if you like."),)
        if page.key == "essences":
            told = "Doors are of row {door}, locks of {lock}, walls of {wall}."
            lines = (*lines, text(told, **game.content.materials))
        return SheetSection(page.title, lines, tables=_ten(names))
    if page.key == "modified":
        beasts = [beast_name(state, beast) for beast in domain.modified]
        lines = () if beasts else (text("Dice choose them when you begin."),)
        return SheetSection(page.title, lines, tables=_ten(beasts))
    if page.key == "level":
        return SheetSection(page.title, _sentences(_level_lines(game, page.level)))
    if page.key == "hero":
        kit = [describe_item(game, item) for item in state.kit]
        challenge = text("Challenge {challenge}", challenge=state.hero.challenge)
        return SheetSection(typed(state.hero.name), _sentences((challenge, *kit)))
    theme = cut_words(Name(domain.theme), _WIDTH)
    return SheetSection(domain_name(state), _sentences((theme, *_size_lines(domain))))


def _size_lines(domain: Domain) -> Iterator[Text]:
    """Yield how large a domain is, and what its pieces are."""
    levels = counted(domain.levels, "{number} level", "{number} levels")
    if domain.ruins:
        yield text("The ruins, and {levels} below", levels=levels)
    else:
        yield text("{levels} below the ground, without the ruins", levels=levels)
    sections = counted(domain.sections, "{number} section", "{number} sections")
    yield text("A level: at most {sections}, each a sheet of four areas", sections=sections)
    rooms = counted(domain.rooms, "{number} room", "{number} rooms")
    yield text("An area: at most {rooms}, about five decisions each", rooms=rooms)


def _sentences(lines: Sequence[Words]) -> tuple[Text, ...]:
    """Return lines of a sheet with a full stop: words about the page stand beside them."""
    return tuple(text("{line}.", line=line) for line in lines)


def _ten(names: Sequence[Value]) -> tuple[SheetTable, ...]:
    """Return ten names with their rows, five beside five."""
    half = len(names) // 2
    rows = [(str(n), names[n], str(n + half), names[n + half]) for n in range(half)]
    return (make_table(("", "", "", ""), rows),) if names else ()


def _level_lines(game: KantheContext, number: int) -> tuple[Text, ...]:
    """Return a Level sheet in lines, with what is suggested where it is blank."""
    sheet, suggestion = game.state.sheets[number], game.content.levels[number]
    rooms = text("Rooms an area: {number}", number=sheet.rooms)
    if not sheet.rooms:
        rooms = text("Rooms an area: {number}, as the domain", number=game.state.domain.rooms)

    def shown(template: str, written: str, suggested: str) -> Text:
        if written:
            return Text(template, {"words": people_title(game.state, written)})
        return text("{line} (suggested)", line=Text(template, {"words": Name(suggested)}))

    return (
        shown("Theme: {words}", sheet.theme, suggestion.theme),
        shown("Main creature: {words}", sheet.main, suggestion.main),
        shown("Alternate creature: {words}", sheet.alternate, suggestion.alternate),
        rooms,
    )


def _play_sections(game: KantheContext) -> Iterator[SheetSection]:
    state = game.state
    scenes = [*next_throw(game)], [*last_throws(game)]
    yield from chain(*(reversed(scenes) if state.scene else scenes))
    if isinstance(state.question, ChooseWord):
        yield from known_rows(game)
    title = text("{place:The}", place=place_name(state.place))
    yield SheetSection(title, tuple(_place_lines(game)))
    hero = state.hero
    items = [cut_words(describe_item(game, item), _WIDTH) for item in gear(state)]
    head = text(
        "Challenge {challenge}, {wounds} of {limit}, {coins}",
        challenge=hero.challenge,
        wounds=wounds(hero.wounds),
        limit=hero.challenge + 1,
        coins=coins(hero.coins),
    )
    yield SheetSection(typed(hero.name), (head, *items))
    if not isinstance(state.question, ChooseWord):
        yield from known_rows(game)


def _place_lines(game: KantheContext) -> Iterator[Text]:
    """Yield what is known of the hero's place."""
    state = game.state
    level, place = state.here, state.place
    for who in level.opponents:
        if who.node == place.id and who.status != "gone":
            yield text(
                "{who:The}, strength {strength}: {state}",
                who=alone(creature_name(who)),
                strength=who.strength,
                state=_state_of(who),
            )
    for feature in place.features:
        name = alone(feature_name(state, feature.row))
        known = [text("used")] if feature.used else []
        yield _known_thing(name, feature.strength, known, searched=feature.searched)
    near = {passage.id for passage in passages_at(level, place.id)} | {state.passage}
    for hazard in level.hazards:
        here = hazard.node == place.id or (hazard.passage >= 0 and hazard.passage in near)
        if here and hazard.state != "gone":
            known = [text("passed")] if hazard.state == "passed" else []
            name = describe_hazard(game, hazard)
            yield _known_thing(name, hazard.strength, known, searched=hazard.searched)
    for door in place.doors:
        yield text("{door:The}: {state}", door=DOORS[door.wall], state=describe_door(door))
    if place.stairs:
        yield text("Stairs down")
    if place.remains or place.remains_coins:
        yield text("What a fallen hero left")
    if place.searched:
        walls = listing([ROOM_WALLS[wall] for wall in place.searched])
        yield text("Searched for secret doors: {walls}", walls=walls)
    ways: list[Text] = []
    for way in ways_from(level, place):
        if (label := way_label(state, way)) not in ways:
            ways.append(label)
    yield from ways


def _state_of(who: Opponent) -> Text:
    if who.status == "dead":
        return text("dead")
    if who.status == "befriended":
        return text("a friend")
    if who.peaceful or not who.attacks:
        return text("does not attack")
    return text("hostile")


def _known_thing(name: Text, strength: int, known: list[Text], *, searched: bool) -> Text:
    parts: list[Value] = [text("strength {strength}", strength=strength), *known]
    if searched:
        parts.append(text("searched"))
    return text("{thing:The}, {known}", thing=name, known=listed(parts))


# ------------------------------------------------------------------------- words


def _alt(game: KantheContext, question: Words) -> Text:
    """Return the view in words: what changed, who, where, dangers, exits; whole sentences, as many
    as there is room for in English."""
    room, kept = ALT_LENGTH, []
    for part in _alt_parts(game, question):
        room -= len(str(part)) + 1
        if room < 0:
            break
        kept.append(part)
    return joined(kept)


def _alt_parts(game: KantheContext, question: Words) -> Iterator[Text]:
    state, hero = game.state, game.state.hero
    if headline := headline_of(state):
        yield alone(headline)
    yield text(
        "{hero}, Challenge {challenge}, {wounds}, {coins}.",
        hero=typed(hero.name),
        challenge=hero.challenge,
        wounds=wounds(hero.wounds),
        coins=coins(hero.coins),
    )
    began = state.setup is None
    if began:
        place = place_name(state.place)
        yield text("{level:The}, {place}.", level=level_name(state.level), place=place)
    if question:
        yield alone(question)
    if began:
        for known in _place_lines(game):
            yield text("{known}.", known=known)
        if state.unnoticed:
            yield text("You are hidden.")
    else:
        section = _setup_section(game)
        rows = [row for table in section.tables for row in table.rows]
        yield from _sentences([listed([cell.words for cell in row]) for row in rows])
        yield from map(alone, section.lines)
    for throw in state.throws[-MOST_THROWS:]:
        faces = " ".join(map(str, throw.faces))
        told = describe_throw(throw)
        yield Text(_THROWN[throw.side], {"faces": faces, "told": told})


_THROWN = {
    "challenge": "Challenge {faces}: {told}.",
    "opposition": "Opposition {faces}: {told}.",
    "map": "Map dice {faces}: {told}.",
}


# ------------------------------------------------------------------------- the end


def ending_of(state: KantheState) -> Ending:
    """Return how the game ended for its last hero."""
    if state.result == "dead":
        return "lost"
    if state.result == "left" and is_met(state):
        return "won"
    return "left"


def _end_words(state: KantheState) -> str:
    """Return the sentence of how the game ended, with {hero}, {domain} and {coins}."""
    hero = state.hero
    if state.result == "dead":
        return "{hero} died in {domain}."
    if state.result == "abandoned":
        return "{hero} gave up in {domain}."
    if hero.coins:
        return "{hero} came out of {domain} with {coins}."
    brought = {(item.name, item.rating) for item in state.kit}
    if any((item.name, item.rating) not in brought for item in hero.items):
        return "{hero} came out of {domain} without coins, but with what was found there."
    if hero.sections:
        return "{hero} came out of {domain} with nothing but a map."
    return "{hero} left {domain} with empty hands."


def make_outcome(state: KantheState) -> Outcome:
    """Return the end of the game with its chronicle."""
    ending = ending_of(state)
    hero = state.hero
    facts = {"hero": typed(hero.name), "domain": domain_name(state)}
    title = Text(_end_words(state), {**facts, "coins": coins(hero.coins)})
    figures = {
        "coins": (counted(hero.coins, "coin", "coins"), hero.coins),
        "challenge": (text("challenge"), hero.challenge),
        "sections": (
            counted(hero.sections, "section explored", "sections explored"),
            hero.sections,
        ),
        "rooms": (counted(hero.rooms, "room entered", "rooms entered"), hero.rooms),
        "deepest": (text("deepest level"), hero.deepest),
        "overcome": (text("overcome"), hero.overcome),
        "befriended": (text("befriended"), hero.befriended),
    }
    rooms = counted(hero.rooms, "{number} room", "{number} rooms")
    sections = counted(hero.sections, "{number} section", "{number} sections")
    summary = hero.fate or text(
        "{rooms} entered, {sections} explored, {overcome} overcome, {befriended} befriended.",
        rooms=rooms,
        sections=sections,
        overcome=hero.overcome,
        befriended=hero.befriended,
    )
    first = []
    if len(state.fallen) > 1:
        words = "{hero} was the first of {number} heroes who came to {domain}."
        name, number = typed(state.fallen[0].name), len(state.fallen)
        first.append(Text(words, {**facts, "hero": name, "number": number}))
    story = (summary, *first, *state.chronicle)
    scenes = {"won": "kanthe:daylight", "lost": "kanthe:death", "left": "kanthe:daylight", "": ""}
    return Outcome(
        title=title,
        story=story,
        ending=ending,
        figures=tuple(figures.values()),
        scene=scenes[ending],
        facts=tuple((name, value) for name, (_, value) in figures.items()),
    )
