"""The arguments that effects of items and traits of monsters take, and the effects of spells."""

from __future__ import annotations

from engine.common.effects import Declarations, NameOf, Number, OneOf
from engine.delve.state import ELEMENTS

SPELL_EFFECTS = (
    "afflict", "beam", "bless", "blink", "buff", "burst", "calm", "chain", "charm", "cloud",
    "damage", "detect-doors", "detect-items", "detect-life", "drain", "etch", "flame-wall",
    "force", "frost-step", "glacier", "identify", "kindle", "leap", "light", "overload", "push",
    "quench", "raise", "remove-curse", "restore", "rounds", "scry", "second-wind", "storm", "swap",
    "terrify", "tongue", "web",
)  # fmt: skip
_ELEMENT, _STATUS = OneOf(ELEMENTS), NameOf("status")
_PERCENT, _TURNS, _SQUARES = Number(1, 100), Number(1, 99), Number(1, 20)
_POINTS = Number(1, 200)

ITEM_EFFECTS: Declarations = {
    "alarm": (),
    "burst": (NameOf("spell"),),
    "dig": (),
    "enchant": (OneOf(("weapon", "armour")),),
    "energy": (_POINTS,),
    "gain": (OneOf(("power", "defence", "health", "energy")), Number(1, 20)),
    "harm": (_ELEMENT, _POINTS),
    "health": (_POINTS,),
    "holy": (_POINTS,),
    "key": (),
    "map": (),
    "net": (_POINTS,),
    "oil": (),
    "return": (),
    "rust": (),
    "status": (_STATUS, _TURNS),
    "teleport": (),
    "transcribe": (),
}
_PLAIN_TRAITS = (
    "aquatic", "blinks-when-hurt", "commands", "corrodes", "digs", "drags", "draws-iron", "dull",
    "eats-food", "feasts", "flies", "guards", "hexes", "lava-born", "lurks", "mimics", "mirrors",
    "nullifies", "phases", "pulls", "raises", "rooted", "rusts", "saps", "sidesteps", "sleeper",
    "slow", "splits", "steadfast", "steals", "swift", "unseen", "warden", "web-walker",
)  # fmt: skip
TRAITS: Declarations = {
    "aim": (Number(0, 100), Number(0, 100)),  # chances to miss and to hit critically, per cent
    "berserk": (),
    "blows": (Number(2, 5),),
    "breathes": (_ELEMENT, Number(1, 99), _SQUARES),
    "breeds": (NameOf("monster"), Number(1, 200)),
    "chills": (_POINTS,),
    "erratic": (_PERCENT,),
    "explodes": (_POINTS, OneOf(("fire", "poison"))),
    "floods": (_TURNS,),
    "howls": (Number(1, 99),),
    "hurls": (_SQUARES,),
    "keeps-off": (_SQUARES,),
    "leaps": (_SQUARES,),
    "mends": (_POINTS,),
    "pack": (Number(2, 9),),
    "reach": (_SQUARES,),
    "regrows": (Number(2, 20),),
    "shielded": (_ELEMENT,),
    "shoots": (OneOf(("stone", "arrow")), Number(1, 99), Number(1, 20, optional=True)),
    "spores": (_POINTS,),
    "touch": (_STATUS, _TURNS),
} | dict.fromkeys(_PLAIN_TRAITS, ())
