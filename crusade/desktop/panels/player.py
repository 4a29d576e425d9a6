"""The panel of a person: race, coins, hand, what is set aside or in decline, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from crusade.desktop import pictures, theme, whose
from crusade.desktop.kit import Rich, Tip, paint, text
from crusade.desktop.layout import Metrics, cut_left, cut_right, inset
from crusade.desktop.overlays import counted
from crusade.desktop.panels.colours import ink_of
from crusade.desktop.panels.drawing import (
    NOTE,
    QUIET,
    empty_token,
    fitting,
    line,
    owner_token,
    put,
    put_coin,
    token_row,
)
from crusade.desktop.panels.holding import HolderPanel, Pointed
from crusade.desktop.theme import Style
from crusade.desktop.words import (
    Cast,
    bill_rows,
    combo_name,
    combo_tip,
    income_tip,
    power_words,
    race_words,
)
from crusade.desktop.words.sentences import joined
from crusade.rules import Library, State, hand_of, queries
from crusade.rules.board import bits
from crusade.rules.ids import NONE, OVER, PICK, TRIBES
from crusade.rules.queries import aside as tokens_aside
from crusade.rules.questions import Boon, Power
from crusade.texts import Name, Region, _, race, regions, several, tell, tokens

_TALL, _COMPACT = 124, 48
_SMALLEST = 10
"""Points below which the name of a combo does not shrink."""


@dataclass(frozen=True)
class _Extra:
    """Something shown as a small picture: a further badge, a right, a combo put aside."""

    kind: str
    """`badge`, `right`, `combo` or `piece`: what ``picture`` names (of a combo its Race)."""
    picture: str
    title: str
    text: Rich
    number: int = 1


@dataclass(frozen=True)
class _Declined:
    """A race In Decline: its banner, the mask of its Regions, its tokens in hand, and what else it
    has.
    """

    banner: int
    held: int
    hand: int
    extras: tuple[_Extra, ...]

    @property
    def regions(self) -> int:
        """How many Regions it holds."""
        return self.held.bit_count()


@dataclass(frozen=True)
class _Facts:
    """Everything a player's panel shows."""

    banner: int
    badge: int
    coins: str
    income: int
    hand: int
    aside: int
    regions: int
    declined: tuple[_Declined, ...]
    on_turn: bool
    may_end: bool
    scored: bool
    """Whether the turn's coins have been counted, and nothing more comes of it."""
    control: bool
    over: bool
    extras: tuple[_Extra, ...]
    pieces: tuple[_Extra, ...]
    """What it has in hand besides tokens."""
    kept: tuple[_Extra, ...]
    """What waits for the next race."""
    done: bool
    """Whether this person's last turn is over, and nothing more is earned by a turn."""
    last: bool
    """Whether it is the last round."""
    silent: str
    """What of the Active race does not work now, as a sentence, or ""."""


def _extras(sources: Iterable[Power | Boon], declined: bool) -> tuple[_Extra, ...]:
    """A race's further badges and rights."""
    found = []
    for source in sources:
        name = Name("source", source.name)
        badge = isinstance(source, Power)
        picture = source.name if isinstance(source, Power) else source.picture or source.name
        title = _("{name}, a second Special Power", name=name) if badge else str(name)
        text = _(source.declined if declined else source.text)
        found.append(_Extra("badge" if badge else "right", picture, title, text))
    return tuple(found)


def _housed(state: State, slot: int) -> tuple[_Extra, ...]:
    """The Special Powers that a race has from its Places."""
    library, found = state.setup.library, []
    for place, power in queries.powers_of_places(state, slot):
        title = _(
            "{name}, from {place}",
            name=Name("source", power.name),
            place=Name("source", place.name),
        )
        words = power_words(library, library.power_index[power.name], state.setup.crusade)
        declined = _("In Decline: {text}", text=words.declined) if words.changes else ""
        found.append(_Extra("badge", power.name, title, joined(words.active, declined)))
    return tuple(found)


def _pieces(state: State, slot: int) -> tuple[_Extra, ...]:
    """What a race has in hand besides tokens, and what it is good for."""
    found = []
    for piece, number in queries.at_hand(state, slot):
        words = tell(piece.title.given(count=number) if piece.title.many else piece.title)
        source = state.setup.library.by_name[piece.source]
        title = _("{pieces} in hand", pieces=words)
        found.append(_Extra("piece", piece.picture, title, _(source.text), number))
    return tuple(found)


def _kept(state: State, seat: int) -> tuple[_Extra, ...]:
    """What a person has won for the next race."""
    found = _extras(queries.kept_for_next(state, seat), False)
    found = tuple(
        replace(extra, title=_("{name}, for the next race", name=extra.title)) for extra in found
    )
    combo = queries.kept_combo(state, seat)
    if combo is None:
        return found
    library = state.setup.library
    tip = combo_tip(library, *combo, state.tray[combo[0]], crusade=state.setup.crusade)
    title = _("{combo}, put aside for the next pick", combo=tip.title)
    return (_Extra("combo", library.races[combo[0]].name, title, tip.text), *found)


def _silent(state: State, slot: int) -> str:
    """That a card silences something of a race, as a sentence."""
    quiet = queries.silent(state, slot)
    if not quiet:
        return ""
    names = several(Name("source", source.name) for source in quiet)
    cards = [Name("card", state.setup.library.cards[card].name) for card in state.cards]
    return _("Off this round by {cards}: {names}.", cards=several(cards), names=names)


def _facts(state: State, counted: State, seat: int, coins_shown: bool) -> _Facts:
    slot = whose.active_slot(seat)
    combo = state.combo[slot]
    aside = tokens_aside(state, slot)
    own, scored = state.seat == seat, queries.has_scored(state)
    last = state.round == state.setup.rounds
    hand = hand_of(state, slot) if combo is not None else state.hand[slot]
    declined = tuple(
        _Declined(
            state.banner[s],
            state.held[s],
            hand_of(state, s),
            _extras(queries.besides(state, s), True) + _housed(state, s),
        )
        for s in whose.declined_slots(seat)
        if state.banner[s] != NONE
    )
    if seat == state.seat and state.unready:
        aside = 0  # they are counted as in hand already
    return _Facts(
        banner=state.banner[slot],
        badge=state.badge[slot],
        coins=str(state.coins[seat]) if coins_shown else "?",
        income=queries.expected(counted, seat).total,
        hand=hand,
        aside=aside,
        regions=state.held[slot].bit_count(),
        declined=declined,
        on_turn=whose.turn(state) == seat,
        may_end=own and not scored and state.phase not in (PICK, OVER),
        scored=own and scored,
        control=state.control == seat,
        over=state.phase == OVER,
        done=last and (state.seat == TRIBES or state.seat > seat),
        last=last,
        extras=_extras(queries.besides(state, slot), False) + _housed(state, slot),
        pieces=_pieces(state, slot),
        kept=_kept(state, seat),
        silent=_silent(state, slot),
    )


def _hand_words(facts: _Facts) -> str:
    """What the Active race has in hand, and what of it is set aside until its next turn."""
    if not facts.aside:
        return _("{count} in hand", count=facts.hand)
    if not facts.hand:
        return _("{count} set aside", count=facts.aside)
    return _("{count} in hand · {aside} set aside", count=facts.hand, aside=facts.aside)


def _race_words(library: Library, facts: _Facts) -> str:
    return (
        _("no Active race")
        if facts.banner == NONE
        else combo_name(library, facts.banner, facts.badge)
    )


class PlayerPanel(HolderPanel):
    """One person. ``compact`` is the two-line form for whoever is not on turn."""

    def __init__(
        self,
        cast: Cast,
        seat: int,
        compact: bool = False,
        name: str = "player",
        pointed: Pointed | None = None,
    ) -> None:
        super().__init__(pointed, name)
        self.cast = cast
        self.seat = seat
        self.compact = compact
        self.state: State | None = None
        self._shown: _Facts | None = None
        self._coin = Rect(0, 0, 0, 0)
        self._income = Rect(0, 0, 0, 0)
        self._counted: State | None = None
        self._race = Rect(0, 0, 0, 0)
        self._fallen: list[tuple[Rect, _Declined]] = []
        self._more: list[tuple[Rect, _Extra]] = []
        self._marker = Rect(0, 0, 0, 0)

    def natural(self, m: Metrics) -> int:
        """Pixels of height it is made for."""
        return m.px(_COMPACT if self.compact else _TALL)

    def show(
        self,
        state: State,
        coins_shown: bool = True,
        ended: bool = False,
        counted: State | None = None,
    ) -> None:
        """Show a position; ``coins_shown`` is False while this person's coins are hidden.

        ``ended``: the turn is over, and what it earned is being paid. ``counted`` is the position
        that pays if the turn ends now, where it is not this one.
        """
        self._counted = state if counted is None else counted
        facts = _facts(state, self._counted, self.seat, coins_shown)
        if ended:
            done = facts.last and state.seat == self.seat
            facts = replace(facts, may_end=False, scored=False, done=facts.done or done)
        self.state = state
        if facts != self._shown:
            self._shown = facts
            self.touch()

    # ---------------------------------------------------------------- looks
    @property
    def _colour(self) -> theme.Colour:
        return theme.rgb(self.cast.colours[self.seat])

    def draw(self, surface: Surface) -> None:
        """The parchment, then everything that `show` was told."""
        facts = self._shown
        self.border = theme.GOLD_DARK if facts is not None and facts.on_turn else theme.EDGE
        super().draw(surface)
        if facts is None:
            return
        self._more = []
        if facts.on_turn:
            self._draw_turn(surface)
        if self.compact:
            self._draw_compact(surface, facts)
        else:
            self._draw_full(surface, facts)
        self.draw_focus(surface)

    def _draw_turn(self, surface: Surface) -> None:
        """A ribbon in the owner's colour along the left edge: it is this person's turn."""
        m = self.m
        ribbon = Rect(self.rect.x + m.px(4), self.rect.y + m.px(6), m.px(5), self.rect.h - m.px(12))
        surface.blit(paint.rounded(ribbon.size, m.px(2.5), self._colour), ribbon)

    def _draw_full(self, surface: Surface, facts: _Facts) -> None:
        m = self.m
        body = inset(self.rect, m.px(14), m.px(8))
        head = Rect(body.x, body.y, body.w, m.px(50))
        emblem, rest = cut_left(head, m.px(48), m.px(8))
        emblem = Rect(emblem.x, emblem.y + m.px(1), m.px(48), m.px(48))
        self._race = Rect(emblem.x, head.y, rest.right - emblem.x, head.h)
        self._draw_emblem(surface, facts, emblem)
        money, names = cut_right(rest, m.px(44), m.px(6))
        self._race.w = names.right - emblem.x
        self._coin = money
        put_coin(surface, facts.coins, m.px(44), money.center)
        self._draw_names(surface, facts, names)
        below = Rect(body.x, head.bottom + m.px(4), body.w, body.bottom - head.bottom - m.px(4))
        surface.fill(theme.EDGE_SOFT, (below.x, below.y, below.w, max(1, m.px(1))))
        half = (below.h - m.px(2)) // 2
        self._draw_hand(surface, facts, Rect(below.x, below.y + m.px(2), below.w, half))
        self._draw_declined(surface, facts, Rect(below.x, below.bottom - half, below.w, half))

    def _draw_emblem(self, surface: Surface, facts: _Facts, rect: Rect) -> None:
        if facts.banner == NONE:
            empty_token(surface, rect, self.m, self._colour)
        else:
            surface.blit(owner_token(self.cast, self.seat, facts.banner, rect.w), rect)

    @staticmethod
    def _income_words(facts: _Facts) -> str:
        if facts.over or facts.done:
            return ""
        if facts.scored:
            return _("this turn is scored")
        if facts.may_end:
            return _("+{coins} if you end now", coins=facts.income)
        return _("+{coins} as it stands", coins=facts.income)

    def _draw_names(self, surface: Surface, facts: _Facts, rect: Rect) -> None:
        m = self.m
        name = self.cast.label(self.seat)
        style = Style(19, True, ink_of(self._colour))
        upper = Rect(rect.x, rect.y + m.px(1), rect.w, m.px(25))
        lower = Rect(rect.x, upper.bottom - m.px(1), rect.w, m.px(22))
        words = _race_words(self.cast.library, facts)
        beside = len(facts.extras) * m.px(28)
        if text.measure(words, NOTE, m) + beside > lower.w:  # the name may leave more room
            upper = self._draw_extras(surface, upper, facts.extras, 24)
        else:
            lower = self._draw_extras(surface, lower, facts.extras, 24)
        if facts.control:
            mark = pictures.marker("control_marker", m.px(24))
            room = Rect(upper.x, upper.y, upper.w - m.px(28), upper.h)
            wide = line(surface, name, room, style, m)
            self._put_marker(surface, mark, (upper.x + wide + m.px(16), upper.centery))
        else:
            line(surface, name, upper, style, m)
        line(surface, words, lower, fitting(words, theme.BODY, m, lower.w, _SMALLEST), m)

    def _draw_extras(
        self, surface: Surface, rect: Rect, extras: Iterable[_Extra], points: int
    ) -> Rect:
        """Small pictures at the right end of ``rect``; returns what is left of it."""
        m = self.m
        side = m.px(points)
        for extra in extras:
            if extra.kind == "badge":
                picture = pictures.badge(extra.picture, side)
            elif extra.kind == "combo":
                picture = pictures.token(extra.picture, side, self._colour)
            elif extra.kind == "piece":
                picture = counted(pictures.marker(extra.picture, side), extra.number)
            else:
                picture = pictures.card(extra.picture, side)
            place = Rect(rect.right - side, rect.centery - side // 2, side, side)
            surface.blit(picture, place)
            self._more.append((place, extra))
            rect = Rect(rect.x, rect.y, rect.w - side - m.px(4), rect.h)
        return rect

    def _draw_hand(self, surface: Surface, facts: _Facts, rect: Rect) -> None:
        """The tokens in hand and set aside, and on the right what the turn would earn now."""
        m = self.m
        words = self._income_words(facts)
        hand = text.measure(_hand_words(facts), theme.STRONG, m) + m.px(22 + 17)
        hand += m.px(30) * len(facts.pieces)
        if text.measure(words, NOTE, m) + hand > rect.w:
            words = f"+{facts.income}" if words and not facts.scored else ""
        wide = line(surface, words, rect, NOTE, m, "right")
        self._income = Rect(rect.right - wide, rect.y, wide, rect.h)
        rest = Rect(rect.x, rect.y, rect.w - wide - m.px(10), rect.h)
        rest = self._draw_extras(surface, rest, facts.pieces, 26)
        if not (facts.hand or facts.aside) or facts.banner == NONE:
            line(surface, _("no token in hand"), rest, QUIET, m)
            return
        words = _hand_words(facts)
        label = text.measure(words, theme.STRONG, m)
        area = Rect(rest.x, rest.y, rest.w - label - m.px(7), rest.h)
        token = owner_token(self.cast, self.seat, facts.banner, m.px(22))
        covered = token_row(surface, token, facts.hand or 1, area)
        x = covered.right + m.px(7)
        line(surface, words, Rect(x, rest.y, rest.right - x, rest.h), theme.STRONG, m)

    def _draw_declined(self, surface: Surface, facts: _Facts, rect: Rect) -> None:
        """The races In Decline."""
        m = self.m
        self._fallen = []
        rect = self._draw_extras(surface, rect, facts.kept, 26)
        if not facts.declined:
            line(surface, _("no race in decline"), rect, QUIET, m)
            return
        share = rect.w // len(facts.declined)
        for index, fallen in enumerate(facts.declined):
            part = Rect(rect.x + index * share, rect.y, share - m.px(4), rect.h)
            self._fallen.append((part, fallen))
            token = owner_token(self.cast, self.seat, fallen.banner, m.px(24), declined=True)
            put(surface, token, (part.x + m.px(12), part.centery))
            short = len(facts.declined) > 1 or bool(facts.kept)
            room = Rect(part.x + m.px(29), part.y, part.w - m.px(29), part.h)
            beside = len(fallen.extras) * m.px(28)
            words = self._fallen_words(fallen, short)
            if not short and text.measure(words, NOTE, m) + beside > room.w:
                words = self._fallen_words(fallen, True)
            # What the race has stands right behind its words.
            room.w = min(room.w, text.measure(words, NOTE, m) + m.px(6) + beside)
            room = self._draw_extras(surface, room, fallen.extras, 24)
            line(surface, words, room, fitting(words, NOTE, m, room.w), m)

    def _fallen_words(self, fallen: _Declined, short: bool) -> str:
        values = {
            "race": race(self.cast.library.races[fallen.banner].name),
            "regions": regions(fallen.regions),
        }
        if fallen.hand and short:
            return _("{race}, {regions}, {hand} in hand", hand=fallen.hand, **values)
        if fallen.hand:
            return _("{race} in decline, {regions}, {hand} in hand", hand=fallen.hand, **values)
        if short:
            return _("{race}, {regions}", **values)
        return _("{race} in decline, {regions}", **values)

    def _draw_compact(self, surface: Surface, facts: _Facts) -> None:
        m = self.m
        body = inset(self.rect, m.px(14), m.px(4))
        emblem, rest = cut_left(body, m.px(36), m.px(8))
        square = Rect(emblem.x, emblem.centery - m.px(18), m.px(36), m.px(36))
        self._draw_emblem(surface, facts, square)
        coin, names = cut_right(rest, m.px(34), m.px(6))
        self._coin, self._income = coin, Rect(0, 0, 0, 0)
        self._race = Rect(body.x, body.y, names.right - body.x, body.h)
        put_coin(surface, facts.coins, m.px(34), coin.center)
        self._fallen = []
        for fallen in reversed(facts.declined):
            part, names = cut_right(names, m.px(26), m.px(4))
            self._fallen.append((part, fallen))
            token = owner_token(self.cast, self.seat, fallen.banner, m.px(26), declined=True)
            put(surface, token, part.center)
        upper = Rect(names.x, names.y, names.w, names.h // 2)
        lower = Rect(names.x, upper.bottom - m.px(1), names.w, names.h - upper.h)
        style = Style(17, True, ink_of(self._colour))
        name = self.cast.label(self.seat)
        if facts.hand:
            need = text.measure(name, style, m) + m.px(26) * facts.control + m.px(6)
            upper.w -= self._draw_few(surface, facts, upper, need) + m.px(6)
        room = Rect(upper.x, upper.y, upper.w - m.px(26) * facts.control, upper.h)
        wide = line(surface, name, room, fitting(name, style, m, room.w), m)
        if facts.control:
            mark = pictures.marker("control_marker", m.px(21))
            self._put_marker(surface, mark, (upper.x + wide + m.px(14), upper.centery))
        words = _race_words(self.cast.library, facts)
        lower = self._draw_extras(surface, lower, (*facts.kept, *facts.pieces, *facts.extras), 18)
        line(surface, words, lower, fitting(words, NOTE, m, lower.w, _SMALLEST), m)

    def _draw_few(self, surface: Surface, facts: _Facts, rect: Rect, need: int) -> int:
        """The tokens in hand at the right; a token and a number where the name needs the room.

        Returns the pixels of width it takes.
        """
        m = self.m
        words = _hand_words(facts)
        if text.measure(words, QUIET, m) + need <= rect.w or facts.banner == NONE:
            return line(surface, words, rect, QUIET, m, "right")
        wide = line(surface, str(facts.hand), rect, QUIET, m, "right")
        side = m.px(18)
        token = owner_token(self.cast, self.seat, facts.banner, side)
        put(surface, token, (rect.right - wide - m.px(3) - side // 2, rect.centery))
        return wide + m.px(3) + side

    def _put_marker(self, surface: Surface, mark: Surface, centre: tuple[int, int]) -> None:
        put(surface, mark, centre)
        self._marker = mark.get_rect(center=centre)

    # ---------------------------------------------------------------- explanations
    def parts(self) -> list[Rect]:
        """The race, the coins, the races In Decline, the Control Marker."""
        facts = self._shown
        if facts is None:
            return [self.rect]
        found = [self._coin, *(part for part, _fallen in self._fallen)]
        found += [place for place, _extra in self._more]
        if facts.banner != NONE:
            # The coins lie on the same line: the card of the race hangs on its picture.
            found.insert(0, Rect(self._race.x, self._race.y, self._race.h, self._race.h))
        return [*found, self._marker] if facts.control else found

    def holds(self, pos: tuple[int, int]) -> frozenset[int]:
        """All that this person holds; at a race In Decline what that race holds."""
        if self.state is None:
            return frozenset()
        for part, fallen in self._fallen:
            if part.collidepoint(pos):
                return frozenset(bits(fallen.held))
        return frozenset(bits(whose.held_by(self.state, self.seat)))

    def _marker_tip(self, state: State) -> Tip:
        """What the Control Marker means for whoever holds it, and which Regions it makes safe."""
        name, held = self.cast.label(self.seat), whose.held_by(state, self.seat)
        words = _(
            "{who} plays {folk} right after the own turn and decides their ties; "
            "then the marker goes to the other one.",
            who=name,
            folk=self.cast.folk,
        )
        note = _("Nothing is safe from {folk} yet.", folk=self.cast.folk)
        if held:
            places = several(Region(self.cast.region(r)) for r in bits(held))
            note = _("Safe from {folk}: {regions}.", regions=places, folk=self.cast.folk)
        return Tip(_("Control Marker"), words, note=note, width=340)

    def _fallen_tip(self, state: State, fallen: _Declined) -> Tip:
        """What a race still does In Decline, and what its Regions pay: nothing it once earned."""
        words = race_words(self.cast.library, fallen.banner)
        items = tuple(
            item for item in queries.earnings(state, self.seat).items if item[2] & fallen.held
        )
        bill = queries.Bill(sum(coins for _label, coins, _mask in items), items)
        title = _("{race}, In Decline", race=race(self.cast.library.races[fallen.banner].name))
        rows = bill_rows(bill, total=_("in all"))
        said = [words.declined, *(f"{extra.title}: {extra.text}" for extra in fallen.extras)]
        return Tip(title, "\n".join(filter(None, said)), rows, width=340)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Tip, Rect] | None:
        """The income behind the coins, the powers behind the race."""
        facts, state = self._shown, self.state
        if facts is None or state is None:
            return None
        if facts.control and self._marker.inflate(self.m.px(8), self.m.px(8)).collidepoint(pos):
            return self._marker_tip(state), self._marker
        if self._coin.collidepoint(pos) or self._income.collidepoint(pos):
            tip = income_tip(self.cast, self._counted or state, self.seat)
            if facts.coins == "?":
                hidden = _("The coins in all are hidden until the end.")
                tip = Tip(tip.title, tip.text, tip.rows, hidden)
            return tip, self._coin
        for place, extra in self._more:
            if place.collidepoint(pos):
                return Tip(extra.title, extra.text, width=340), place
        for part, fallen in self._fallen:
            if part.collidepoint(pos):
                return self._fallen_tip(state, fallen), part
        if self._race.collidepoint(pos) and facts.banner != NONE:
            crusade = state.setup.crusade
            tip = combo_tip(self.cast.library, facts.banner, facts.badge, 99, crusade=crusade)
            note = _(
                "On {regions}; {tokens} left in the tray.",
                regions=regions(facts.regions),
                tokens=tokens(state.tray[facts.banner]),
            )
            more = [
                _("{name}: {text}", name=extra.title, text=extra.text)
                for extra in facts.extras
                if extra.kind == "badge"
            ]
            note = "\n".join([*more, joined(facts.silent, note)])
            return Tip(tip.title, tip.text, (), note, tip.width), self._race
        return None
