"""The parts of the screen on which a finished game is looked at again."""
