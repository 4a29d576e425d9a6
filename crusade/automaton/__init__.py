"""The Lost Tribes: how they play, how strong they are next time, and the record of the games."""
