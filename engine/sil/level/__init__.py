"""The ground itself: terrain, light, paths and lines of flight."""
