"""Whether things may move: the one switch that every animation asks.

With reduced motion nothing flies, pulses, tumbles or blinks; what changed is shown as it is then.
"""

from __future__ import annotations

_reduced = False


def reduce(on: bool) -> None:
    """Turn reduced motion on or off."""
    global _reduced
    _reduced = on


def reduced() -> bool:
    """Whether the person asked that nothing moves that need not."""
    return _reduced
