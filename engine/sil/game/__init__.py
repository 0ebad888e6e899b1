"""A game and what its rules share: state, context, rulings, messages, questions."""
