"""The game table: what a click means, what is lit, and how what happened is shown."""
