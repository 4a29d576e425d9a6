"""The legend: what wins, what the signs on the board are, what the stacks still hold, the seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pygame import Rect, Surface

from crusade.desktop import pictures, theme
from crusade.desktop.board_picture import symbol_picture
from crusade.desktop.kit import Rich, Span, Ui, Widget, text
from crusade.desktop.layout import Metrics
from crusade.desktop.overlays import lock
from crusade.desktop.panels.drawing import put
from crusade.desktop.panels.popup import PopupCard
from crusade.desktop.terrain import look_of
from crusade.desktop.words import Cast
from crusade.desktop.words.markers import unseen
from crusade.rules import State
from crusade.rules.board import CHASM, RIVER, Board, bits
from crusade.rules.ids import SOLO, TWO_PLAYER
from crusade.rules.labels import Label as Message
from crusade.rules.queries import face_down
from crusade.rules.questions import Source
from crusade.texts import Marked, Name, _, _n, _w, power, race, runs, several, tell

_GAP, _SIGN = 6, 30
_TWO_COLUMNS = 480
"""Points of width from which signs stand in two columns."""
Painter = Callable[[int], Surface]


@dataclass(frozen=True)
class Entry:
    """A paragraph of the legend: its words, the sign it explains, whether it is a heading."""

    words: Rich
    sign: Painter | None = None
    heading: bool = False


def legend(cast: Cast, state: State, seed: int | None) -> list[Entry]:
    """All that the legend says in a position.

    Of the stacks it tells what everybody can work out: what has not been seen openly yet, and what
    came back under them.
    """
    return [
        _head(_("What wins")),
        Entry(_wins(cast, state)),
        _head(_("Signs on the board")),
        *_prices(),
        *_signs(state),
        *_pieces(state),
        *_row(state),
        _head(_("The stacks")),
        *_stacks(state),
        _head(_("This game")),
        Entry(_seed_words(seed)),
    ]


def _head(words: str) -> Entry:
    return Entry(words, heading=True)


def _wins(cast: Cast, state: State) -> str:
    last = state.setup.rounds
    if state.setup.mode == SOLO:
        return _w(
            cast.who(0),
            "When round {round} is over you win with more coins than {folk}. With as many "
            "they win.",
            "When round {round} is over {who} wins with more coins than {folk}. With as "
            "many they win.",
            round=last,
            folk=cast.folk,
        )
    if state.setup.mode == TWO_PLAYER:
        return _(
            "When round {round} is over the most coins win. {folk:Nom} win every tie they "
            "take part in; between two people the tokens on the board decide.",
            round=last,
            folk=cast.folk,
        )
    return _(
        "When round {round} is over the most coins win; with as many the tokens on the board "
        "decide.",
        round=last,
    )


def _looks_at(source: Source, board: Board, mask: int) -> bool:
    """Whether exactly these Regions earn a Race or Special Power more, or cost it less."""
    return mask in (source.coins(board), source.cheaper(board))


def _prices() -> list[Entry]:
    """What the numbers on the shields are."""
    return [
        Entry(_bold(_("{sign}: what conquering the Region takes, in tokens.", sign=Marked("3")))),
        Entry(
            _bold(
                _(
                    "{sign}: the ordinary price, and there is a way that takes fewer tokens: click "
                    "the Region to see all ways.",
                    sign=Marked("3*"),
                )
            )
        ),
        Entry(
            _bold(
                _(
                    "{sign}: more than you have in hand, so only a last attempt with the die.",
                    sign=Marked(_("A shield with a die")),
                )
            ),
            _marker("shield_dear"),
        ),
        Entry(
            _bold(_("{sign}: what they take in their turn.", sign=Marked(_("A dark shield")))),
            _marker("shield_choice"),
        ),
        Entry(
            _bold(_("{sign}: closed for now; the tooltip says why.", sign=Marked(_("A lock")))),
            lock,
        ),
        Entry(
            _bold(
                _(
                    "{sign}: not next to you, only a special way leads there.",
                    sign=Marked(_("A dotted edge")),
                )
            )
        ),
    ]


def _signs(state: State) -> list[Entry]:
    """The symbols that this board has and whom they count for; the terrains that cost more."""
    board, library = state.board, state.setup.library
    entries = []
    for symbol in board.words.symbols:
        if symbol.text and board.mask_of(symbol.word):
            name = Marked(Name("terrain", symbol.name))
            said = _("{name}: {text}", name=name, text=_(symbol.text))
            entries.append(Entry(_bold(said), _symbol(symbol.word)))
        if symbol.flag or not board.mask_of(symbol.word):
            continue
        here = board.mask_of(symbol.word)
        whom = [race(r.name) for r in library.races if _looks_at(r, board, here)]
        whom += [power(p.name) for p in library.powers if _looks_at(p, board, here)]
        name = Marked(Name("terrain", symbol.name))
        if whom:
            said = _("{sign}: counts for {whom}.", sign=name, whom=several(whom))
        else:
            said = _("{sign}: counts for nobody in this game.", sign=name)
        entries.append(Entry(_bold(said), _symbol(symbol.word)))
    entries += _wet(board)
    for terrain in board.words.terrains:
        sign = look_of(terrain.word, board.box).sign
        if terrain.adds and sign and board.mask_of(terrain.word):
            said = _n(
                "{sign}: costs {count} token more.",
                "{sign}: costs {count} tokens more.",
                terrain.adds,
                sign=Marked(Name("terrain", terrain.name)),
            )
            entries.append(Entry(_bold(said), _marker(sign)))
    return entries


def _wet(board: Board) -> list[Entry]:
    """What rivers and chasms are to everybody."""
    entries = []
    for terrain in board.words.terrains:
        if not board.mask_of(terrain.word):
            continue
        name = Marked(Name("terrain", terrain.name))
        if terrain.kind == RIVER:
            said = _n(
                "{sign}: costs {count} token and what stands there; everybody leaves it when the "
                "conquests end, and it earns nothing.",
                "{sign}: costs {count} tokens and what stands there; everybody leaves it when the "
                "conquests end, and it earns nothing.",
                terrain.price,
                sign=name,
            )
        elif terrain.kind == CHASM:
            said = _("{sign}: nobody can enter or cross it.", sign=name)
        else:
            continue
        entries.append(Entry(_bold(said)))
    return entries


def _row(state: State) -> list[Entry]:
    """The event markers, and which of them nobody has seen yet."""
    if not state.setup.row:
        return []
    entries = [_head(_("Event markers"))]
    for marker in state.setup.library.event_markers:
        name = Marked(Name("source", marker.name))
        said = _("{name}: {text}", name=name, text=_(marker.text))
        entries.append(Entry(_bold(said), _marker(marker.picture)))
    if face_down(state):
        entries.append(Entry(_("Not seen openly yet: {markers}", markers=unseen(state))))
    return entries


def _lying(state: State) -> list[Entry]:
    """What lies on the board and serves whoever holds its Region."""
    entries = []
    for piece in state.setup.library.pieces:
        if piece.brings is not None and piece.stays and state.where(piece):
            name = Marked(Name("source", piece.brings.name))
            said = _("{name}: {text}", name=name, text=_(piece.brings.text))
            entries.append(Entry(_bold(said), _marker(piece.picture)))
    return entries


def _pieces(state: State) -> list[Entry]:
    """What can stand on a Region beside tokens."""
    entries = _lying(state)
    for piece in state.setup.library.pieces:
        if piece.brings is not None and piece.stays:
            continue
        name = Marked(tell(piece.title) if not piece.title.many else _one(piece.title))
        if piece.text:
            said = _("{name}: {text}", name=name, text=_(piece.text))
        elif piece.immune:
            said = _("{sign}: nobody can take the Region.", sign=name)
        elif piece.defence:
            said = _n(
                "{sign}: costs an attacker {count} token more.",
                "{sign}: costs an attacker {count} tokens more.",
                piece.defence,
                sign=name,
            )
        elif piece.pays:
            said = _n(
                "{sign}: earns whoever holds the Region {count} coin more.",
                "{sign}: earns whoever holds the Region {count} coins more.",
                piece.pays,
                sign=name,
            )
        else:
            continue
        entries.append(Entry(_bold(said), _marker(piece.picture)))
    return entries


def _one(title: Message) -> str:
    """The name of a single one of what is counted."""
    return tell(Message(title.message, many=title.many, context=title.context, count=1))


def _stacks(state: State) -> list[Entry]:
    """Races and Special Powers that nobody has seen yet, and those that came back."""
    library = state.setup.library
    races = [race(library.races[banner].name) for banner in bits(state.unseen_banners)]
    powers = [power(library.powers[badge].name) for badge in bits(state.unseen_badges)]
    back = [race(library.races[banner].name) for banner in state.under]
    discards = [power(library.powers[badge].name) for badge in bits(state.discards)]
    said = [
        _("{heading} {names}.", heading=Marked(heading), names=several(names))
        for heading, names in (
            (_("Races still to come:"), races),
            (_("Races that came back, the next one first:"), back),
            (_("Special Powers still to come:"), powers),
            (_("Special Powers discarded:"), discards),
        )
        if names
    ]
    return [Entry(_bold(words)) for words in said] or [Entry(_("They are empty."))]


def _seed_words(seed: int | None) -> str:
    if seed is None:
        return _("No seed was given: chance is not to be repeated.")
    return _("Seed {seed}: the same seed and the same moves bring the same chance.", seed=str(seed))


def _bold(words: str) -> Rich:
    return tuple(Span(part, bold=bold) for part, bold in runs(words))


def _symbol(word: str) -> Painter:
    return lambda side: symbol_picture(word, side)


def _marker(name: str) -> Painter:
    return lambda side: pictures.marker(name, side)


class _Paragraph(Widget):
    """One entry, with its sign at the left."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry

    def _laid(self, m: Metrics, width: int) -> text.Paragraph:
        style = theme.STRONG if self.entry.heading else theme.BODY
        indent = m.px(_SIGN + 8) if self.entry.sign is not None else 0
        return text.paragraph(self.entry.words, style, m, width - indent)

    def natural(self, m: Metrics, width: int) -> int:
        """Pixels of height it needs at a width in pixels."""
        tall = self._laid(m, width).height
        if self.entry.heading:
            return tall + m.px(6)
        return max(tall, m.px(_SIGN)) if self.entry.sign is not None else tall

    def draw(self, surface: Surface) -> None:
        """The sign and the words beside it; a heading has a line under it."""
        m, rect = self.m, self.rect
        laid = self._laid(m, rect.w)
        if self.entry.sign is not None:
            side = m.px(_SIGN)
            put(surface, self.entry.sign(side), (rect.x + side // 2, rect.centery))
            laid.draw(surface, (rect.x + side + m.px(8), rect.centery - laid.height // 2))
            return
        low = rect.bottom - laid.height - m.px(2) if self.entry.heading else rect.y
        laid.draw(surface, (rect.x, low))
        if self.entry.heading:
            surface.fill(theme.EDGE_SOFT, (rect.x, rect.bottom - 1, rect.w, max(1, m.px(1))))


class LegendCard(PopupCard):
    """A popup with the legend."""

    wide, pad, head = 600, 14, 34

    def __init__(self, ui: Ui, anchor: Rect, entries: Iterable[Entry]) -> None:
        super().__init__(ui, anchor, _("Legend"), "legend-card", "legend")
        self.parts = [self.scroll.add(_Paragraph(entry)) for entry in entries]

    @classmethod
    def open(cls, ui: Ui, anchor: Rect, cast: Cast, state: State, seed: int | None) -> LegendCard:
        """Open it beside ``anchor`` (window pixels)."""
        card = cls(ui, anchor, legend(cast, state, seed))
        ui.open(card.layer)
        return card

    def _rows(self, m: Metrics, width: int) -> list[list[_Paragraph]]:
        """What stands beside each other: two signs where there is room, else one entry a row."""
        rows: list[list[_Paragraph]] = []
        for part in self.parts:
            last = rows[-1] if rows else []
            pairs = (
                len(last) == 1 and last[0].entry.sign is not None and width >= m.px(_TWO_COLUMNS)
            )
            if pairs and part.entry.sign is not None:
                last.append(part)
            else:
                rows.append([part])
        return rows

    def _heights(self, m: Metrics, width: int) -> list[int]:
        """The height of every row, in pixels, at a width in pixels."""
        out = []
        for row in self._rows(m, width):
            narrow = width >= m.px(_TWO_COLUMNS) and row[0].entry.sign is not None
            wide = (width - m.px(12)) // 2 if narrow else width
            out.append(max(part.natural(m, wide) for part in row))
        return out

    def _arrange(self, view: Rect, m: Metrics) -> int:
        y, wide = view.y, view.w - m.px(4)
        half = (wide - m.px(12)) // 2
        for row, tall in zip(self._rows(m, wide), self._heights(m, wide), strict=True):
            both = wide >= m.px(_TWO_COLUMNS) and row[0].entry.sign is not None
            for column, part in enumerate(row):
                x = view.x + m.px(2) + column * (half + m.px(12))
                part.place(Rect(x, y, half if both else wide, tall))
            y += tall + m.px(_GAP)
        return y - view.y

    def _long(self, m: Metrics, width: int) -> int:
        return sum(tall + m.px(_GAP) for tall in self._heights(m, width - m.px(4)))
