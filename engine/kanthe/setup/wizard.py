"""Setting up a game: the pages of the wizard, and what may be written on each
(rules: kanthe 2)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import msgspec

from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.facts import Arrived, SeatRef
from engine.contract.texts import Name, Text, text, typed
from engine.kanthe.data.content import PURPOSES, SLOTS, WORD_LISTS, KantheContent
from engine.kanthe.dice import SIDES
from engine.kanthe.exploring.movement import enter_level
from engine.kanthe.map.level_plan import MOST_SECTIONS
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import beast_name, domain_name
from engine.kanthe.setup.design_sheets import (
    LONGEST_NAME,
    MOST_LEVELS,
    MOST_ROOMS,
    check_list,
    check_number,
    check_ruins,
    check_words,
)
from engine.kanthe.state import (
    ArcaneEffect,
    Domain,
    KantheHero,
    KantheItem,
    KantheState,
    LevelSheet,
    Modified,
)

SLOT_WORDS = {
    "weapon": Text("weapon", context="slot"),
    "armour": Text("armour", context="slot"),
    "first": Text("first", context="slot"),
    "second": Text("second", context="slot"),
}
LENGTHS = {  # levels below the ruins, sections a level, rooms an area
    "evening": (1, 1, 4),
    "half-hour": (1, 1, 2),
    "weeks": (8, 6, 6),
}
LENGTH_WORDS = {"evening": text("evening"), "half-hour": text("half hour"), "weeks": text("weeks")}
FIELDS = {  # of the sheets, by the words that actions name them by
    "hero": text("hero"),
    "domain": text("domain"),
    "theme": Text("theme", context="sheet"),
    "colours": text("colours"),
    "changes": text("changes"),
    "qualities": text("qualities"),
    "motifs": text("motifs"),
    "essences": text("essences"),
    "beasts": text("beasts"),
    "features": text("features"),
    "main": text("main"),
    "alternate": text("alternate"),
    "level-theme": text("level-theme"),
    "levels": text("levels"),
    "sections": text("sections"),
    "rooms": text("rooms"),
    "ruins": text("ruins"),
    "level-rooms": text("level-rooms"),
}


class SetupPage(msgspec.Struct, frozen=True):
    """A page of the wizard."""

    key: str  # "domain", a word list, "modified", "level", "hero"
    title: Text
    level: int = -1

    @property
    def purpose(self) -> Text:
        """The use that the game makes of the page."""
        return _PAGE_PURPOSES[self.key]


_PAGE_PURPOSES = {
    "domain": text("The more rooms, the longer the game: an evening, or weeks."),
    "colours": text("Arcane things have a colour. In play you find out which essence it means."),
    "changes": text("Some beasts have a change. In play it can come to mean an essence."),
    "qualities": text("Potions have a quality. In play you find out which action it means."),
    "motifs": text("Wands and rings bear a motif. In play you find out which action it means."),
    "essences": text("What magic, traps, floods and doors are made of."),
    "beasts": text("The animals that live here."),
    "modified": text("Beasts with a change, which roam the areas."),
    "features": text("What may stand in a room: you can search it, and use it once."),
    "level": text("Most whom you meet on this level are its main creature."),
    "hero": text("Each item adds dice to the throws that it is good for."),
}


def pages(state: KantheState) -> list[SetupPage]:
    """Return the pages in order."""
    titles = {
        "colours": text("Ten colours"),
        "changes": text("Ten physical changes"),
        "qualities": text("Ten liquid qualities"),
        "motifs": text("Ten visual motifs"),
        "essences": text("Ten essences"),
        "beasts": text("Ten beasts"),
        "features": text("Ten stationary features"),
    }
    lists = [SetupPage(key, titles[key]) for key in WORD_LISTS]
    levels = [
        SetupPage("level", _level_title(number), number)
        for number in range(state.domain.top, state.domain.levels + 1)
    ]
    return [
        SetupPage("domain", text("The domain")),
        *lists[:6],
        SetupPage("modified", text("Ten modified beasts")),
        lists[6],
        *levels,
        SetupPage("hero", text("Your hero")),
    ]


def _level_title(number: int) -> Text:
    return text("Level {number}", number=number) if number else text("The ruins (level 0)")


def current_page(state: KantheState) -> SetupPage:
    """Return the page that is open. Raises IllegalAction when the game has begun."""
    if state.setup is None:
        raise IllegalAction(text("The sheets are filled in before the game begins."))
    listed = pages(state)
    return listed[min(state.setup.page, len(listed) - 1)]


def blank_domain(name: str, theme: str, length: str) -> Domain:
    """Return a Domain sheet on which only the name and the size are filled in."""
    levels, sections, rooms = LENGTHS[length]
    words: dict[str, list[str]] = {key: [] for key in WORD_LISTS}
    return Domain(
        name=name,
        theme=theme,
        ruins=True,
        levels=levels,
        sections=sections,
        rooms=rooms,
        words=words,
        modified=[],
        arcane_features=[None] * SIDES,
    )


def blank_sheets() -> list[LevelSheet]:
    """Return ten Level sheets that are not filled in."""
    return [LevelSheet("", "", "") for _ in range(MOST_LEVELS + 1)]


def starting_kit(content: KantheContent) -> list[KantheItem]:
    """Return the suggested kit: a weapon, a suit of armour, two useful items."""
    return [
        KantheItem(-1 - place, name, 1, content.wares[name].purposes)
        for place, name in enumerate(content.kit)
    ]


def is_filled(state: KantheState, page: SetupPage) -> bool:
    """Return whether a page has all that the game needs."""
    if page.key in WORD_LISTS:
        return len(state.domain.words[page.key]) == SIDES
    if page.key == "modified":
        return len(state.domain.modified) == SIDES
    if page.key == "level":
        sheet = state.sheets[page.level]
        return bool(sheet.main and sheet.alternate and sheet.theme)
    return True


# ------------------------------------------------------------------------- filling in


def suggested_words(content: KantheContent, key: str) -> list[str]:
    """Return the ten words that are suggested for a list."""
    return list(content.words[key][:SIDES])


def fill_page(game: KantheContext, page: SetupPage) -> None:
    """Fill in the suggestions of a page; of a level's, what is blank."""
    state, content = game.state, game.content
    if page.key in WORD_LISTS:
        state.domain.words[page.key] = suggested_words(content, page.key)
        if page.key == "features":
            suggest_arcane_features(game)
    elif page.key == "modified":
        roll_modified(game)
    elif page.key == "level":
        suggestion, sheet = content.levels[page.level], state.sheets[page.level]
        sheet.theme = sheet.theme or suggestion.theme
        sheet.main = sheet.main or suggestion.main
        sheet.alternate = sheet.alternate or suggestion.alternate
    elif page.key == "domain":
        _suggest_domain(game)
    else:
        state.kit = starting_kit(content)


def _suggest_domain(game: KantheContext) -> None:
    """Name the domain, and give it a theme, by suggestions other than those on its sheet."""
    domain, words = game.state.domain, game.content.words
    names = [name for name in words["domains"] if name != domain.name]
    themes = [theme for theme in words["themes"] if theme != domain.theme]
    domain.name = game.dice.flavour.choose(names)
    domain.theme = game.dice.flavour.choose(themes)


def roll_modified(game: KantheContext) -> None:
    """Throw two dice for each modified beast, the beast's row and the change's; of those lists
    what is blank is filled in."""
    for key in ("changes", "beasts"):
        words = game.state.domain.words
        words[key] = words[key] or suggested_words(game.content, key)
    beasts = game.throw_opposition(SIDES, "beast-rows")
    changes = game.throw_opposition(SIDES, "change-rows")
    rows = zip(beasts, changes, strict=True)
    game.state.domain.modified = [Modified(beast, change) for beast, change in rows]


def suggest_arcane_features(game: KantheContext) -> None:
    """Throw for the actions and the essences of some features, unless any is written or the game
    goes by the book."""
    state = game.state
    if any(state.domain.arcane_features) or state.variant.by_the_book:
        return
    rows, number = list(range(SIDES)), game.content.arcane_features
    game.dice.level.shuffle(rows)
    actions = game.throw_opposition(number, "feature-actions")
    essences = game.throw_opposition(number, "feature-essences")
    for row, action, essence in zip(sorted(rows[:number]), actions, essences, strict=True):
        state.domain.arcane_features[row] = ArcaneEffect(action, essence)


def begin(game: KantheContext) -> None:
    """Fill in what is still blank and let the hero enter the domain."""
    state = game.state
    for page in pages(state):
        if not is_filled(state, page):
            fill_page(game, page)
    for thrown in (state.lines, state.line_kinds, state.throws):
        thrown.clear()  # it stands on the sheets; the hero's arrival comes first
    state.setup = None
    _set_out(game)


def _set_out(game: KantheContext) -> None:
    """Let the hero enter the domain with his kit. What followed another one stays where it is, and
    what another one turned back from is open to be tried again."""
    state = game.state
    for level in state.levels:
        level.left.clear()
        for opponent in level.opponents:
            opponent.follows = False
        for hazard in level.hazards:
            hazard.left = False
    for item in state.kit:
        own = deepcopy(item)
        own.id = game.new_id()
        state.hero.items.append(own)
    domain = domain_name(state)
    game.describe("arrival", "map", Arrived(SeatRef(0), state.domain.top), domain=domain)
    enter_level(game, state.domain.top)
    game.record(text("{hero} entered {domain}.", hero=typed(state.hero.name), domain=domain))


def next_hero(game: KantheContext, name: str) -> None:
    """Let another hero enter the domain; the sheets, the map and who lives there stay."""
    state = game.state
    state.hero = KantheHero(name, caution=state.hero.caution)
    state.result, state.question = "", None
    _set_out(game)


def turn_page(state: KantheState, step: int) -> None:
    """Open the next or the last page."""
    assert state.setup is not None
    state.setup.page = max(0, min(state.setup.page + step, len(pages(state)) - 1))


# ------------------------------------------------------------------------- writing by hand


def write_field(game: KantheContext, field: str, value: str) -> None:
    """Write a field of the sheets. Raises ActionError."""
    state = game.state
    page = current_page(state)
    if field == "hero":
        state.hero.name = check_words(value, text("the hero's name"), LONGEST_NAME)
    elif field == "domain":
        state.domain.name = check_words(value, text("the domain's name"), LONGEST_NAME)
    elif field == "theme":
        state.domain.theme = check_words(value, text("the domain's theme"), LONGEST_NAME)
    elif field in WORD_LISTS:
        state.domain.words[field] = check_list(value, field)
    elif field in ("main", "alternate", "level-theme"):
        _write_level(state, page, field, value)
    else:
        raise InvalidAction(text("There is no field “{field}” on the sheets.", field=field[:20]))
    written = typed(value) if field == "hero" else Name(value)
    game.tell(text("{field:The}: {value}.", field=FIELDS[field], value=written))


def _write_level(state: KantheState, page: SetupPage, field: str, value: str) -> None:
    if page.level < 0:
        raise IllegalAction(text("Open the page of a level first."))
    sheet = state.sheets[page.level]
    if field == "level-theme":
        sheet.theme = check_words(value, text("the level's theme"), LONGEST_NAME)
    elif field == "main":
        sheet.main = check_words(value, text("the main creature"))
    else:
        sheet.alternate = check_words(value, text("the alternate creature"))


def page_field(page: SetupPage) -> str:
    """Return the field that an answer typed on a page is written to; "" if there is none."""
    if page.key in WORD_LISTS or page.key in ("domain", "hero"):
        return page.key
    return "main" if page.key == "level" else ""


def write_word(game: KantheContext, row: str, value: str) -> None:
    """Change one word of the list that is open. Raises ActionError."""
    state = game.state
    page = current_page(state)
    if page.key not in WORD_LISTS:
        raise IllegalAction(text("Open the page of a list first."))
    place = check_number(row, text("Row"), 0, SIDES - 1)
    word = check_words(value, text("the word"))
    words = state.domain.words[page.key]
    if len(words) != SIDES:
        raise IllegalAction(text("Fill in the list first, then change its words."))
    others = [other.casefold() for n, other in enumerate(words) if n != place]
    if word.casefold() in others:
        raise InvalidAction(text("“{word}” stands in the list already.", word=word))
    words[place] = word
    game.tell(text("Row {row}: {word}.", row=place, word=Name(word)))


def set_number(game: KantheContext, field: str, value: str) -> None:
    """Set a number of the sheets. Raises ActionError."""
    state = game.state
    page = current_page(state)
    if field == "levels":
        state.domain.levels = check_number(value, text("Levels"), 1, MOST_LEVELS)
    elif field == "sections":
        state.domain.sections = check_number(value, text("Sections a level"), 1, MOST_SECTIONS)
    elif field == "rooms":
        state.domain.rooms = check_number(value, text("Rooms an area"), 1, MOST_ROOMS)
    elif field == "ruins":
        state.domain.ruins = check_ruins(value)
    elif field == "level-rooms":
        if page.level < 0:
            raise IllegalAction(text("Open the page of a level first."))
        state.sheets[page.level].rooms = check_number(
            value, text("Rooms on this level"), 0, MOST_ROOMS
        )
    else:
        raise InvalidAction(text("There is no number “{field}” on the sheets.", field=field[:20]))
    game.tell(text("{field:The}: {value}.", field=FIELDS[field], value=value))


def set_size(game: KantheContext, length: str) -> None:
    """Set levels, sections and rooms to what a length of play suggests."""
    domain = game.state.domain
    domain.levels, domain.sections, domain.rooms = LENGTHS[length]
    game.tell(text("Sized for {length}.", length=LENGTH_WORDS[length]))


def toggle_change(game: KantheContext, row: str) -> None:
    """Add a modified beast's change, or take it away; offered once they are thrown."""
    beast = game.state.domain.modified[int(row)]
    beast.added = not beast.added
    game.tell(text("Row {row}: {word}.", row=int(row), word=beast_name(game.state, beast)))


def make_arcane_feature(game: KantheContext, row: str, action: str, essence: str = "") -> None:
    """Give a feature an arcane effect, or "none". Raises ActionError."""
    current_page(game.state)
    place = check_number(row, text("Row"), 0, SIDES - 1)
    effect = None
    if action != "none":
        effect = ArcaneEffect(
            check_number(action, text("Action"), 0, SIDES - 1),
            check_number(essence, text("Essence"), 0, SIDES - 1),
        )
    game.state.domain.arcane_features[place] = effect
    words = text("Feature {row}: arcane.", row=place)
    game.tell(words if effect else text("Feature {row}: not arcane.", row=place))


def equip(game: KantheContext, slot: str, uses: str, name: str) -> None:
    """Write one of the hero's four items. Raises ActionError."""
    current_page(game.state)
    if slot not in SLOTS:
        raise InvalidAction(text("The hero has room for: {slots}.", slots=", ".join(SLOTS)))
    place = SLOTS.index(slot)
    ware_kind = game.content.ware_kinds[game.content.wares[game.content.kit[place]].kind]
    purposes = ware_kind.purposes or tuple(uses.split("-"))
    if len(set(purposes)) != 2 or not set(purposes) <= set(PURPOSES):
        raise InvalidAction(
            text(
                "An item serves two of {purposes}, such as evade-force.",
                purposes=", ".join(PURPOSES),
            )
        )
    item = KantheItem(-1 - place, check_words(name, text("the item's name")), 1, purposes)
    game.state.kit[place] = item
    game.tell(text("{slot:The}: {thing}.", slot=SLOT_WORDS[slot], thing=Name(item.name)))


def replacements(state: KantheState, content: KantheContent, page: SetupPage) -> Iterator[str]:
    """Yield suggestions that are not on the open list yet."""
    known = {word.casefold() for word in state.domain.words[page.key]}
    for word in content.words[page.key]:
        if word.casefold() not in known:
            yield word
