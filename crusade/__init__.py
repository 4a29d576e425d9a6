"""The Lost Tribes' Crusade: a solo and two-player campaign game for the desktop."""

__version__ = "0.1.0"
