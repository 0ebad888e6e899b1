"""Settings for all tests."""

import os

from hypothesis import settings

# A slow machine must not fail a test: examples take the time they need. `make test` tries the same
# examples each time, so that a change fails for what it does; `make soak` draws new ones.
settings.register_profile("test", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))
