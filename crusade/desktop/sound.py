"""What is heard: the one class that plays sounds, and which sound belongs to which event.

The device is opened with the first sound, never while sound is off. A machine without sound, or
one that refuses it, has a silent game; nothing here ever raises.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pygame

from crusade.desktop import tones
from crusade.desktop.window import quiet
from crusade.rules import events as ev
from crusade.rules.events import Event
from crusade.rules.ids import TRIBES_SLOT

VOICES = 6
"""Sounds that can be heard at once; what comes on top of them is left out."""

_REST = 0.045
"""Seconds in which the same sound is not begun again: two at once are only louder."""

_BUFFER = 512
"""Samples the device takes at a time: 23 ms, too short to be noticed as a delay."""


def _conquered(event: Any) -> str:
    return "drum" if event.slot == TRIBES_SLOT else "knock"


def _picked(event: Any) -> str:
    return "coins" if event.price or event.found else "slide"


def _scored(event: Any) -> str:
    return "coins" if event.coins else ""


def _answered(event: Event) -> str:
    """An answer that is told is heard; what it does has sounds of its own."""
    return "tap" if getattr(event, "told", None) else ""


SOUNDS: Mapping[type[Event], str | Callable[[Any], str]] = {
    ev.ComboDealt: "slide",
    ev.ComboPicked: _picked,
    ev.ComboKept: "coins",
    ev.ComboTaken: "slide",
    ev.ComboDiscarded: "slide",
    ev.DieRolled: "dice",
    ev.Abandoned: "slide",
    ev.AttemptFailed: "thud",
    ev.Conquered: _conquered,
    ev.MarkPlaced: "tap",
    ev.TokensGained: "tap",
    ev.Redeployed: "tap",
    ev.PilesSet: "tap",
    ev.Answered: _answered,
    ev.CoinsPaid: _scored,
    ev.TokensLost: "slide",
    ev.TokensPlaced: "tap",
    ev.Returned: "slide",
    ev.CardTurned: "slide",
    ev.CardsInForce: "bell",
    ev.Scored: _scored,
    ev.Declined: "horn",
    ev.HandedOn: "horn",
    ev.BadgesSwapped: "slide",
    ev.GameEnded: "chime",
}
"""The sound of each event: its name, or how it follows from the event ("" for none)."""

SILENT: frozenset[type[Event]] = frozenset(
    {
        ev.RoundBegan,
        ev.TurnBegan,
        ev.ControlPassed,
        ev.Readied,
        ev.AttemptMade,
        ev.MarkRemoved,
        ev.TokensSetAside,
        ev.RaceLeft,
        ev.TribesDecided,
        ev.TribesStopped,
        ev.Told,
        ev.HeldBack,
    }
)
"""Events that are not heard: they always come with one that is, or only say whose turn it is."""

_TELLING = (
    *("chime", "bell", "horn", "dice", "drum", "knock"),
    *("thud", "coins", "slide", "tap", "click"),
)
"""Of many sounds at once the ones that stand first here are played."""


def sounds_of(events: Iterable[Event]) -> list[str]:
    """The sounds of some events that happen together: at most two, in the order of the events."""
    names: list[str] = []
    for event in events:
        entry = SOUNDS.get(type(event), "")
        name = entry if isinstance(entry, str) else entry(event)
        if name and name not in names:
            names.append(name)
    best = sorted(names, key=_TELLING.index)[:2]
    return [name for name in names if name in best]


SIGNALS: frozenset[str] = frozenset({"horn", "drum", "chime", "bell"})
"""Sounds that tell something; the others are those of pieces, dice and coins."""


class Sounds:
    """Plays the game's sounds. `volume` is 0 to 100 and is heard as such (half is half as loud);
    `pieces` and `signals` (see `SIGNALS`) are percent of it.
    """

    def __init__(
        self, on: bool = True, volume: int = 70, pieces: int = 100, signals: int = 100
    ) -> None:
        self.on = on
        self.volume = volume
        self.pieces = pieces
        self.signals = signals
        self._mixer: Any = None
        """pygame's mixer once the device is open."""
        self._failed = False
        self._kept: dict[str, Any] = {}
        self._begun: dict[str, float] = {}

    def set(self, on: bool, volume: int, pieces: int = 100, signals: int = 100) -> None:
        """Take over the settings. Off gives the device back; on again tries it afresh."""
        if on != self.on:
            self.close()
            self._failed = False
        self.on = on
        if (volume, pieces, signals) != (self.volume, self.pieces, self.signals):
            self.volume, self.pieces, self.signals = volume, pieces, signals
            for name, sound in self._kept.items():
                self._safely(sound.set_volume, self.level(name))

    @property
    def open(self) -> bool:
        """Whether the sound device is open."""
        return self._mixer is not None

    def play(self, name: str) -> None:
        """Play one sound; an unknown name, or no device, is silence."""
        self._begin((name,))

    def events(self, events: Iterable[Event]) -> None:
        """Play what some events that happen together sound like."""
        if self.on:
            self._begin(sounds_of(events))

    def close(self) -> None:
        """Stop everything and give the device back."""
        mixer, self._mixer = self._mixer, None
        self._kept.clear()
        self._begun.clear()
        if mixer is not None:
            self._safely(_closed, mixer)

    # -- inside -------------------------------------------------------------------------------

    def level(self, name: str) -> float:
        """What the device is told of a sound: hearing goes by ratios, so the scale is bent."""
        share = self.signals if name in SIGNALS else self.pieces
        loud = min(max(self.volume, 0), 100) * min(max(share, 0), 100) / 10_000
        return math.pow(loud, 1.7)

    def _begin(self, names: Iterable[str]) -> None:
        """Play sounds one after the other on one voice."""
        if not self.on or self.volume <= 0 or self._failed:
            return
        now = time.monotonic()
        fresh = [name for name in names if now - self._begun.get(name, -1.0) >= _REST]
        if not fresh or not self._ready():
            return
        made = [sound for sound in map(self._sound, fresh) if sound is not None]
        if made and self._safely(self._voice, made):
            self._begun.update(dict.fromkeys(fresh, time.monotonic()))

    def _voice(self, sounds: list[Any]) -> bool:
        """Give the sounds to a free voice; a game that is played very fast leaves some out."""
        channel = self._mixer.find_channel()
        if channel is None:
            return False
        channel.play(sounds[0])
        for sound in sounds[1:]:
            channel.queue(sound)
        return True

    def _ready(self) -> bool:
        """Open the device if it is not; False when there is none."""
        if self._mixer is None:
            self._mixer = self._safely(_opened)
            self._failed = self._mixer is None
        return self._mixer is not None

    def _sound(self, name: str) -> Any:
        """A sound ready to be played, made when it is needed for the first time."""
        if name not in self._kept:
            made = self._safely(lambda: self._mixer.Sound(buffer=tones.samples(name).tobytes()))
            if made is None:
                return None
            self._safely(made.set_volume, self.level(name))
            self._kept[name] = made
        return self._kept[name]

    @staticmethod
    def _safely(action: Callable[..., Any], *values: Any) -> Any:
        """Do it; None if that failed. No trouble with sound may ever disturb a game."""
        try:
            return action(*values)
        except Exception:
            return None


def _opened() -> Any:
    """pygame's mixer with the device open. Raises whatever pygame raises without one."""
    mixer = pygame.mixer
    with quiet():
        # The format is fixed (SDL converts): a device of another rate must not change the pitch.
        mixer.init(tones.RATE, -16, 1, _BUFFER, allowedchanges=0)
    mixer.set_num_channels(VOICES)
    return mixer


def _closed(mixer: Any) -> None:
    """Close the device."""
    with quiet():
        mixer.quit()
