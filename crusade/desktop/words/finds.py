"""What lies on Regions by itself, in words: Places and Relics, family by family."""

from __future__ import annotations

from dataclasses import dataclass

from crusade.desktop.words.abilities import power_words, said_of
from crusade.desktop.words.cards import CardWords
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.sentences import joined
from crusade.rules import State
from crusade.rules.ids import TRIBES_SLOT
from crusade.rules.library import LOST_TRIBES, Box, Piece
from crusade.rules.queries import housed
from crusade.rules.questions import Power
from crusade.texts import N_, Name, Who, _, _n, folk, tell


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
    declined = _("In Decline: {text}", text=_(brings.declined or NOTHING_DECLINED))
    who = folk((box.folk or LOST_TRIBES).title.message)
    text, detail = said_of(brings, None)
    kin = for_folk(piece, who)
    return CardWords(piece.picture, tell(piece.title), text, declined, kin, detail)


def for_folk(piece: Piece, who: Who) -> str:
    """What the Lost Tribes have of a find that they hold, in one sentence."""
    brings = piece.brings
    coins = piece.pays + piece.pays_tribes
    if coins:
        return _n(
            "Earns {folk} {count} coin a turn.",
            "Earns {folk} {count} coins a turn.",
            coins,
            folk=who,
        )
    if brings is not None and brings.serves_tribes:
        return _("Serves {folk} as well.", folk=who)
    return _("Serves {folk} where it lies.", folk=who)


def find_lines(cast: Cast, s: State, piece: Piece, r: int) -> list[str]:
    """What lies on Region ``r`` and serves whoever holds it: what it is and does, what a power does
    that is housed there, and what the Lost Tribes have of it while it is theirs.
    """
    brings = piece.brings
    assert brings is not None
    name, crusade = Name("source", brings.name), s.setup.crusade
    text = _(brings.crusade_text if crusade and brings.crusade_text else brings.text)
    text = joined(text, _(brings.kind_text) if brings.kind_text else "")
    if brings.crusade_detail and crusade:
        text = joined(text, _(brings.crusade_detail))
    if not brings.family:
        return [_("{name}: {text}", name=name, text=text)]
    declined = _("In Decline: {text}", text=_(brings.declined or NOTHING_DECLINED))
    if s.occ[r] == TRIBES_SLOT and crusade:
        declined = joined(declined, for_folk(piece, cast.folk))
    kind = _(brings.kind)
    lines = [_("{name} ({kind}): {text}", name=name, kind=kind, text=joined(text, declined))]
    power = housed(s, piece)
    return lines if power is None else [*lines, housed_words(s, power)]


def housed_words(s: State, power: Power) -> str:
    """What a Special Power does that lies with a Place: while Active, and In Decline if there is
    something to say.
    """
    words = power_words(s.setup.library, s.setup.library.power_index[power.name], s.setup.crusade)
    declined = _("In Decline: {text}", text=words.declined) if words.changes else ""
    said = joined(words.active, declined)
    return _("{name}: {text}", name=Name("power", power.name), text=said)


NOTHING_DECLINED = N_("nothing.")
__all__ = ["Family", "find_lines", "find_words", "finds", "for_folk", "housed_words"]
