"""What lies on Regions by itself, in words: Places and Relics, family by family."""

from __future__ import annotations

from dataclasses import dataclass

from crusade.desktop.words.cards import CardWords
from crusade.rules.library import LOST_TRIBES, Box, Piece
from crusade.texts import _, _n, folk, tell


@dataclass(frozen=True)
class Family:
    """Pieces of a kind: what they are called together, what they have in common."""

    name: str
    text: str
    pieces: tuple[Piece, ...]


def finds(box: Box) -> list[Family]:
    """The families of what can be found in a box, in its order."""
    families: dict[str, list[Piece]] = {}
    for piece in box.pieces:
        if piece.brings is not None and piece.brings.family:
            families.setdefault(piece.brings.family, []).append(piece)
    found = []
    for name, pieces in families.items():
        brings = pieces[0].brings
        assert brings is not None
        found.append(Family(name, brings.family_text, tuple(pieces)))
    return found


def find_words(box: Box, piece: Piece) -> CardWords:
    """What a find does, as on a card: under its name stands what the Lost Tribes have of it."""
    brings = piece.brings
    assert brings is not None
    declined = (
        _("In Decline: {text}", text=_(brings.declined))
        if brings.declined
        else _("In Decline: nothing.")
    )
    who = folk((box.folk or LOST_TRIBES).title.message)
    if piece.pays_tribes:
        kin = _n(
            "Earns {folk} {count} coin a turn.",
            "Earns {folk} {count} coins a turn.",
            piece.pays_tribes,
            folk=who,
        )
    elif brings.serves_tribes:
        kin = _("Serves {folk} as well.", folk=who)
    else:
        kin = _("Serves {folk} where it lies.", folk=who)
    detail = _(brings.detail) if brings.detail else ""
    return CardWords(piece.picture, tell(piece.title), _(brings.text), declined, kin, detail)


__all__ = ["Family", "find_words", "finds"]
