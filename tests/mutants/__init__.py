"""Small faults in the code, each of which a test must notice: see `__main__`."""
