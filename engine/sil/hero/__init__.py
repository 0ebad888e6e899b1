"""The character: abilities, gear, experience, the numbers worked out from them, the sheet."""
