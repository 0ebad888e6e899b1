"""The kinds of status effect that befall a hero: words, badge, cap, what cures and resists each.

A new kind is a record here and a field of `Timers`, which counts its turns; what it changes is
asked where that happens (rules: world 3, 4).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.contract.texts import Text, text
from engine.sil.data.rule_records import Purpose, StatName

HEAVY = 50  # stun above this is called heavy, whatever the rules make of it
KNOCKED_OUT = 100  # stun above this

StatusEffect = Literal["cure", "status", "inflict"]
"""Effects of things that name a status: they end it, give it, or bring it against the will."""


class Badge(Struct, frozen=True):
    """A status on the strip under the map: its place from the left, its icon, its word."""

    place: int
    icon: str
    word: Text


class Grade(Struct, frozen=True):
    """A graver degree of a status, of more than `above` points: what is told as it is reached, and
    its word on the strip."""

    above: int
    reached: Text
    word: Text


class HeroStatus(Struct, frozen=True, kw_only=True):
    """A kind of status. Where several words may apply, the gravest are last."""

    word: Text  # in reasons for breaking off a rest or a plan
    begins: Text
    ends: Text
    growth: tuple[Text, ...] = ()  # told instead of `begins`, by how many points were added
    grades: tuple[Grade, ...] = ()
    ebbs: Text | None = None  # when much of it is taken off, and some is left
    badge: Badge | None = None
    on_pages: Text | None = None  # its word on the pages of things
    effects: frozenset[StatusEffect] = frozenset()  # that may name it in the rules' data
    cure: Purpose | None = None  # the use of what ends it
    use: Purpose | None = None  # the use of what gives it
    resistance: str = ""  # a name in `Derived.counts`: it helps the Will to withstand
    reduced_by: str = ""  # a name in `Derived.counts`: whoever has it gets only a point each time
    most: int = 10_000
    wound: Text | None = None  # a fifth is lost as health each turn, to what is called this
    strengthens: StatName | None = None
    harmful: bool = False
    delays_rest: bool = False  # a rest "as needed" waits until it has passed

    def grade_word(self, points: int) -> Text:
        """Return the word on the strip for so many points. There must be a badge."""
        assert self.badge is not None
        reached = [grade.word for grade in self.grades if points > grade.above]
        return reached[-1] if reached else self.badge.word


STATUSES = {
    "hallucinating": HeroStatus(
        word=text("visions"), begins=text("The world swims before your eyes."),
        ends=text("You see things as they are."),
        badge=Badge(9, "hallucinating", text("Hallucinating")), on_pages=text("hallucination"),
        effects=frozenset(("cure", "inflict")), resistance="resist_hallucination", harmful=True,
    ),
    "blind": HeroStatus(
        word=text("blindness"), begins=text("You can see nothing!"),
        ends=text("You can see again."), badge=Badge(4, "blind", text("Blind")),
        on_pages=text("blindness"), effects=frozenset(("cure", "inflict")), cure="cure blind",
        resistance="resist_blindness", harmful=True, delays_rest=True,
    ),
    "see_invisible": HeroStatus(
        word=text("keen eyes"), begins=text("Your eyes grow keen."),
        ends=text("Your eyes are as before."), on_pages=text("sight of the invisible"),
        effects=frozenset(("status",)), use="reveal",
    ),
    "entranced": HeroStatus(
        word=text("a trance"), begins=text("You fall into a trance!"),
        ends=text("The trance is broken."), badge=Badge(3, "entranced", text("Entranced")),
        on_pages=text("a trance"), effects=frozenset(("inflict",)), resistance="free_action",
        harmful=True, delays_rest=True,
    ),
    "confused": HeroStatus(
        word=text("confusion"), begins=text("You are confused!"),
        ends=text("Your mind is clear again."), badge=Badge(5, "confused", text("Confused")),
        on_pages=text("confusion"), effects=frozenset(("cure", "inflict")), cure="cure confused",
        resistance="resist_confusion", harmful=True, delays_rest=True,
    ),
    "afraid": HeroStatus(
        word=text("fear"), begins=text("You are terrified!"), ends=text("You feel bolder now."),
        badge=Badge(6, "afraid", text("Afraid")), on_pages=text("fear"),
        effects=frozenset(("cure", "inflict")), cure="cure afraid", resistance="resist_fear",
        harmful=True, delays_rest=True,
    ),
    "darkened": HeroStatus(
        word=text("darkness"), begins=text("Darkness clings to you."),
        ends=text("The darkness lets go of you."), badge=Badge(11, "darkened", text("Darkened")),
    ),
    "fast": HeroStatus(
        word=text("speed"), begins=text("The world slows around you."),
        ends=text("The world moves as before."), badge=Badge(8, "fast", text("Fast")),
        on_pages=text("speed"), effects=frozenset(("status",)), use="hasten",
    ),
    "slow": HeroStatus(
        word=text("slowness"), begins=text("Your limbs grow heavy."),
        ends=text("Your limbs are light again."), badge=Badge(7, "slow", text("Slow")),
        on_pages=text("slowness"), effects=frozenset(("inflict",)), resistance="free_action",
        harmful=True, delays_rest=True,
    ),
    "rage": HeroStatus(
        word=text("rage"), begins=text("You burst into fury!"), ends=text("The fury leaves you."),
        badge=Badge(10, "rage", text("Rage")), on_pages=text("rage"),
        effects=frozenset(("cure", "status")),
    ),
    "strength": HeroStatus(
        word=text("might"), begins=text("You feel mighty."), ends=text("Your might ebbs."),
        strengthens="strength",
    ),
    "dexterity": HeroStatus(
        word=text("nimbleness"), begins=text("You feel nimble."),
        ends=text("Your nimbleness ebbs."), strengthens="dexterity",
    ),
    "constitution": HeroStatus(
        word=text("haleness"), begins=text("You feel hale."), ends=text("Your haleness ebbs."),
        strengthens="constitution",
    ),
    "grace": HeroStatus(
        word=text("grace"), begins=text("You feel blessed."), ends=text("The blessing ebbs."),
        strengthens="grace",
    ),
    "perception": HeroStatus(
        word=text("sharp senses"), begins=text("Nothing escapes you."),
        ends=text("Your senses are as before."), on_pages=text("sharp senses"),
        effects=frozenset(("status",)),
    ),
    "resist_fire": HeroStatus(
        word=text("fire"), begins=text("Fire cannot daunt you."),
        ends=text("Fire can daunt you again."), on_pages=text("resistance to fire"),
        effects=frozenset(("status",)), use="shield",
    ),
    "resist_cold": HeroStatus(
        word=text("cold"), begins=text("Cold cannot daunt you."),
        ends=text("Cold can daunt you again."), on_pages=text("resistance to cold"),
        effects=frozenset(("status",)), use="shield",
    ),
    "resist_poison": HeroStatus(
        word=text("venom"), begins=text("Venom cannot daunt you."),
        ends=text("Venom can daunt you again."),
    ),
    "poison": HeroStatus(
        word=text("poison"), begins=text("You are poisoned!"),
        ends=text("You are free of poison."),
        growth=(text("You are poisoned!"), text("You are badly poisoned!"),
                 text("You are severely poisoned!")),
        ebbs=text("The poison weakens."), badge=Badge(0, "poison", text("Poisoned")),
        on_pages=text("poison"), effects=frozenset(("cure",)), cure="cure poison", most=100,
        wound=text("poison"), harmful=True, delays_rest=True,
    ),
    "stun": HeroStatus(
        word=text("a stun"), begins=text("You are stunned."),
        ends=text("Your head is clear again."),
        grades=(Grade(HEAVY, text("You are heavily stunned."), text("Heavily stunned")),
                 Grade(KNOCKED_OUT, text("You are knocked out!"), text("Knocked out"))),
        badge=Badge(2, "stun", text("Stunned")), on_pages=text("stunning"),
        effects=frozenset(("cure", "inflict")), resistance="resist_stun", most=105, harmful=True,
        delays_rest=True,
    ),
    "cut": HeroStatus(
        word=text("bleeding"), begins=text("You are bleeding!"),
        ends=text("The bleeding has stopped."),
        growth=(text("You are bleeding!"), text("You are bleeding from a deep wound!"),
                 text("You bleed severely!")),
        ebbs=text("The bleeding slows."), badge=Badge(1, "bleed", text("Bleeding")),
        on_pages=text("bleeding"), effects=frozenset(("cure",)), reduced_by="resist_bleeding",
        most=100, wound=text("a bleeding wound"), harmful=True, delays_rest=True,
    ),
}  # fmt: skip
"""By field of `Timers`, in the order in which they wear off at the end of a turn (rules: world 1.4
steps 10 and 11)."""


def named_by(effect: StatusEffect) -> tuple[str, ...]:
    """Return the statuses that an effect of the rules' data may name."""
    return tuple(name for name, kind in STATUSES.items() if effect in kind.effects)
