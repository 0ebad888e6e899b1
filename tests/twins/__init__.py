"""Games that differ in what is hidden, and whoever may not know it gets the same of both."""
