"""Views of a seat: view, map, pages, topics."""
