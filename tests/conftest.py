"""Settings for all tests."""

from hypothesis import settings

# A slow machine must not fail a test: examples take the time they need.
settings.register_profile("leithian", deadline=None)
settings.load_profile("leithian")
