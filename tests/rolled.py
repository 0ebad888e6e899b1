"""Dice for tests."""

from hashlib import blake2b

from engine.contract.dice import SEED_BYTES, ActionDice, ActionKey, GameSecret


def dice_for(facts: bytes | str) -> ActionDice:
    """Return the dice that a seed, a word or a saved game has in every test."""
    known = facts.encode() if isinstance(facts, str) else facts
    return GameSecret(blake2b(known, digest_size=SEED_BYTES).digest()).dice(ActionKey(1))
