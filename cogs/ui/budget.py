"""Discord's limits of a message, and how a card shares them out.

A motion may join any card at any time: its room is always kept.
"""

MAX_COMPONENTS = 40  # nested ones counted
MAX_LETTERS = 4000  # of all texts together

FRAME_COMPONENTS = 7  # container, title, picture, story, handouts, separator, footer
MOTION_COMPONENTS = 4  # text, row, Yes, No
VIEW_COMPONENTS = 4  # a row with My view, Describe and one more
ANSWER_COMPONENTS = MAX_COMPONENTS - FRAME_COMPONENTS - MOTION_COMPONENTS - VIEW_COMPONENTS

HEADING_LETTERS = 200
FOOTER_LETTERS = 1900
MOTION_LETTERS = 600
STORY_LETTERS = 2000  # if heading and footer leave as much


def story_letters(heading: str, footer: str) -> int:
    """Return how many letters a card's story may have."""
    left = MAX_LETTERS - MOTION_LETTERS - len(heading) - len(footer)
    return min(STORY_LETTERS, left)
