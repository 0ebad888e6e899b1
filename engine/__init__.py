"""The rules: pure, synchronous, deterministic. Start reading at `engine.contract`."""
