"""The making of levels: rooms, vaults, corridors, and what is put into them."""
