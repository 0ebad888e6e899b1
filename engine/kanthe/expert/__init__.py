"""The expert: what a good player would do, and why; the coach line that says so."""
