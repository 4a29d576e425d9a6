"""How each sound of the game is made: wood, coins, dice, a drum, a horn, computed when needed.

Everything here is plain arithmetic on lists of samples between -1 and 1; nothing is opened and
nothing is random from one run to the next.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Iterable, Sequence

RATE = 22050
"""Samples a second, one channel."""

Samples = list[float]
Partial = tuple[float, float, float]
"""One tone of a struck thing: hertz, strength, seconds until it has faded to a third."""

_LOUDEST = 32767
_SOFT_END = 0.012
"""Seconds over which the end of every sound is faded out, so that it never clicks."""

_SOFT_START = 12
"""Samples over which the beginning is faded in: half a millisecond, for the same reason."""


def samples(name: str) -> array[int]:
    """The sound of that name as signed 16-bit samples. Raises KeyError for an unknown name."""
    make, level = _MAKERS[name]
    made = make()
    fade = min(len(made), round(_SOFT_END * RATE))
    for back in range(fade):
        made[-1 - back] *= back / fade
    for ahead in range(min(len(made), _SOFT_START)):
        made[ahead] *= ahead / _SOFT_START
    peak = max(max(made), -min(made)) or 1.0
    scale = _LOUDEST * level / peak
    return array("h", [round(value * scale) for value in made])


# -- the building blocks --------------------------------------------------------------------------


def _struck(seconds: float, partials: Iterable[Partial]) -> Samples:
    """Something struck once: tones that fade away, each at its own pace."""
    count = round(seconds * RATE)
    out = [0.0] * count
    for hertz, strength, fading in partials:
        # A damped resonator: each sample follows from the two before, without a sine a sample.
        turn = 2 * math.pi * hertz / RATE
        kept = math.exp(-1 / (fading * RATE))
        first, second = 2 * kept * math.cos(turn), -kept * kept
        before, now = 0.0, strength * math.sin(turn) * kept
        for index in range(count):
            out[index] += now
            before, now = now, first * now + second * before
    return out


def _brushed(seconds: float, softness: float, seed: int) -> Samples:
    """A breath of noise that swells and fades; `softness` 0 is sharp, towards 1 dull."""
    dice = random.Random(seed)
    count = round(seconds * RATE)
    out, low = [], 0.0
    for index in range(count):
        low = softness * low + (1 - softness) * dice.uniform(-1, 1)
        out.append(low * math.sin(math.pi * index / count) ** 2)
    return out


def _blown(seconds: float, hertz: float, overtones: Sequence[float]) -> Samples:
    """A note of a horn: it speaks softly, holds, and breathes out."""
    count = round(seconds * RATE)
    period = round(RATE / hertz)
    wave = [
        sum(
            level * math.sin(2 * math.pi * number * place / period)
            for number, level in enumerate(overtones, 1)
        )
        for place in range(period)
    ]
    rise, fall = 0.06 * RATE, 0.45 * count
    return [
        wave[index % period] * min(1.0, index / rise) * min(1.0, (count - index) / fall)
        for index in range(count)
    ]


def _together(parts: Iterable[tuple[float, float, Samples]]) -> Samples:
    """Several sounds laid over one another: (seconds of delay, strength, samples)."""
    out: Samples = []
    for delay, strength, part in parts:
        start = round(delay * RATE)
        out.extend([0.0] * (start + len(part) - len(out)))
        for index, value in enumerate(part, start):
            out[index] += strength * value
    return out


# -- the sounds -----------------------------------------------------------------------------------


def _wood(seconds: float, hertz: float, fading: float) -> Samples:
    """A piece of wood set down on a table."""
    body = [(hertz, 1.0, fading), (hertz * 2.43, 0.45, fading * 0.5), (hertz * 4.1, 0.2, 0.006)]
    return _together([(0.0, 1.0, _struck(seconds, body)), (0.0, 0.5, _brushed(0.012, 0.5, 1))])


def _knock() -> Samples:
    return _together([(0.0, 1.0, _wood(0.2, 318, 0.028)), (0.0, 0.5, _wood(0.2, 131, 0.035))])


def _tap() -> Samples:
    return _wood(0.1, 690, 0.014)


def _click() -> Samples:
    return _struck(0.05, [(1150, 1.0, 0.006), (2700, 0.3, 0.003)])


def _thud() -> Samples:
    return _struck(0.3, [(92, 1.0, 0.06), (171, 0.4, 0.03), (60, 0.6, 0.08)])


def _slide() -> Samples:
    return _brushed(0.17, 0.72, 2)


def _clink(hertz: float) -> Samples:
    """Two coins touching."""
    return _struck(
        0.28,
        [
            (hertz, 1.0, 0.055),
            (hertz * 1.51, 0.6, 0.045),
            (hertz * 1.97, 0.35, 0.03),
            (hertz * 2.74, 0.16, 0.02),
        ],
    )


def _coins() -> Samples:
    return _together(
        [(0.0, 0.8, _clink(2350)), (0.075, 1.0, _clink(2790)), (0.165, 0.6, _clink(2530))]
    )


def _dice() -> Samples:
    """A die that is thrown: it bounces ever faster and comes to rest."""
    times = (0.0, 0.085, 0.155, 0.21, 0.252, 0.284, 0.308)
    pitches = (640, 820, 720, 900, 760, 860, 800)
    return _together(
        (when, 1.0 - 0.11 * number, _wood(0.09, hertz, 0.01))
        for number, (when, hertz) in enumerate(zip(times, pitches, strict=True))
    )


def _drum() -> Samples:
    """One beat on a skin, whose pitch sinks a little after the stroke."""
    skin = [(84, 1.0, 0.13), (97, 0.7, 0.06), (148, 0.35, 0.05), (221, 0.15, 0.03)]
    return _together([(0.0, 1.0, _struck(0.5, skin)), (0.0, 0.35, _brushed(0.03, 0.8, 3))])


def _horn() -> Samples:
    """Two notes of a small horn, the second a fourth lower."""
    tone = (1.0, 0.55, 0.32, 0.16, 0.07)
    return _together([(0.0, 0.8, _blown(0.42, 294, tone)), (0.3, 1.0, _blown(0.75, 220, tone))])


def _chime() -> Samples:
    """Four bars struck one after the other, upwards."""
    return _together(
        (0.16 * number, 0.8, _struck(0.85, [(hertz, 1.0, 0.24), (hertz * 2.76, 0.22, 0.06)]))
        for number, hertz in enumerate((523.25, 659.25, 783.99, 1046.5))
    )


def _bell() -> Samples:
    """One stroke on a small bell, as a town crier gives before the news."""
    parts = [(698.5, 1.0, 0.3), (1397.0, 0.5, 0.2), (1676.0, 0.35, 0.14), (2794.0, 0.2, 0.06)]
    return _struck(1.1, parts)


_MAKERS: dict[str, tuple[Callable[[], Samples], float]] = {
    "click": (_click, 0.16),
    "tap": (_tap, 0.22),
    "knock": (_knock, 0.4),
    "slide": (_slide, 0.16),
    "coins": (_coins, 0.2),
    "dice": (_dice, 0.34),
    "thud": (_thud, 0.4),
    "drum": (_drum, 0.45),
    "horn": (_horn, 0.26),
    "chime": (_chime, 0.3),
    "bell": (_bell, 0.26),
}
"""Every sound: how it is made, and its loudest moment as a share of what can be played."""

NAMES = tuple(_MAKERS)
