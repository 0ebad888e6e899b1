"""Claims, bargains and captives of places."""
