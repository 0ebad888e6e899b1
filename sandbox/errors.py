"""The one error that people of the sandbox get to read."""


class UserError(Exception):
    """What a person asked for cannot be done; the text is one sentence for them."""
