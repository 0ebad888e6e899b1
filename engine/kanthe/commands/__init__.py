"""Actions: offers, parsing, and doing them."""
