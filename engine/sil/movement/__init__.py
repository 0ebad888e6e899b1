"""Ways over the ground: running, travel, exploring, digging, leaps, arrival on squares."""
