"""The settings: each takes effect at once and is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
from pygame import Rect

from crusade.desktop import theme
from crusade.desktop.kit import (
    Button,
    Label,
    Panel,
    ScrollView,
    Segmented,
    Slider,
    Toggle,
)
from crusade.desktop.layout import MAX_PERCENT, MIN_PERCENT, Metrics, centred, inset
from crusade.desktop.scenes import form
from crusade.desktop.scenes.base import Page
from crusade.desktop.scenes.host import Host
from crusade.desktop.table.tutor import ADVICE_MARK, forgotten
from crusade.plain import plain
from crusade.rules.library import LOST_TRIBES, Folk
from crusade.settings import PACES
from crusade.texts import N_, NP_, _, _p, folk, tell

_LABEL = 150


_PACE_WORDS = {
    "step": NP_("pace", "step"),
    "slow": NP_("pace", "slow"),
    "normal": NP_("pace", "normal"),
    "fast": NP_("pace", "fast"),
    "instant": NP_("pace", "instant"),
}


def _pace_words() -> list[str]:
    """The paces in the player's language, in their order."""
    return [_p("pace", _PACE_WORDS[pace]) for pace in PACES]


class SettingsScene(Page):
    """Two panels of rows: the game, and the window with sound and files."""

    title = N_("Settings")

    def __init__(self, host: Host, them: Folk = LOST_TRIBES) -> None:
        """``them`` are whoever the persons of the running game play against."""
        super().__init__()
        self.host = host
        self.them = them

    def build(self) -> None:
        """Make every row from the settings as they are."""
        super().build()
        self.scroll = self.ui.add(ScrollView(arrange=self._arrange, name="settings"))
        self.game_panel = self.scroll.add(Panel())
        self.window_panel = self.scroll.add(Panel())
        self._build_game()
        self._build_window()
        self.ui.layers[0].arrows = (pygame.K_UP, pygame.K_DOWN)

    def _build_game(self) -> None:
        now, panel = self.host.settings(), self.game_panel
        tribes = Segmented(_pace_words(), PACES.index(now.tribes_pace), name="tribes_pace")
        tribes.changed = lambda index: self._set(tribes_pace=PACES[index])
        moving = Segmented(_pace_words(), PACES.index(now.animation_pace), name="animation_pace")
        moving.changed = lambda index: self._set(animation_pace=PACES[index])
        folder = plain(self.host.data_folder())
        self.folder = Label(folder, theme.Style(15), tip=folder)
        self.game_rows = [
            form.heading(panel, _("The game")),
            form.row(
                panel,
                tell(self.them.name),
                tribes,
                note=_(
                    "How fast conquests in their turn are shown. “Step” waits for you after each."
                ),
            ),
            form.row(panel, _("Animations"), moving),
            self._toggle(
                panel,
                _("Questions"),
                _("Ask before something is wasted"),
                "confirmations",
                _("Once before a decline or the end of a turn with tokens or chances left."),
            ),
            self._toggle(
                panel,
                _("Ties"),
                _("Settle ties that cost me nothing"),
                "settle_ties",
                _(
                    "{folk:Nom} then take the first of the tied Regions without asking.",
                    folk=folk(self.them.title.message),
                ),
            ),
            self._toggle(
                panel,
                _("Undo"),
                _("Alone: also past dice and combos"),
                "undo_past_chance",
                _("A game in which this was done is marked in the Hall of Fame."),
            ),
            self._toggle(
                panel,
                _("Advice"),
                _("Explain what matters for the first time"),
                "advice",
                _("A card beside it says so once. Switched on anew, it begins from the start."),
                then=self._advice_changed,
            ),
            form.heading(panel, _("Your games")),
            form.row(
                panel,
                _("Kept in"),
                self.folder,
                extra=Button(_("Open folder"), self._open_folder, name="open-folder"),
                extra_width=126,
            ),
            form.row(
                panel,
                _("Records"),
                Button(_("Import a game"), self.host.show_import, name="import"),
            ),
            self._toggle(
                panel, _("Names"), _("Offer the names of earlier games"), "remember_names"
            ),
        ]

    def _build_window(self) -> None:
        now, panel = self.host.settings(), self.window_panel
        size = Slider(
            now.interface_size,
            MIN_PERCENT,
            MAX_PERCENT,
            5,
            self._resize,
            at_end=True,
            shown=lambda value: _("{percent} %", percent=value),
            name="interface_size",
        )
        self.volume = self._loudness("volume")
        self.shares = [self._loudness("volume_pieces"), self._loudness("volume_signals")]
        self.window_rows = [
            form.heading(panel, _("The window")),
            form.row(
                panel,
                _("Interface size"),
                size,
                note=_("On top of what the window’s own size gives."),
            ),
            self._toggle(panel, _("Full screen"), _("Fill the whole screen (F11)"), "full_screen"),
            self._toggle(panel, _("Contrast"), _("Ink on white, without wood"), "high_contrast"),
            self._toggle(panel, _("Motion"), _("Nothing flies or pulses"), "reduced_motion"),
            self._toggle(panel, _("Hints"), _("Say what can be done next"), "hints"),
            form.heading(panel, _("Sound")),
            self._toggle(panel, _("Sound"), _("Play sounds"), "sound", then=self._sound_changed),
            form.row(panel, _("Volume"), self.volume),
            form.row(panel, _("Pieces"), self.shares[0], note=_("Tokens, dice and coins.")),
            form.row(panel, _("Signals"), self.shares[1], note=_("Horn, drum and chime.")),
        ]

    def _loudness(self, setting: str) -> Slider:
        """The slider of one volume; a sound of its kind is heard when it is moved."""
        now = self.host.settings()

        def changed(percent: int) -> None:
            self._set(**{setting: percent})
            self.host.sounds.play("horn" if setting == "volume_signals" else "coins")

        slider = Slider(
            getattr(now, setting),
            0,
            100,
            5,
            changed,
            shown=lambda value: _("{percent} %", percent=value),
            name=setting,
        )
        slider.enabled = now.sound
        return slider

    def _toggle(
        self,
        panel: Panel,
        label: str,
        words: str,
        setting: str,
        note: str = "",
        then: Callable[[bool], None] | None = None,
    ) -> form.Row:
        """A row with a switch for one setting."""

        def changed(on: bool) -> None:
            if setting == "full_screen":
                self.app.set_fullscreen(on)
            self._set(**{setting: on})
            if then is not None:
                then(on)

        switch = Toggle(words, getattr(self.host.settings(), setting), changed, name=setting)
        return form.row(panel, label, switch, note=note)

    def enter(self) -> None:
        """Full screen may have been changed by its key."""
        switch = self.ui.find("full_screen")
        if isinstance(switch, Toggle):
            switch.set(self.app.window.fullscreen)

    def _set(self, **values: Any) -> None:
        self.say(self.host.change(**values))

    def _resize(self, percent: int) -> None:
        self.app.set_ui_percent(percent)
        self._set(interface_size=percent)

    def _sound_changed(self, on: bool) -> None:
        self.host.sounds.play("coins")
        for slider in (self.volume, *self.shares):
            slider.enabled = on
            slider.touch()

    def _advice_changed(self, on: bool) -> None:
        if on:
            self._set(lessons=forgotten(self.host.settings().lessons, ADVICE_MARK))

    def _open_folder(self) -> None:
        self.say(self.host.open_data_folder())

    def layout(self, rect: Rect, m: Metrics) -> None:
        """One scrolling column of two panels, side by side when there is room."""
        body = self.layout_page(rect, m)
        self.scroll.place(centred(body, m.px(1160), body.h))

    def _arrange(self, view: Rect, m: Metrics) -> int:
        margin = m.px(8)
        places = form.two_columns(inset(view, margin, margin), m, 22)
        pad = m.px(16)
        y = places[0].y
        bottom = y
        panels = (self.game_panel, self.window_panel)
        for number, (panel, rows) in enumerate(
            zip(panels, (self.game_rows, self.window_rows), strict=True)
        ):
            column = places[min(number, len(places) - 1)]
            inner = Rect(column.x + pad, y + pad // 2, column.w - 2 * pad, 0)
            tall = form.arrange(rows, inner, m, _LABEL) + pad + pad // 2
            panel.place(Rect(column.x, y, column.w, tall))
            bottom = max(bottom, y + tall)
            if len(places) == 1:
                y += tall + m.px(18)
        if len(places) == 2:
            for panel in panels:
                panel.place(Rect(panel.rect.x, panel.rect.y, panel.rect.w, bottom - panel.rect.y))
        return bottom + margin - view.y
