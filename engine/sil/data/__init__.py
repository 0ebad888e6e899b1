"""Sil-Q's edit files: their records, readers and checks, and the bundle of all of them."""
