"""The commands of a hero: a module a subject, each with its table."""
