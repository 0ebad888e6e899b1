"""Topics that may be looked up: creatures in sight, the pages of the view, the encyclopaedia."""

from __future__ import annotations

from engine.contract.action import InvalidAction
from engine.contract.texts import Name, Text, text
from engine.contract.view import Topic
from engine.delve.actions.legal_actions import CHOICES, pack_tokens
from engine.delve.descriptions import encyclopaedia, inspection
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.rules.vision import visible
from engine.delve.state import DelveHero

ITEM_PAGE = "Pack"


def topics(game: DelveContext, hero: DelveHero) -> list[Topic]:
    """Return what a hero's player may look up."""
    found: list[Topic] = []
    if hero.class_name and not hero.fallen and hero.depth in game.state.levels:
        for monster in visible(game, hero):
            name = inventory.token(monster.name, monster.number)
            found.append(Topic("sight", name, text("{creature:The}", creature=game.the(monster))))
        for token, thing in pack_tokens(game, hero).items():
            found.append(Topic("page", token, inventory.title(game.content, thing), ITEM_PAGE))
    for section, name in encyclopaedia.names(game.content):
        shown = encyclopaedia.title(game.content, section, name)
        if section == "theme":
            shown = game.content.themes[name].title
        found.append(
            Topic(
                "lore",
                f"{section}: {name}",
                text(
                    "{name:The} ({section})",
                    name=Name(shown, proper=True),
                    section=encyclopaedia.SECTIONS[section],
                ),
            )
        )
    return found


def completions(game: DelveContext, hero: DelveHero, verb: str, place: int) -> list[str]:
    """Return what the argument of a verb at a place may be, for a hero to act: titles of pages for
    `lookup`, else what the hero can do now."""
    content = game.content
    if verb == "lookup":
        pages = encyclopaedia.names(content)
        titles = (encyclopaedia.title(content, section, name) for section, name in pages)
        return list(dict.fromkeys(map(inventory.token, titles)))
    allowed = CHOICES[verb](game, hero) if verb in CHOICES else []
    return list(dict.fromkeys(args[place] for args in allowed if len(args) > place))


def explain(game: DelveContext, hero: DelveHero, topic: Topic) -> Text:
    """Return what there is to say of a topic."""
    if topic.kind == "lore":
        section, _, name = topic.name.partition(": ")
        if (section, name) in encyclopaedia.names(game.content):
            return encyclopaedia.page(game.content, section, name)
    elif topic.kind == "sight":
        for monster in visible(game, hero):
            if inventory.token(monster.name, monster.number) == topic.name:
                return inspection.monster(game, hero, monster)
    else:
        thing = pack_tokens(game, hero).get(topic.name)
        if thing is not None:
            return inspection.item(game, hero, thing)
    raise InvalidAction(text("Nothing is known of that."))
