"""The texts of /help and /privacy."""

START = (
    "**Leithian runs play-by-post dungeon games, one in each channel.**\n"
    "- `/game new` opens a game. Others press **Join**; then you press **Begin**.\n"
    "- On the turn card, N, E, S, W move you. The green buttons are good choices; **More…** "
    "shows everything you can do.\n"
    "- `/do` takes any action in words and shows what you can do while you type.\n"
    "- `/look`, `/lore`, `/map`, `/describe`, `/sheet` and `/log` show what you know. "
    "Only you can read the answers.\n"
    "- **My view** shows the game through your own eyes. The buttons of old cards only look "
    "things up.\n"
    "- `/game status`, `/game pause`, `/game resume`, `/game end`; `/game list` finds "
    "your games.\n"
    "- `/help` with a topic tells you more: creating a character, a game, any of its actions, "
    "the legend of the pictures."
)
SETUP = (
    "**Creating a character.** The card asks one question after another, and shows what each "
    "answer changes. **Back** goes back. Values have buttons for more and less. Where you "
    "can write something yourself, **Write…** opens a form. **Quick start** makes a good "
    "character at once. Nothing is lost when the bot restarts. **Continue in private** asks "
    "the rest where only you can see it. Where you vote on it, one answer takes a whole "
    "character, and **Draft in private** lets you make one alone and propose it whole."
)
TURNS = (
    "**Turns.** N, E, S, W step, attack and open doors. **Why?** under a card shows "
    "every roll in full. What takes no time (spending experience, answering a question) "
    "updates the card; what takes time brings a new card, and the old one loses its buttons."
)
SHEET = (
    "**The sheet.** `/sheet` shows the pages of your character. Choose a value to see how it "
    "is calculated. **Spend or switch…** shows the cost and the effect before you say yes."
)
LOOKING = (
    "**Looking.** `/look` lists what is in sight; `/look at:` describes one creature, "
    "item or square (K12). `/lore` shows what you have learned about a kind of creature. `/map` "
    "shows the whole map."
)
PREFERENCES = (
    "**Your preferences.** `/options` sets colours, words instead of pictures, pings and "
    "quiet hours, for you alone. `/privacy` shows, sends or deletes what is stored about "
    "you."
)
TOGETHER = (
    "**Playing together.** `/game new` and `/game settings` choose how you play: everybody has "
    "a character, you vote, you take turns, whoever is first acts, or a Game Master runs the "
    "world (`/gm`); and the pace, with what happens when a turn is late. People can join and leave "
    "at any time with `/game join` and `/game leave`. `/seat give`, `/seat lend` and **Give seat "
    "to…** on a person hand over a character; `/seat autoplay` lets it play by itself. "
    "`/story` tells you what you missed. `/options` sets your time zone, quiet hours and absence."
)
VOTES = (
    "**Votes.** The buttons and menus propose actions; so do `/do` and `/vote propose`. "
    "Proposals are marked on the map by letter; their buttons vote. You can change or withdraw "
    "your vote until it closes, and `/vote delegate` lets somebody vote for you. **Rules** under "
    "the card shows how votes are counted. `/vote move` asks everybody to change a setting "
    "or to undo moves."
)
HISTORY = (
    "**Earlier turns.** `/replay` shows the latest turns as a film, with `line` any one again; "
    "`/log` with `whole` is the log as a file. `/undo` undoes moves after showing you "
    "which, `/game fork` tries out in a thread what would have happened. "
    "`/game export` saves the game as a file, `/game import` loads it in any channel."
)
DICE = (
    "**Dice and contests.** The hash of a game's seed is published before anybody joins, the seed "
    "when it ends: `/dice` replays everything and compares, with `stats` it shows how the dice "
    "fell. `/roll` rolls for anything else: `2d6+3`, `4d6kh3`, `check 8 vs 10`. In a `/contest` "
    "everybody has the same start in a thread of their own; `/daily` is one for all servers, "
    "anew each day (UTC), with its results in `/ladder ruleset:daily`; `/ladder` lists the best "
    "games."
)
PERMISSIONS = (
    "**Permissions.** In each channel with a game I need View Channel, Send Messages, Attach Files "
    "and Read Message History, and Send Messages in Threads in a thread. `/admin` says what is "
    "missing here, which role may open games, and in which language cards are. Everything that "
    "you may not do says who may: your own character is yours alone, settings and the end of a "
    "game are for whoever opened it, `/people` and `/seat` change who plays."
)
WELCOME = (
    "**Hello! I run dungeon games in this server's channels, one game in each.**\n"
    "Press **New game**, or type `/game new` in any channel and press Enter: that is all you need "
    "to set. The others press **Join**, you press **Begin**, and the card that follows shows the "
    "dungeon with buttons for everything you can do. Play alone, in turns or by vote, in minutes "
    "or over weeks."
)
TOPICS = {  # in the order of need
    "start": START,
    "turns": TURNS,
    "votes": VOTES,
    "playing together": TOGETHER,
    "creating a character": SETUP,
    "looking": LOOKING,
    "the sheet": SHEET,
    "earlier turns": HISTORY,
    "dice and contests": DICE,
    "preferences": PREFERENCES,
    "permissions": PERMISSIONS,
}
WORDS = {  # by topic: what else people call it
    "start": "begin how play new tutorial commands buttons basics hello",
    "turns": "turn move moves moving walk step directions roll why card",
    "votes": "vote voting ballot proposal majority veto leader delegate tie motion",
    "playing together": "join leave friends party multiplayer seat lend kick ban invite gm pause "
    "settings pace deadline autoplay",
    "creating a character": "character class race create setup name quick",
    "looking": "look see map inspect examine lore describe monsters legend where",
    "the sheet": "sheet inventory pack equipment skills experience level stats character spend",
    "earlier turns": "undo replay film log history export import fork back save load mistake",
    "dice and contests": "dice seed proof fair contest daily ladder hall roll ranking score",
    "preferences": "options colours text pings notifications quiet timezone language privacy "
    "pictures blind screenreader delete",
    "permissions": "permission rights admin manager allowed access owner bot role broken",
}
PRIVACY = (
    "**What is stored about you**: your Discord id with the games you join, the names of your"
    " characters, the actions you take and when, and what you set with `/options`. What you "
    "write in the channel is not read, unless it mentions the bot, and never stored. The rest"
    " is stored as long as the games are, for replays, and nobody else gets it. `/privacy` "
    "shows it, with `what: export` sends it to you, with `what: delete` removes you: you "
    "leave your games, and their logs show a meaningless number instead of you. The names of "
    "your characters stay in the story, and so does a mark that does not name you in contests"
    " that you entered and games that you were banned from. Backups keep everything some days"
    " longer."
)
