"""Work that may take long or much memory, in processes of its own."""
