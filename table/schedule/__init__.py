"""Time: deadlines, the clock that meets them, people's quiet hours."""
