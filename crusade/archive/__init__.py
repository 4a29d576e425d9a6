"""Games on disk: one SQLite file with every game ever begun here, running or finished.

`open_archive(folder)` is the door; errors.py says what can go wrong, store.py what can be asked.
"""

from crusade.data_folder import data_folder

from .errors import ArchiveConflict, ArchiveError, ArchiveTooNew
from .opening import open_archive
from .rows import Finish, RunningGame, Standing
from .store import Archive

__all__ = [
    "Archive",
    "ArchiveConflict",
    "ArchiveError",
    "ArchiveTooNew",
    "Finish",
    "RunningGame",
    "Standing",
    "data_folder",
    "open_archive",
]
