"""A fixed piece of pure Python, by whose speed benchmarks tell a slow machine from slow code.

It counts the positions after three moves of chess from the start with python-chess (perft 3).
"""

from __future__ import annotations

import time

import chess

from tests.bench import Measure

NAME = "perft 3 with python-chess"
DEPTH, POSITIONS = 3, 8902


class Yardstick:
    """The processor time that the fixed work takes, measured between pieces of our own."""

    def __init__(self) -> None:
        self.rounds = 0
        self.seconds = 0.0
        count(chess.Board(), DEPTH)  # its tables are filled

    def run(self) -> None:
        """Do the work once more."""
        start = time.process_time()
        assert count(chess.Board(), DEPTH) == POSITIONS
        self.seconds += time.process_time() - start
        self.rounds += 1

    def compare_rate(self, name: str, unit: str, rate: float) -> Measure:
        """Return the measure of a rate of ours; the ratio is how much one round lasts."""
        return Measure(
            name, round(rate, 2), unit, NAME, round(1 / self.mean, 2), round(rate * self.mean, 3)
        )

    def compare_time(self, name: str, seconds: float) -> Measure:
        """Return the measure of a time of ours, in ms; the ratio is to a round's time."""
        mine, round_ = 1000 * seconds, 1000 * self.mean
        return Measure(name, round(mine, 2), "ms", NAME, round(round_, 2), round(mine / round_, 3))

    @property
    def mean(self) -> float:
        """Return the seconds that one round takes."""
        return self.seconds / self.rounds


def count(board: chess.Board, depth: int) -> int:
    """Count the positions after so many moves."""
    if depth == 0:
        return 1
    positions = 0
    for move in board.legal_moves:
        board.push(move)
        positions += count(board, depth - 1)
        board.pop()
    return positions
