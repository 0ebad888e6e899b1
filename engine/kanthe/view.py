"""The view of a game, the same for everybody: nothing in it is secret between players."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.view import (
    Bar,
    CharacterStatus,
    Condition,
    Ending,
    Outcome,
    SheetBoard,
    SheetSection,
    TextPrompt,
    View,
)
from engine.kanthe.board import make_board
from engine.kanthe.conflict import (
    PoolSource,
    hero_pool,
    opponents_of,
    opposition_pool,
    total,
)
from engine.kanthe.content import WORD_LISTS
from engine.kanthe.dice import find_matches
from engine.kanthe.doors import describe_door
from engine.kanthe.explore import hostile_at, way_label
from engine.kanthe.generation import describe_hazard
from engine.kanthe.geometry import SIDE_NAMES
from engine.kanthe.naming import (
    beast_name,
    capitalise,
    feature_name,
    gear,
    join_words,
    level_name,
    place_name,
    plural,
    with_article,
)
from engine.kanthe.offer import fit_text
from engine.kanthe.pages import describe_item, make_pages
from engine.kanthe.plan import area_at, passages_at, ways_from
from engine.kanthe.play import HEADLINE, Play
from engine.kanthe.setup import Page, current_page, is_filled, page_field, pages
from engine.kanthe.sheets import LONGEST_NAME, LONGEST_WORD
from engine.kanthe.state import (
    Approach,
    ChooseStairs,
    ChooseTarget,
    ChooseVictim,
    ChooseWord,
    FaceHazard,
    Fallen,
    KantheGame,
    NameItem,
    ShareTreasure,
    Throw,
)

ALT = 1024  # letters
MOST_DICE = 11  # in a row of the sheet
MOST_THROWS = 4  # that the sheet shows
_WIDTH = 60  # letters a line
_SIDE_TITLES = {"challenge": "Challenge", "opposition": "Opposition", "map": "Map dice"}


def make_view(play: Play) -> View:
    """Return the view of a game."""
    game = play.game
    began = game.setup is None and bool(game.levels)
    sections = _play_sections(play) if began else _setup_sections(play)
    question = ask(play)
    return View(
        title=_title(game),
        turn=game.acts,
        characters=(_status(game),),
        facts=_facts(game),
        lines=tuple(game.lines),
        headline=fit_text(game.headline, HEADLINE),
        alt=fit_text(_alt(play, question), ALT),
        map=make_board(play) if began else None,
        sheet=SheetBoard(tuple(sections)),
        question=question,
        prompt=_prompt(game),
        phase="over" if game.ended else "play" if began else "setup",
        ending=ending_of(game) if game.ended else "",
        pages=make_pages(play),
    )


def _title(game: KantheGame) -> str:
    if game.setup is not None:
        return f"Kanthe · {current_page(game).title}"
    return f"Kanthe · {capitalise(level_name(game.level))}"


def _facts(game: KantheGame) -> tuple[tuple[str, str], ...]:
    hero = game.hero
    facts = [("Level", capitalise(level_name(game.level))), ("Coins", str(hero.coins))]
    if game.setup is None:
        facts.append(("Phase", phase_of(game)))
        facts.append(("Difficulty", str(game.difficulty)))
        area = area_at(game.here, game.area) if game.levels else None
        if area is not None and area.circles:
            facts.append(("Mobile hazards", str(area.circles)))
    facts.append(("Domain", game.domain.name))
    return tuple(facts)


def phase_of(game: KantheGame) -> str:
    """Return the rulebook's phase that the game is in."""
    question = game.question
    if isinstance(question, ChooseWord):
        return "Discovery"
    if isinstance(question, ShareTreasure | NameItem | Fallen):
        return "Reward"
    if game.conflict is not None or isinstance(question, Approach | FaceHazard):
        return "Encounter"
    return "Mapping"


def _status(game: KantheGame) -> CharacterStatus:
    hero = game.hero
    worst = hero.challenge + 1
    conditions = []
    if hero.wounds:
        conditions.append(Condition("bleed", "wounded", hero.wounds))
    if game.unnoticed:
        conditions.append(Condition("hidden", "hidden"))
    if hero.allies:
        conditions.append(Condition("ally", "allies", len(hero.allies)))
    bar = Bar("Health", max(0, worst - hero.wounds), worst)
    return CharacterStatus(
        0, hero.name, "kanthe:hero", (bar,), tuple(conditions), to_act=not game.ended
    )


# ------------------------------------------------------------------------- questions


def ask(play: Play) -> str:
    """Return what the rules ask now, "" when the hero is free to choose."""
    game = play.game
    question = game.question
    if game.ended:
        return ""
    if game.setup is not None:
        return f"{current_page(game).title}. You can begin at any time."
    if game.choosing_items:
        return "Which items do you use in throws that they fit?"
    if isinstance(question, Approach):
        there = [o.creature for o in hostile_at(game, node=question.node)]
        name = place_name(game.here, game.here.nodes[question.node])
        if there:
            return f"Before you, in {name}: {join_words(there)}. What do you do?"
        return f"Nobody bars the way into {name}. Do you go in?"
    if isinstance(question, FaceHazard):
        return f"{capitalise(describe_hazard(play, play.hazard(question.hazard)))}. What do you do?"
    if isinstance(question, ChooseTarget):
        return f"Whom do your {question.act.value}s hit?"
    if isinstance(question, ChooseVictim):
        return f"{question.cause}: {plural(question.degree, 'wound')}. Who takes it?"
    if isinstance(question, ShareTreasure):
        return "What are the matches?"
    if isinstance(question, NameItem):
        if question.name:
            return f"What is the {question.name} good for?"
        return f"An item of rating {question.rating}. What is it?"
    if isinstance(question, ChooseWord):
        return "What do the words mean?"
    if isinstance(question, ChooseStairs):
        return "All is explored. Which room has the stairs down?"
    if question is not None:
        ways = {"dead": "is dead", "left": "is back in the daylight", "abandoned": "has given up"}
        return f"{game.hero.name} {ways.get(game.result, '')}. What now?"
    if game.conflict is not None:
        against = join_words([with_article(o.creature) for o in opponents_of(play, game.conflict)])
        return f"Against you: {against}. What do you do?"
    return ""


def _prompt(game: KantheGame) -> TextPrompt | None:
    if game.setup is not None:
        return _page_prompt(game, current_page(game))
    if isinstance(game.question, NameItem) and not game.question.name:
        return TextPrompt("answer", "Name the item", "", LONGEST_WORD)
    if game.question is not None and ask_heir(game):
        return TextPrompt("heir", "The next hero's name", "", LONGEST_NAME)
    return None


def ask_heir(game: KantheGame) -> bool:
    """Return whether the question is what comes after this hero."""
    return game.result != "" and not game.ended


def _page_prompt(game: KantheGame, page: Page) -> TextPrompt | None:
    field = page_field(page)
    if field in WORD_LISTS:
        label = f"Ten {field}, with commas"
        return TextPrompt("answer", label, ", ".join(game.domain.words[field]), 300)
    if field == "domain":
        return TextPrompt("answer", "The domain's name", game.domain.name, LONGEST_NAME)
    if field == "hero":
        return TextPrompt("answer", "Your hero's name", game.hero.name, LONGEST_NAME)
    if field == "main":
        main = game.sheets[page.level].main
        return TextPrompt("answer", "The main creature", main, LONGEST_WORD)
    return None


# ------------------------------------------------------------------------- sections


def _setup_sections(play: Play) -> Iterator[SheetSection]:
    game = play.game
    page = current_page(game)
    domain = game.domain
    if page.key in WORD_LISTS:
        words = domain.words[page.key] or ["not filled in"]
        yield SheetSection(page.title, tuple(f"{n} {word}" for n, word in enumerate(words)))
    elif page.key == "modified":
        names = [f"{row} {beast_name(game, beast)}" for row, beast in enumerate(domain.modified)]
        yield SheetSection(page.title, tuple(names) or ("not thrown yet",))
    elif page.key == "level":
        sheet = game.sheets[page.level]
        yield SheetSection(
            page.title,
            (
                f"Theme: {sheet.theme or '-'}",
                f"Main creature: {sheet.main or '-'}",
                f"Alternate creature: {sheet.alternate or '-'}",
                f"Rooms an area: {sheet.rooms or f'{domain.rooms}, as the domain'}",
            ),
        )
    elif page.key == "hero":
        kit = [capitalise(describe_item(play, item)) for item in game.kit]
        yield SheetSection(game.hero.name, ("Challenge 5", *kit))
    else:
        size = (
            f"Ruins on the ground: {'yes' if domain.ruins else 'no'}",
            f"Levels below: {domain.levels}",
            f"Sections a level, at most: {domain.sections}",
            f"Rooms an area, at most: {domain.rooms}",
        )
        yield SheetSection(domain.name, (fit_text(domain.theme, _WIDTH), *size))
    listed = pages(game)
    blank = [each.title for each in listed if not is_filled(game, each)]
    words = [f"Page {listed.index(page) + 1} of {len(listed)}."]
    if blank:
        words.append(f"{plural(len(blank), 'page')} still blank: suggestions are filled in.")
    yield SheetSection("Set-up", tuple(words))
    yield from _dice_section(game)


def _play_sections(play: Play) -> Iterator[SheetSection]:
    game = play.game
    yield from _dice_section(game)
    if game.conflict is not None:
        yield _conflict_section(play)
    yield SheetSection(capitalise(place_name(game.here, game.place)), tuple(_place_lines(play)))
    hero = game.hero
    items = [capitalise(describe_item(play, item)) for item in gear(game)]
    head = (
        f"Challenge {hero.challenge}, {plural(hero.wounds, 'wound')} of {hero.challenge + 1}, "
        f"{plural(hero.coins, 'coin')}"
    )
    yield SheetSection(hero.name, (head, *(fit_text(item, _WIDTH) for item in items)))


def _dice_section(game: KantheGame) -> Iterator[SheetSection]:
    if not game.throws:
        return
    shown = game.throws[-MOST_THROWS:]
    dice = tuple(row for throw in shown for row in _dice_rows(throw))
    pools = [throw for throw in shown if len(throw.faces) > 1]
    yield SheetSection("Dice", tuple(_describe_throw(throw) for throw in pools), dice)


def _dice_rows(throw: Throw) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield a throw as rows of dice; of many dice, the matches stand apart from the rest."""
    title, faces = _SIDE_TITLES[throw.side], throw.faces
    if len(faces) <= MOST_DICE:
        yield title, faces
        return
    yield title, tuple(sorted(face for face in faces if faces.count(face) > 1))
    if rest := tuple(sorted(face for face in faces if faces.count(face) == 1)):
        yield "no match", rest


def _describe_throw(throw: Throw) -> str:
    purpose = throw.purpose.partition(" (")[0]
    if throw.side == "map" or len(throw.faces) < 2:
        return fit_text(purpose, _WIDTH)
    found = find_matches(throw.faces)
    told = ", ".join(str(match) for match in found) or "no match"
    return fit_text(f"{purpose}: {told}", _WIDTH)


def _conflict_section(play: Play) -> SheetSection:
    game = play.game
    conflict = game.conflict
    assert conflict is not None
    limit = game.difficulty + 1
    lines = []
    for who in opponents_of(play, conflict):
        told = f"wounds {who.wounds} of {limit}"
        if who.social:
            told += f", persuaded {who.social} of {limit}"
        lines.append(f"{capitalise(who.creature)}, strength {who.strength}: {told}")
    lines.append(f"Your fight: {_describe_pool(hero_pool(play, 'fight', conflict))}")
    lines.append(f"Theirs: {_describe_pool(opposition_pool(play, 'fight', conflict))}")
    if conflict.social:
        lines.append(f"Your doubts: {conflict.social} of {game.hero.challenge + 1}")
    if conflict.tool:
        lines.append(f"In use: {conflict.tool}")
    if conflict.barred:
        lines.append(f"Turned against you: {conflict.barred}")
    return SheetSection("Conflict", tuple(lines))


def _describe_pool(pool: list[PoolSource]) -> str:
    return f"{total(pool)} = " + " + ".join(f"{s.label} {s.dice}" for s in pool)


def _place_lines(play: Play) -> Iterator[str]:
    """Yield what is known of the hero's place."""
    game = play.game
    level, place = game.here, game.place
    for who in level.opponents:
        if who.node == place.id and who.status != "gone":
            state = {"dead": "dead", "befriended": "a friend"}.get(who.status, "")
            if not state:
                quiet = who.peaceful or not who.attacks
                state = "does not attack" if quiet else "hostile"
            yield f"{capitalise(who.creature)}, strength {who.strength}: {state}"
    for feature in place.features:
        used = ", used" if feature.used else ""
        searched = ", searched" if feature.searched else ""
        name = capitalise(feature_name(game, feature.row))
        yield f"{name}, strength {feature.strength}{used}{searched}"
    near = {passage.id for passage in passages_at(level, place.id)} | {game.passage}
    for hazard in level.hazards:
        here = hazard.node == place.id or (hazard.passage >= 0 and hazard.passage in near)
        if here and hazard.state != "gone":
            searched = ", searched" if hazard.searched else ""
            known = ", passed" if hazard.state == "passed" else ""
            name = capitalise(describe_hazard(play, hazard))
            yield f"{name}, strength {hazard.strength}{known}{searched}"
    for door in place.doors:
        yield f"{capitalise(SIDE_NAMES[door.wall])} door: {describe_door(door)}"
    if place.stairs:
        yield "Stairs down"
    if place.remains or place.remains_coins:
        yield "What a fallen hero left"
    if place.searched:
        walls = join_words([SIDE_NAMES[wall] for wall in place.searched])
        yield f"Searched for secret doors: {walls}"
    yield from dict.fromkeys(way_label(game, way) for way in ways_from(level, place))


# ------------------------------------------------------------------------- words


def _alt(play: Play, question: str) -> str:
    """Return the view in words: what changed, who, where, dangers, exits."""
    game = play.game
    parts = [game.headline] if game.headline else []
    hero = game.hero
    parts.append(
        f"{hero.name}, Challenge {hero.challenge}, {plural(hero.wounds, 'wound')}, "
        f"{plural(hero.coins, 'coin')}."
    )
    if game.setup is None and game.levels:
        parts.append(f"{capitalise(level_name(game.level))}, {place_name(game.here, game.place)}.")
        if question:
            parts.append(question)
        parts += [f"{line}." for line in _place_lines(play)]
        if game.unnoticed:
            parts.append("You are hidden.")
    elif question:
        parts += [question, *(f"{line}." for s in _setup_sections(play) for line in s.lines)]
    for throw in game.throws[-MOST_THROWS:]:
        faces = " ".join(map(str, throw.faces))
        parts.append(f"{_SIDE_TITLES[throw.side]} {faces}: {_describe_throw(throw)}.")
    return " ".join(parts)


# ------------------------------------------------------------------------- the end


def ending_of(game: KantheGame) -> Ending:
    """Return how the game ended for its last hero."""
    if game.result == "dead":
        return "lost"
    if game.result == "left" and (game.hero.coins or game.hero.sections):
        return "won"
    return "left"


def make_outcome(game: KantheGame) -> Outcome:
    """Return the end of the game with its chronicle."""
    ending = ending_of(game)
    hero = game.hero
    titles = {
        "won": f"{hero.name} came out of {game.domain.name} with {plural(hero.coins, 'coin')}.",
        "lost": f"{hero.name} died in {game.domain.name}.",
        "left": f"{hero.name} left {game.domain.name} with empty hands.",
        "": "",
    }
    figures = (
        ("Coins", hero.coins),
        ("Challenge", hero.challenge),
        ("Sections explored", hero.sections),
        ("Rooms entered", hero.rooms),
        ("Deepest level", hero.deepest),
        ("Overcome", hero.overcome),
        ("Befriended", hero.befriended),
    )
    summary = hero.fate or (
        f"{plural(hero.rooms, 'room')} entered, {plural(hero.sections, 'section')} explored, "
        f"{hero.overcome} overcome, {hero.befriended} befriended."
    )
    scenes = {"won": "kanthe:daylight", "lost": "kanthe:death", "left": "kanthe:daylight", "": ""}
    return Outcome(titles[ending], (summary, *game.chronicle), ending, figures, scenes[ending])
