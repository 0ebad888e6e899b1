"""What a hero's people may order: a file a subject, each with its table of commands."""
