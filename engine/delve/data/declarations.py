"""Effects, traits, purposes of advice, statuses and abilities that the data may name, with their
arguments."""

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
    "illuminate": (),
    "key": (),
    "map": (),
    "net": (_POINTS,),
    "oil": (),
    "refresh": (OneOf(("health", "energy")), _PERCENT),
    "return": (),
    "rust": (),
    "status": (_STATUS, _TURNS),
    "teleport": (),
    "transcribe": (),
}
# What can be done at a place, on its fixture.
PLACE_RULES: Declarations = {
    "bargains": (NameOf("bargain", repeated=True),),
    "frees": (OneOf(("person", "beast")),),
    "gives-one": (),
    "holds": (),
    "sells": (Number(1, 200),),  # for a piece of food of at least so much nutrition
    "sleeps": (_PERCENT,),  # chance that a rival wakes whenever something is taken
}
PRICES: Declarations = {
    "curse": (),
    "energy": (_POINTS,),
    "food": (_POINTS,),
    "health": (_POINTS,),
    "memory": (),
    "power": (Number(1, 20),),
    "spell": (),
}
# What the fall of a lord changes on the levels of a theme.
LORD_EFFECTS: Declarations = dict.fromkeys(
    ("cools", "drowsy", "maps", "quiet", "unguarded"), (NameOf("theme"),)
)
_LEVELS = Number(0, 26)
TRAP_EFFECTS: Declarations = {
    "alarm": (),
    "status": (_STATUS, _TURNS, Number(1, 26, optional=True)),
    "tire": (_POINTS,),
    "wound": (Number(1, 9), Number(2, 20), _LEVELS, _LEVELS),
}
# What a status or the ground does to a creature time and again.
HARMS: Declarations = {
    "poison": (),  # points of damage, the more the more poison there is
    "status": (_STATUS, _TURNS),
    "strike": (_ELEMENT, Number(1, 9), Number(2, 20)),  # dice and their sides
}
_RANK = Number(1, 99)
# What experts do with a thing, a spell, an ability or a status, the lower ranks first; `worn` is
# the value of an ability in something worn.
ADVICE: Declarations = {
    "bind": (_RANK,),
    "choose": (_RANK,),
    "cure": (_RANK,),
    "escape": (_RANK,),
    "find-way": (_RANK,),
    "heal": (_RANK,),
    "hide": (_RANK,),
    "prepare": (_RANK,),
    "refill": (_RANK,),
    "save-food": (_RANK,),
    "study": (_RANK,),
    "survive": (_RANK,),
    "throw": (_RANK,),
    "upgrade": (_RANK,),
    "weaken": (_RANK,),
    "worn": (_RANK,),
}
STAGE = (_ELEMENT, NameOf("spell"))
_PLAIN_TRAITS = (
    "aquatic", "blinks-when-hurt", "commands", "corrodes", "digs", "drags", "dull", "eats-food",
    "feasts", "flies", "guards", "lava-born", "lurks", "mimics", "mirrors", "phases", "rooted",
    "rusts", "saps", "sidesteps", "sleeper", "slow", "steadfast", "steals", "swift", "unseen",
    "warden", "web-walker",
)  # fmt: skip
# Traits that hold at any time; the others act now and then.
LASTING_TRAITS = frozenset({
    "aim", "aquatic", "blows", "digs", "dull", "flies", "guards", "lava-born", "leads", "lurks",
    "mimics", "nullifies", "pack", "phases", "rooted", "shielded", "sleeper", "slow", "steadfast",
    "swift", "unseen", "warden", "web-walker",
})  # fmt: skip
TRAIT_FACTS = ("first", "second", "third", "fourth")  # the arguments, in the words for a trait
TRAITS: Declarations = {
    "aim": (Number(0, 100), Number(0, 100)),  # chances to miss and to hit critically, per cent
    "berserk": (),
    "blows": (Number(2, 5),),
    "breathes": (_ELEMENT, Number(1, 99), _SQUARES, _POINTS),
    "breeds": (NameOf("monster"), Number(1, 200), Number(1, 50)),
    "chills": (_POINTS,),
    "draws-iron": (_SQUARES, _TURNS),
    "erratic": (_PERCENT,),
    "explodes": (_POINTS, OneOf(("fire", "poison"))),
    "floods": (_TURNS, _SQUARES),
    "howls": (Number(1, 99), _TURNS),
    "hexes": (_PERCENT,),
    "hurls": (_SQUARES,),
    "keeps-off": (_SQUARES,),
    "leads": (NameOf("monster"),),
    "leaps": (_SQUARES,),
    "mends": (_POINTS, _POINTS, _SQUARES),
    "nullifies": (_SQUARES,),
    "pack": (Number(2, 9),),
    "pulls": (_TURNS,),
    "raises": (_SQUARES, _POINTS),
    "reach": (_SQUARES,),
    "regrows": (Number(2, 20),),
    "shielded": (_ELEMENT,),
    "shoots": (OneOf(("stone", "arrow")), Number(1, 99), _SQUARES),
    "splits": (Number(2, 20),),
    "spores": (_POINTS,),
    "touch": (_STATUS, _TURNS),
} | dict.fromkeys(_PLAIN_TRAITS, ())
# Statuses, abilities and what players do are rules, which the data give words and figures.
VERBS = (
    "answer", "ascend", "bargain", "cancel", "cast", "cast-at", "cast-then-fight", "caution",
    "choose", "claim", "class", "close", "cross", "descend", "drink", "drink-then-fight", "drop",
    "eat", "equip", "explore", "fall-back", "fight", "flee", "force", "free", "get", "hide",
    "hunt", "inspect", "look", "lookup", "move", "open", "option", "pause", "pray", "read",
    "remove", "rest", "search", "search-walls", "sort", "throw", "travel", "uncurse", "unbar",
    "upgrade", "use", "volley", "wait",
)  # fmt: skip
FIGURED_ABILITIES = (
    "bulwark", "bury", "cover", "disarm", "finishing", "focus", "guarding", "keen", "lay hands",
    "meditate", "quiet", "scholar", "shove", "stunning", "thorns", "war cry",
)  # fmt: skip
OPTION_WORDS = ("steps", "grounds", "percents", "cautions", "answers")  # lists in ruleset.py
STATUSES = (
    "frozen", "on fire", "diseased", "poisoned", "raging", "enervated", "acid-burned",
    "fatigued", "confused", "webbed", "hasted", "stoneskin", "invisible", "fire shield",
    "ice shield", "shock shield", "acid shield", "scrying", "enlightened", "avatar", "grounded",
    "warm", "levitating", "sensing", "asleep", "calm", "terrified",
)  # fmt: skip
ABILITIES = (
    "marksman", "vibrant warmth", "thick hide", "sure-footed", "web-walker", "swimmer",
    "fireproof pack", "sixth sense", "light sleeper", "iron stomach", "deep breath",
    "quick mending", "riposte", "steady", "opportunist", "spell thrift", "scholar",
    "dual element", "bane of beasts", "bane of the undead", "bane of constructs", "cold blood",
    "treasure nose", "last stand", "charge", "whirl", "shove", "feint", "meditate", "war cry",
    "disarm", "tumble", "focus", "dig", "lay hands", "bury", "backstabbing", "bashing", "bulwark",
    "clear head", "cover", "deflecting", "finishing", "guarding", "iron will", "keen", "quiet",
    "reach", "rooted stance", "spellblade", "stunning", "sundering", "sweeping", "thorns",
    "woodcutting",
)  # fmt: skip
