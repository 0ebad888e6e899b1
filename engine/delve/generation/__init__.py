"""Making levels: a canvas, a generator for each theme, and what is put into them."""
