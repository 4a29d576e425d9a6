"""Games on disk: one SQLite file with every game ever begun here, running or finished.

`open_archive(folder)` is the door; errors.py says what can go wrong, store.py what can be asked.
"""

from crusade.data_folder import data_folder

from .errors import ArchiveConflict, ArchiveError, ArchiveTooNew
from .opening import open_archive
from .rows import Finish, GameNumber, Kept, RunningGame, Standing, Story, moves_mark
from .store import Archive

__all__ = [
    "Archive",
    "ArchiveConflict",
    "ArchiveError",
    "ArchiveTooNew",
    "Finish",
    "GameNumber",
    "Kept",
    "RunningGame",
    "Standing",
    "Story",
    "data_folder",
    "moves_mark",
    "open_archive",
]
