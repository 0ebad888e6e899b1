"""The catalogues of translations: what they must hold, taken from the code and the data."""
