"""What the hero perceives and who perceives him: sight, visibility, noise, lore, the truce."""
