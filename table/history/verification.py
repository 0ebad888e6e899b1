"""Proofs and claims of a game's file, for strangers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import Text, Words
from table.errors import Refusal
from table.history.chain import short_head
from table.history.file_limits import check_content
from table.history.file_parts import FileContent, FileHead
from table.history.game_file import open_file, prove
from table.history.sealing import SealedError

SEALED = (
    "The file is sealed until its game may tell everything. Only a bot with its secret can open it."
)
BROKEN = "That is not a file of a game, or it was changed."
_ENTROPY = bytes(16)  # a file is only looked at: nothing made from it is kept


class Verification(msgspec.Struct, frozen=True):
    """The result for a file: what is proved and what is claimed, a sentence each. `ok`: nothing
    contradicts the file."""

    ok: bool
    proved: tuple[Words, ...]
    claimed: tuple[Words, ...]


def verify(data: bytes, keys: Sequence[bytes], rulesets: Mapping[str, AnyRuleset]) -> Verification:
    """Check all of a file that can be checked. `keys`: that it may be sealed with.

    Raises Refusal for a file that was changed, or that cannot be opened.
    """
    try:
        head, content, _ = open_file(data, keys, _ENTROPY)
        ruleset = rulesets.get(head.game.ruleset)
        if ruleset is None:
            raise Refusal("I do not have the rules of that game.")
        if head.game.header is None:
            raise Refusal("The game has not begun yet.")
        check_content(head, content, ruleset)
    except SealedError:
        raise Refusal(SEALED) from None
    except (Refusal, MemoryError):
        raise
    except Exception:
        raise Refusal(BROKEN) from None
    proof = prove(head, content, ruleset)
    chain = Text(
        "The log is whole: {number} entries. Its hash is {log_hash}.",
        {"number": len(content.links), "log_hash": short_head(head.game.head)},
    )
    same = Text("Its replay tells word for word what the log told.")
    whole = proof.ok and proof.complete
    proved = (chain, *(proof.notes if proof.ok else ()), *((same,) if whole else ()))
    claimed = (*(() if proof.ok else proof.notes), *_claims(head, content, whole=whole))
    return Verification(proof.ok and not proof.unreadable, proved, claimed)


def _claims(head: FileHead, content: FileContent, *, whole: bool) -> list[Words]:
    claims: list[Words] = [
        Text(
            "That this is the log that was played: compare its hash with the one that the game's"
            " last card, /game status or the ladder shows."
        ),
        Text("Who pressed, who voted, when, and who stands behind a reference."),
    ]
    if not whole:
        claims.append(Text("What could not be replayed from the seed."))
    if hidden := sum(bool(link.leaf) for link in content.links):
        text = "What stands in the entries that are left out because they are secret: {number}."
        claims.append(Text(text, {"number": hidden}))
    return claims
