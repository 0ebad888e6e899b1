"""Objects: what they are called, how they are made, carried, worn and used."""
