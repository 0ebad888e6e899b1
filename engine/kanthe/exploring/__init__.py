"""Going through the domain, and using magic there."""
