"""The new game: who plays, in what colours, against how many Lost Tribe tokens."""

from __future__ import annotations

from functools import partial

import pygame
from pygame import Rect, Surface

from crusade.atlas import load
from crusade.automaton import difficulty, hardness
from crusade.automaton.names import clean_name, name_key
from crusade.boxes import box, library
from crusade.boxes.tales.own import OWN_THEME
from crusade.desktop import pictures, theme
from crusade.desktop.kit import (
    Button,
    Canvas,
    Label,
    MenuItem,
    Panel,
    ScrollView,
    Segmented,
    Swatches,
    TextField,
    Toggle,
    is_key,
    menu,
    paint,
    text,
)
from crusade.desktop.layout import Metrics, centred, columns, cut_bottom, inset
from crusade.desktop.scenes import emblems, form
from crusade.desktop.scenes.base import Page
from crusade.desktop.scenes.host import Host, NewGameChoice
from crusade.desktop.words.cards import deck_count, deck_note, deck_title, decks
from crusade.desktop.words.sentences import joined
from crusade.desktop.words.tribes import ladder_words
from crusade.games import (
    board_for,
    box_of,
    deck_size,
    deck_trouble,
    event_library,
    left_out_alone,
)
from crusade.own_cards import FILE
from crusade.players import STRENGTHS
from crusade.rules.ids import SOLO, TWO_PLAYER
from crusade.rules.library import Folk
from crusade.texts import N_, THE_PLAYER, _, _n, folk, tell

_MODES = (SOLO, TWO_PLAYER)
_BEGIN = (0, 1, None)
_SEED_DIGITS = 18
_LABEL = 140


PROGRAM_TITLES = (N_("Easy"), N_("Sound"), N_("Strong"))
"""The strengths of the players of the program, in the order of `STRENGTHS`, ..."""
PROGRAM_NAMES = (N_("Easy program"), N_("Sound program"), N_("Strong program"))
"""... and what such a player is called at the table."""


class NewGameScene(Page):
    """The form and, beside it, what the Lost Tribes bring."""

    sets_up = True
    title = N_("New game")

    def __init__(self, host: Host, like: NewGameChoice | None = None) -> None:
        super().__init__()
        self.host = host
        self.like = like
        """How another game was set up: the form begins so."""
        self.tokens = difficulty.START
        self.earned = difficulty.START
        self.reason = ""
        self.chosen_tokens = False
        self.spare = Rect(0, 0, 0, 0)
        self._tops: dict[tuple[int, float], int] = {}
        """Pixels above the form, for the height and scale of each window: what is chosen in the
        form must not move what was just clicked."""
        self._talls: dict[tuple[int, float, bool], int] = {}
        """Pixels that the form was high at first: so the button below keeps its place."""

    # -- widgets --------------------------------------------------------------------------

    def build(self) -> None:
        """Make the form."""
        super().build()
        known = [*self.host.names(), "", ""]
        self.panel = self.ui.add(Panel(name="form-panel"))
        self.scroll = self.panel.add(ScrollView(arrange=self._arrange, name="form"))
        self.mode = Segmented((_("Alone"), _("Two players")), 0, self._mode_changed, name="mode")
        self.names = [
            TextField(
                known[seat],
                _("Your name") if seat == 0 else _("The other player's name"),
                changed=lambda value: self._names_changed(),
                name=f"name-{seat}",
            )
            for seat in (0, 1)
        ]
        self.colours = [
            Swatches(theme.SEATS, seat, name=f"colour-{seat}", changed=self._colours_changed)
            for seat in (0, 1)
        ]
        titles = [_(title) for title in PROGRAM_TITLES]
        self.second = Segmented((_("A person"), *titles), 0, self._mode_changed, name="second")
        self.begins = Segmented((_("First"), _("Second"), _("By lot")), 0, name="begins")
        self.stepper = _Stepper(self)
        self.as_earned = Button(_("As earned"), self._as_earned, name="as-earned")
        self.seed = TextField(
            "", _("left to chance"), limit=_SEED_DIGITS, accept=str.isdecimal, name="seed"
        )
        self.todays = Button(
            _("Today’s deal"),
            self._take_day,
            tip=_("The deal of the day: the same combos and dice for everybody who plays it"),
            name="deal-of-day",
        )
        self.open_coins = Toggle(
            _("Show everyone’s coins during the game"), False, name="open-coins"
        )
        self.open_coins.on = self.host.settings().open_coins
        self.known_boxes = list(self.host.boxes())
        self.boxes = Segmented(
            [name for _words, name in self.known_boxes], 0, self._box_changed, name="boxes"
        )
        self._choose_box(self.host.settings().box)
        self.deck = ""
        self.own = self.host.own_cards()
        self.events = Button("", self._pick_deck, name="events")
        self._make_rows()
        self.ui.layers[0].arrows = (pygame.K_UP, pygame.K_DOWN)
        self.start = self.ui.add(
            Button(_("Begin"), self._begin, "main", pygame.K_RETURN, name="begin")
        )
        self.start.style = theme.Style(18, True)
        self.brief = self.ui.add(Panel(name="brief"))
        self.brief_scroll = self.brief.add(ScrollView(arrange=self._arrange_brief))
        self.facts = self.brief_scroll.add(Canvas(paint_it=self._paint_tokens))
        self.words = self.brief_scroll.add(Label("", theme.BODY, wrap=True, valign="top"))

    def _make_rows(self) -> None:
        group = self.scroll
        picks = [
            Button("▾", partial(self._pick_name, seat), show_key=False, name=f"known-{seat}")
            for seat in (0, 1)
        ]
        for pick in picks:
            pick.label = ""
            pick.icon = _arrow_down
            pick.tip = _("Names that have played before")
        self.mode_row = form.row(group, _("Players"), self.mode)
        self.name_rows = [
            form.row(group, _("Name"), self.names[0], extra=picks[0]),
            form.row(group, _("Second name"), self.names[1], note=" ", extra=picks[1]),
        ]
        self.colour_rows = [
            form.row(group, _("Colour"), self.colours[0]),
            form.row(
                group,
                _("Second colour"),
                self.colours[1],
                note=_("The other player’s colour is crossed out."),
            ),
        ]
        self.begins_row = form.row(group, _("Who begins"), self.begins)
        self.second_row = form.row(
            group,
            _("Second player"),
            self.second,
            note=_(
                "Easy play grabs what pays at once, sound play looks a round ahead, strong play "
                "further."
            ),
        )
        self.tokens_row = form.row(
            group,
            _("Lost Tribes"),
            self.stepper,
            note=" ",
            extra=self.as_earned,
            extra_width=118,
        )
        self.seed_row = form.row(
            group,
            _("Seed"),
            self.seed,
            note=_(
                "A number here makes the dice and the combos repeatable. Leave it empty"
                " for an ordinary game."
            ),
            extra=self.todays,
            extra_width=140,
        )
        self.coins_row = form.row(
            group,
            _("Coins"),
            self.open_coins,
            note=_("Agreed here for the whole game; nobody can open hidden coins later."),
        )
        self.boxes_row = form.row(group, _("Box"), self.boxes, note=" ")
        self.boxes_row.show(len(self.known_boxes) > 1)
        self.events_row = form.row(group, _("Events"), self.events, note=" ")
        self.events_row.show(bool(event_library().cards))
        self.rows = [
            self.mode_row,
            self.boxes_row,
            self.name_rows[0],
            self.colour_rows[0],
            self.second_row,
            self.name_rows[1],
            self.colour_rows[1],
            self.begins_row,
            self.events_row,
            self.tokens_row,
            self.seed_row,
            self.coins_row,
        ]
        form.in_order(group, self.rows)

    def _set_up_like(self, like: NewGameChoice) -> None:
        """Fill in the form as another game was set up."""
        self.mode.set(_MODES.index(like.mode) if like.mode in _MODES else 0)
        for seat, name in enumerate(like.names[: len(self.names)]):
            self.names[seat].set(name)
            self.colours[seat].set(like.colours[seat])
        self.seed.set("" if like.seed is None else str(like.seed))
        self.open_coins.on = like.open_coins
        self._choose_box(box_of(like.boxes))
        self._take_deck(like.events)
        if like.mode in _MODES:
            self.tokens, self.chosen_tokens = like.tokens, True
        self._seat_programs(like.programs)

    def _seat_programs(self, programs: tuple[str, ...]) -> None:
        """Seat the program as in another game; whoever is a person then sits first."""
        if len(programs) != 2 or not any(programs):
            return
        if programs[0] and not programs[1]:
            one, other = self.names
            name = other.value
            other.set(one.value)
            one.set(name)
            programs = programs[::-1]
        if programs[1] in STRENGTHS:
            self.second.set(1 + STRENGTHS.index(programs[1]))
            self.names[1].set("")

    def _take_day(self) -> None:
        """The date as the seed means the deal of the day."""
        self.seed.set(self._day_seed)

    @property
    def _day_seed(self) -> str:
        return self.host.today().replace("-", "")

    def _choose_box(self, wanted: str) -> None:
        """Choose the boxes that `games.box_of` means; what is not known here leaves the choice."""
        known = [box_of(words) for words, _name in self.known_boxes]
        if wanted in known:
            self.boxes.set(known.index(wanted))

    def enter(self) -> None:
        """Take in what these people have earned."""
        if self.like is not None:
            self._set_up_like(self.like)
            self.like = None
        self._box_changed(self.boxes.index)
        self.chosen_tokens = self.tokens != self.earned
        self._mode_changed(self.mode.index)
        if not self.names[0].value:
            self.ui.focus(self.names[0])

    # -- what is chosen -------------------------------------------------------------------

    @property
    def two(self) -> bool:
        """Do two people play?"""
        return self.mode.index == 1

    def chosen_names(self) -> tuple[str, ...]:
        """The names as they will be kept; a player of the program is called by its strength."""
        first, other = (clean_name(field.value) for field in self.names)
        if not self.two:
            return (first,)
        word = self.chosen_program
        return first, other if not word else _(PROGRAM_NAMES[STRENGTHS.index(word)])

    @property
    def chosen_program(self) -> str:
        """Which player of the program plays the second seat, "" for a person."""
        return STRENGTHS[self.second.index - 1] if self.two and self.second.index else ""

    @property
    def chosen_boxes(self) -> tuple[str, ...]:
        """The boxes of the game, without that of the event cards."""
        return self.known_boxes[self.boxes.index][0]

    @property
    def folk(self) -> Folk:
        """Who the persons play against."""
        return library(self.chosen_boxes).folk

    def trouble(self) -> str:
        """Why the game cannot begin yet, "" if it can."""
        names = self.chosen_names()
        if not all(names):
            return _("Both players need a name.") if self.two else _("Please write your name.")
        if self.two and name_key(names[0]) == name_key(names[1]):
            return _(_SAME_NAMES)
        return (
            difficulty.refusal(self.tokens, self.tokens <= self.earned, self.folk.in_box)
            or self._deck_trouble(self.deck)
            or ""
        )

    def _deck_trouble(self, word: str) -> str:
        """Why no such game can be played with that deck; "" if one can."""
        own, wrong = self.own
        if word == OWN_THEME and not own.cards:
            return wrong or _(
                "There are no cards of your own yet: write some into {file} in the folder of the "
                "games.",
                file=FILE,
            )
        persons = 2 if self.two else 1
        return deck_trouble(_MODES[self.mode.index], persons, word, own, self.chosen_boxes)

    def _deck_note(self, word: str, brief: bool = False) -> str:
        """What belongs to a deck, and how many cards that is in such a game; unless it is to be
        ``brief`` also how many stay out.
        """
        said = deck_note(event_library(), word)
        own, _wrong = self.own
        if not word or (word == OWN_THEME and not own.cards):
            return said
        mode = _MODES[self.mode.index]
        cards, out = deck_size(mode, word, own, self.chosen_boxes)
        alone = left_out_alone(mode, word)
        return joined(said, deck_count(cards, 0 if brief else out, alone))

    def _mode_changed(self, _index: int) -> None:
        for item in (self.second_row, self.colour_rows[1], self.begins_row, self.coins_row):
            item.show(self.two)
        self.name_rows[1].show(self.two and not self.chosen_program)
        assert self.name_rows[0].label is not None
        self.name_rows[0].label.set(_("First name") if self.two else _("Name"))
        assert self.colour_rows[0].label is not None
        self.colour_rows[0].label.set(_("First colour") if self.two else _("Colour"))
        self._colours_changed(0)
        self._take_deck(self.deck)
        self._names_changed()
        self.relayout()

    def _box_changed(self, index: int) -> None:
        assert self.tokens_row.label is not None
        self.tokens_row.label.set(tell(self.folk.name))
        self._take_deck(self.deck)
        self._names_changed()
        self.relayout()

    def _names_changed(self) -> None:
        names = self.chosen_names()
        if all(names):
            self.earned, self.reason = self.host.tokens_for(
                _MODES[self.mode.index], names, box_of(self.chosen_boxes)
            )
        else:
            self.earned = difficulty.START
            self.reason = first_game(difficulty.START)
        if not self.chosen_tokens:
            self.tokens = self.earned
        shown = [
            name or _(word)
            for name, word in zip((*self.chosen_names(), "")[:2], _NOBODY, strict=True)
        ]
        self.begins.options = (*shown, _("By lot"))
        self.begins.touch()
        self._refresh()

    def _colours_changed(self, index: int) -> None:
        one, other = self.colours
        if not self.two:
            one.set(one.index, ())
            return
        if one.index == other.index:
            other.index = (other.index + 1) % len(theme.SEATS)
        one.set(one.index, (other.index,))
        other.set(other.index, (one.index,))

    def change_tokens(self, step: int) -> None:
        """One token more or fewer than now."""
        limit = max(self.earned, self.folk.in_box)
        self.tokens = min(max(self.tokens + step, difficulty.LEAST), limit)
        self.chosen_tokens = self.tokens != self.earned
        self._refresh()

    def _as_earned(self) -> None:
        self.tokens, self.chosen_tokens = self.earned, False
        self._refresh()

    def _refresh(self) -> None:
        trouble = self.trouble()
        self.start.set(enabled=not trouble, why=trouble)
        changed = self.tokens != self.earned
        self.as_earned.set(enabled=changed, why="" if changed else _("This is what was earned."))
        note = self.tokens_row.note
        assert note is not None
        said = self.reason
        if changed:
            said = joined(
                said, _("This game is played with {tokens}, as you chose.", tokens=self.tokens)
            )
        held = self.folk.in_box
        if self.tokens > held:
            said = joined(
                said, _("The box holds {tokens}; take anything else for the rest.", tokens=held)
            )
        said = joined(said, self._hardness())
        same = self.name_rows[1].note
        assert same is not None
        same_names = _(_SAME_NAMES)
        twice = same_names if trouble == same_names else ""
        if said != note.content or twice != same.content:
            note.set(said)
            same.set(twice)
            self.relayout()
        who = folk(self.folk.title.message)
        briefs = [*self._box_briefs(), _(_BRIEF_TWO if self.two else _BRIEF_SOLO, folk=who)]
        known = library(tuple(self.chosen_boxes))
        if known.rungs and not self.two:
            briefs.append(joined(*ladder_words(known, THE_PLAYER)))
        self.words.set(text.rich("\n\n".join(briefs)))
        self.ui.touch(None)

    def _hardness(self) -> str:
        """How often players of the program have won against so many tokens; "" if not known."""
        if self.deck:
            return ""  # the cards make it another game
        where = box_of(self.chosen_boxes), _MODES[self.mode.index]
        strong = hardness.odds(*where, hardness.STRONG, self.tokens)
        hasty = hardness.odds(*where, hardness.HASTY, self.tokens)
        if hasty is None:
            return ""
        if strong is None:
            return _(
                "With {tokens}, hasty play of the program wins {hasty} of 100 games.",
                tokens=self.tokens,
                hasty=round(100 * hasty.rate),
            )
        return _(
            "With {tokens}, the program wins {strong} of 100 games by thinking ahead (of {games} "
            "played), {hasty} by hasty play.",
            tokens=self.tokens,
            strong=round(100 * strong.rate),
            games=strong.games,
            hasty=round(100 * hasty.rate),
        )

    def _box_briefs(self) -> list[str]:
        """What the chosen boxes bring, for somebody who knows the base game."""
        return [tell(box(word).brief) for word in self.chosen_boxes if box(word).brief]

    def _pick_deck(self) -> None:
        """Choose from which cards the events are drawn."""
        self.own = self.host.own_cards()
        items = []
        for word in decks(event_library()):
            why = self._deck_trouble(word)
            take, note = partial(self._take_deck, word), self._deck_note(word, True)
            items.append(MenuItem(deck_title(word), take, note=note, enabled=not why, why=why))
        menu(self.ui, self.events.rect, items, title=_("Events"))

    def _take_deck(self, word: str) -> None:
        self.deck = word if word in decks(event_library()) else ""
        self.events.set(label=deck_title(self.deck))
        note = self.events_row.note
        assert note is not None
        wrong = self.own[1] or self._deck_trouble(self.deck)
        note.set(wrong if wrong and self.deck else self._deck_note(self.deck))
        self._refresh()
        self.relayout()

    def _pick_name(self, seat: int) -> None:
        button = self.name_rows[seat].extra
        names = self.host.names()
        assert button is not None
        items = [MenuItem(name, partial(self._take_name, seat, name)) for name in names]
        if not items:
            items = [MenuItem(_("No name is remembered"), enabled=False)]
        menu(self.ui, button.rect, items)

    def _take_name(self, seat: int, name: str) -> None:
        self.names[seat].set(name)
        self._names_changed()

    def handle(self, event: pygame.event.Event) -> bool:
        """Enter after one name goes to the other one, if that is still to be written."""
        if is_key(event, pygame.K_RETURN, pygame.K_KP_ENTER) and self.ui.focused in self.names:
            written = [bool(clean_name(field.value)) for field in self.names]
            here = 0 if self.ui.focused is self.names[0] else 1
            if self.two and written[here] and not written[1 - here]:
                self.ui.focus(self.names[1 - here], True)
                return True
        return super().handle(event)

    def _begin(self) -> None:
        known, self.own = self.own, self.host.own_cards()
        if self.deck and self.own[1] != known[1]:  # the file was written to meanwhile
            self._take_deck(self.deck)
            self._names_changed()
            return
        if self.trouble():
            return
        names = self.chosen_names()
        self.start.set(label=_("Setting up…"))  # the table may take a while
        self.app.draw()
        self.start.set(label=_("Begin"))
        self.host.start(
            NewGameChoice(
                mode=_MODES[self.mode.index],
                names=names,
                colours=tuple(c.index for c in self.colours[: len(names)]),
                first=_BEGIN[self.begins.index] if self.two else 0,
                tokens=self.tokens,
                seed=int(self.seed.value) if self.seed.value else None,
                open_coins=self.open_coins.on,
                boxes=self.chosen_boxes,
                events=self.deck,
                programs=("", self.chosen_program) if self.chosen_program else (),
                deal=self.host.today() if self.seed.value == self._day_seed else "",
            )
        )

    # -- layout and drawing ---------------------------------------------------------------

    def layout(self, rect: Rect, m: Metrics) -> None:
        """The form on the left, what awaits on the right, the main button below it."""
        body = self.layout_page(rect, m)
        wide = m.points[0] >= 900
        body = centred(body, m.px(1120), body.h)
        if wide:
            left, right = columns(body, [62, 38], m.px(22))
        else:
            button, left = cut_bottom(body, m.px(46), m.px(12))
            right = button
        self.brief.visible = wide
        told = self.boxes_row.note
        if told is not None:  # where there is no room beside the form
            told.set("" if wide else text.rich("\n\n".join(self._box_briefs())))
        button, right = cut_bottom(right, m.px(50 if wide else 46), m.px(18))
        need = form.arrange(self.rows, inset(left, m.px(20), m.px(14)), m, _LABEL) + 2 * m.px(14)
        if wide:
            words = self._arrange_brief(inset(right, m.px(20), m.px(18)), m) + 2 * m.px(18)
            need = max(need, words + m.px(68))
        if (left.h, m.scale) not in self._tops:
            inner = inset(left, m.px(20), m.px(14))
            most = form.arrange(self.rows, inner, m, _LABEL, hidden=True) + 2 * m.px(14)
            self._tops[left.h, m.scale] = max(0, left.h - max(need, most) - m.px(90)) // 3
        down = self._tops[left.h, m.scale]
        # Another box changes words: what stands below them keeps its place as long as it can.
        kept = left.h, m.scale, self.two
        tall = self._talls.setdefault(kept, min(left.h - down, need))
        tall = max(tall, min(left.h - down, need))
        left = Rect(left.x, left.y + down, left.w, tall)
        self.spare = Rect(rect.x, left.bottom, rect.w, rect.bottom - left.bottom)
        self.panel.place(left)
        self.scroll.place(inset(left, m.px(20), m.px(14)))
        if wide:
            button.bottom = left.bottom
            self.brief.place(Rect(right.x, left.y, right.w, left.h - m.px(68)))
            self.brief_scroll.place(inset(self.brief.rect, m.px(20), m.px(18)))
        self.start.place(button)

    def paint(self, surface: Surface) -> None:
        """The table, and the emblems where there is room for them."""
        super().paint(surface)
        m = self.m
        if self.spare.h >= m.px(100) and surface.get_clip().colliderect(self.spare):
            row = Rect(self.spare.x, self.spare.bottom - m.px(88), self.spare.w, m.px(64))
            emblems.draw_emblem_row(surface, row, m.scale, library(self.chosen_boxes))

    def _arrange(self, view: Rect, m: Metrics) -> int:
        return form.arrange(self.rows, view, m, _LABEL)

    def _arrange_brief(self, view: Rect, m: Metrics) -> int:
        self.facts.place(Rect(view.x, view.y, view.w, m.px(104)))
        top = self.facts.rect.bottom + m.px(8)
        tall = self.words.height(m, view.w)
        self.words.place(Rect(view.x, top, view.w, tall))
        return top + tall - view.y

    def _paint_tokens(self, surface: Surface, rect: Rect, m: Metrics) -> None:
        """The Lost Tribes' tokens: so many on the board, so many beside it."""
        side = m.px(66)
        them = self.folk
        token = pictures.folk_token(them.name.message, side)
        mask = pictures.stack(token, self.tokens)
        surface.blit(mask, mask.get_rect(midleft=(rect.x - m.px(8), rect.y + rect.h // 2)))
        words = Rect(rect.x + m.px(96), rect.y, rect.w - m.px(96), rect.h)
        mode, persons = _MODES[self.mode.index], 2 if self.two else 1
        board = load(board_for(mode, persons, self.chosen_boxes)).board
        on_board = min(self.tokens, board.lost_tribe.bit_count() * board.tribes_each)
        lines = (
            (tell(them.name), theme.HEAD),
            (
                _n("{count} token on the board,", "{count} tokens on the board,", on_board),
                theme.BODY,
            ),
            (_("{tokens} beside it", tokens=self.tokens - on_board), theme.BODY),
        )
        step = m.px(26)
        y = words.y + (words.h - step * len(lines)) // 2
        for line, style in lines:
            text.draw_line(surface, line, Rect(words.x, y, words.w, step), style, m)
            y += step


def first_game(tokens: int) -> str:
    """Why so many tokens, where nobody has played yet."""
    return _n(
        "A first game is played with {count} token.",
        "A first game is played with {count} tokens.",
        tokens,
    )


class _Stepper(Canvas):
    """A number with a minus on its left and a plus on its right."""

    focusable = True

    def __init__(self, scene: NewGameScene) -> None:
        super().__init__(name="tokens")
        self.scene = scene

    def parts(self) -> tuple[Rect, Rect, Rect]:
        """(minus, number, plus)."""
        side = self.rect.h
        minus = Rect(self.rect.x, self.rect.y, side + self.m.px(6), side)
        number = Rect(minus.right, self.rect.y, self.m.px(70), side)
        return minus, number, Rect(number.right, self.rect.y, side + self.m.px(6), side)

    def handle(self, event: pygame.event.Event) -> bool:
        """Click minus or plus, or use the arrow keys with the focus."""
        minus, _unused, plus = self.parts()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if minus.collidepoint(event.pos):
                self.scene.change_tokens(-1)
            elif plus.collidepoint(event.pos):
                self.scene.change_tokens(1)
            return True
        if event.type == pygame.MOUSEMOTION:
            self.touch()
        if self.focused and event.type == pygame.KEYDOWN:
            step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_MINUS: -1, pygame.K_PLUS: 1}
            if event.key in step:
                self.scene.change_tokens(step[event.key])
                return True
        return False

    def draw(self, surface: Surface) -> None:
        """Two plates with signs and the number between."""
        m = self.m
        minus, number, plus = self.parts()
        mouse = self.ui.mouse if self.ui is not None and self.hot else (-1, -1)
        for cell, sign in ((minus, "−"), (plus, "+")):
            top = theme.PAPER if cell.collidepoint(mouse) else theme.PARCHMENT
            plate = paint.rounded(
                cell.size, m.px(8), top, theme.PARCHMENT_LOW, theme.EDGE, m.px(1.5)
            )
            surface.blit(plate, cell)
            text.draw_line(surface, sign, cell, theme.Style(22, True), m, align="center")
        words = str(self.scene.tokens)
        text.draw_line(surface, words, number, theme.Style(24, True), m, align="center")
        if self.focused and self.ui is not None and self.ui.by_keyboard:
            paint.draw_focus(surface, minus.union(plus), m.scale)


def _arrow_down(size: int, colour: theme.Colour) -> Surface:
    """A small arrow that opens a list."""
    return pygame.transform.rotate(pictures.icon("arrow_right", size, colour), -90)


_SAME_NAMES = N_("The two players need different names.")
_NOBODY = (N_("First player"), N_("Second player"))
_BRIEF_SOLO = N_(
    "Nine rounds. You begin every round, {folk} follow: they take the **cheapest** Region"
    " they touch; among equals the one that earns **you** most, then one of your Active Race.\n\n"
    "No token of theirs is ever lost for good: what leaves the board waits beside it for their next"
    " turn. They never decline, and they earn 1 coin for each of their Regions."
    "\n\nYou win with **more** coins than they have; a tie is theirs. Win, and next time they bring"
    " one token more."
)
_BRIEF_TWO = N_(
    "Eight rounds, everyone for themselves. Whoever holds the **Control Marker** plays {folk}"
    " right after their own turn and is safe from them; then the marker passes on.\n\n"
    "{folk:Nom} win every tie they take part in. If they win, the two of you meet one token"
    " fewer next time; if they come third, one more."
)
