"""The guessing game with what people write and look up: notes, files, pages, things to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.contract.action import GM, Action, Event, FormField, IllegalAction, Offer, Option, Verb
from engine.contract.dice import ActionDice
from engine.contract.uploads import read_uploaded_text
from engine.contract.view import Page, Roles, TextPrompt, Topic, Turn, View
from tests.toys.guessing import GuessingState, Toy

LONG = "note " + "very " * 20 + "long"  # does not fit into a button's id


class Writing(Toy):
    """The guessing game in which characters write notes. Its Game Master, if it has one, may say
    what they like; those of hidden characters do nothing else."""

    name = "writing"
    title = "Writing"
    pack_page = "pack"
    verbs = (
        *Toy.verbs,
        Verb("note", "Write a note.", (Option("text", "Your note."),)),
        Verb("pin", "Pin up a text.", (Option("text", "A text.", upload="text"),)),
        Verb("tell", "Tell all.", (Option("text", "What."),), roles=("gm",)),
    )

    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return two players and perhaps a Game Master."""
        return Roles(2, 2, "optional")

    def turn(self, state: GuessingState) -> Turn:
        """Return a turn of the mover and of the Game Master."""
        turn = super().turn(state)
        return replace(turn, waiting=(*turn.waiting, GM)) if state.gm and turn.waiting else turn

    def legal(self, state: GuessingState, seat: int) -> list[Offer]:
        """Return the offers of the guessing game, and notes, of which one is advised."""
        if seat == GM:
            return [Offer(Action("tell", ("hello",)), "Tell all")] if state.gm else []
        offers = super().legal(state, seat)
        if not offers or state.doubt:
            return offers
        return [
            *offers,
            Offer(
                Action("note", ("Hm.",)),
                "Write Hm.",
                advised=True,
                why="ink is dear",
                page="pack",
                intent="use",
            ),
            Offer(Action("note", (LONG.removeprefix("note "),)), "Write much", page="pack"),
        ]

    def parse(self, text: str, state: GuessingState, seat: int) -> Action:
        """Read a verb with one text, or what the guessing game reads."""
        verb, _, words = text.partition(" ")
        if verb in ("note", "pin", "tell") and words:
            return Action(verb, (words,))
        return super().parse(text, state, seat)

    def apply(
        self, state: GuessingState, seat: int, action: Action, dice: ActionDice
    ) -> list[Event]:
        """Write, or act as in the guessing game."""
        if action.verb not in ("note", "pin", "tell"):
            return super().apply(state, seat, action, dice)
        if seat not in (state.mover, GM):
            raise IllegalAction("It is not your turn.")
        [text] = action.args
        if action.verb == "pin":
            text = read_uploaded_text(text)
        state.last = f"It is written: {text[:30]}"
        state.turn += 1
        return [Event("news", state.last), Event("news", "Your ink is dry.", (seat,))]

    def view(self, state: GuessingState, seat: int | None) -> View:
        """Return the view of the guessing game, with a prompt for who is to move."""
        if seat == GM:
            return super().view(state, None)
        shown = super().view(state, seat)
        if seat != state.mover or state.doubt:
            return shown
        return replace(shown, prompt=TextPrompt("note", "Your note", "Dear"), caution="usual")

    def pages(self, state: GuessingState, seat: int | None) -> Sequence[Page]:
        """Return the character and the pack of a seat; nothing for the public."""
        if seat is None or seat == GM:
            return ()
        name = state.names[seat]
        return (Page("hero", "The hero", f"{name} is wise."), Page("pack", "The pack", "A pen."))

    def topics(self, state: GuessingState, seat: int | None) -> Sequence[Topic]:
        """Return a pawn in sight, what is known of wolves, and the pen."""
        if seat is None:
            return ()
        return (
            Topic("sight", "pawn-1", "Pawn 1, near"),
            Topic("sight", "pawn-2", "Pawn 2, far"),
            Topic("lore", "wolf", "The wolf"),
            Topic("lore", "wolfhound", "The wolfhound"),
            Topic("page", "pen", "Pen", "pack"),
        )

    def explain(self, state: GuessingState, seat: int | None, topic: Topic) -> str:
        """Return two lines on a topic."""
        return f"About {topic.name}.\nIt is *known*."

    def keepsakes(self, state: GuessingState) -> Mapping[str, Sequence[str]]:
        """Return notes to keep: one line, and three."""
        return {"letter": ("note kept",), "book": ("note first", "note second", "note third")}

    def form(self, state: GuessingState, seat: int, verb: str, target: str) -> Sequence[FormField]:
        """Return no form."""
        return ()
