"""The one way to open the archive."""

from __future__ import annotations

from pathlib import Path

from .errors import BROKEN, in_words
from .lock import only_one
from .mending import Place, make_ready
from .store import Archive


def open_archive(folder: Path | str) -> tuple[Archive, list[str]]:
    """Open the archive in this folder, made if missing, mended if damaged.

    Returns it with the sentences that the player must be shown, usually none. Raises ArchiveError
    if games cannot be kept there at all (ArchiveTooNew if a newer version wrote them); the program
    then goes on without an archive and says so.
    """
    place = Place(Path(folder))
    try:
        place.folder.mkdir(parents=True, exist_ok=True)
        with only_one(place.lock):
            notices = make_ready(place)
            archive = Archive(place)
    except (*BROKEN, OSError) as error:
        raise in_words(error, place.main) from error
    archive.renew_backup()
    if archive.backup_notice:
        notices.append(archive.backup_notice)
    return archive, notices
