"""What /help and /privacy say."""

START = (
    "**Leithian runs dungeon games by post, one in each channel.**\n"
    "- `/game new` opens a table. Others press **Join**; then you press **Begin**.\n"
    "- On the turn card the pad moves you; green buttons do what else is best; **More…** "
    "has it all.\n"
    "- `/do` takes any order in words and shows what you can do while you type.\n"
    "- `/look`, `/recall`, `/map`, `/describe`, `/sheet` and `/log` tell what you know; "
    "only you read it.\n"
    "- **My view** shows the table through your own eyes. An old card's buttons are "
    "answered, not obeyed.\n"
    "- `/game status`, `/game pause`, `/game resume`, `/game end`; `/game list` finds "
    "your tables.\n"
    "- `/help` with a topic tells more: a hero's making, a ruleset, any of its orders, "
    "the legend."
)
MAKING = (
    "**Making a hero.** The card asks one thing after another, and shows what each answer "
    "changes. **Back** goes back. What counts up and down has a button for each. Where "
    "words of your own will do, **Write…** opens a form. **Quick start** makes a sensible "
    "hero at once. Nothing is lost when the bot restarts. **Make it in private** goes on "
    "where only you see it."
)
TURNS = (
    "**Turns.** A press on the pad steps, attacks, opens. **Why?** under a card gives the "
    "full account of every roll. What takes no time (experience spent, an answer given) "
    "changes the card where it stands; what takes time brings a new card, and the old one "
    "loses its buttons."
)
SHEET = (
    "**The sheet.** `/sheet` leafs through your hero's pages. Choose a figure to see what "
    "it is made of. **Spend or switch…** says what it costs and what it changes before "
    "you say yes."
)
LOOKING = (
    "**Looking.** `/look` lists what is in sight; `/look at:` tells of one creature, "
    "thing or square (K12). `/recall` tells what you have learned of a kind. `/map` shows "
    "the whole place."
)
OWN_WAY = (
    "**Your own way.** `/options` sets colours, words instead of pictures, pings and "
    "quiet hours for you alone. `/privacy` shows, gives or deletes what is kept about "
    "you."
)
TOGETHER = (
    "**Playing together.** `/game new` and `/game settings` choose the way to play: each "
    "their own hero, a vote, a rota, whoever comes first, a Game Master; and the pace, with "
    "what happens when a turn is late. People come and go with `/game join` and "
    "`/game leave`. `/seat give`, `/seat lend` and **Give seat to…** on a person hand a hero "
    "on; `/seat autoplay` lets it play by itself. `/story` tells what you missed. "
    "`/options` sets your zone, quiet hours and absence."
)
VOTES = (
    "**Votes.** The pad and the menus propose; so do `/do` and `/vote propose`. Proposals "
    "stand on the map by letter; their buttons vote. You may change or withdraw your vote "
    "until it closes, and `/vote delegate` lets somebody vote for you. The rules of votes "
    "stand in small letters on the card. `/vote move` asks all to change a setting or to "
    "take moves back."
)
PAST = (
    "**What was.** `/replay turn` shows any turn again, `/replay film` a stretch of the "
    "game; `/log` with `whole` is the log as a file. `/game undo` takes moves back after a "
    "look at which, `/game fork` tries out in a thread what would have happened. "
    "`/game export` gives the game as a file, `/game import` takes it up in any channel."
)
CHANCE = (
    "**Dice and contests.** The hash of a game's seed is told at its start, the seed at its "
    "end: `/dice proof` replays all and compares, `/dice stats` tells how the dice fell. "
    "`/roll` rolls for anything else: `2d6+3`, `4d6kh3`, `check 8 vs 10`. In a `/contest` "
    "everybody has the same start in a thread of their own; `/ladder` has the best games "
    "that counted."
)
TOPICS = {
    "start": START,
    "making a hero": MAKING,
    "turns": TURNS,
    "the sheet": SHEET,
    "looking": LOOKING,
    "playing together": TOGETHER,
    "votes": VOTES,
    "what was": PAST,
    "dice and contests": CHANCE,
    "your own way": OWN_WAY,
}
PRIVACY = (
    "**What is kept about you**: your Discord id with the games you join, the names you "
    "play under, the orders you give and when, and what you set by `/options`. Nothing "
    "you write in the channel is read. It is kept while the games are, for replays; "
    "nobody else is given it. `/privacy export` sends it to you; `/privacy delete` takes "
    "you out: you leave your games, and a number that means nobody stands in their logs "
    "instead of you. Your heroes' names stay, as part of the tale."
)
