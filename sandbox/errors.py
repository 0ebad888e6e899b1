"""The error that is shown to the sandbox's users."""


class UserError(Exception):
    """A request that cannot be carried out; the text is one sentence for the person."""
