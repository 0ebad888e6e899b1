"""Making levels, and the ways between them."""
