"""Which event cards were in force in a run of games, and who was in play meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ..rules import Library, State
from ..rules.ids import IS_ACTIVE, NONE, TRIBES_SLOT

RACE: Final = "Race"
POWER: Final = "Special Power"
Pair = tuple[str, str]
"""The name of a card, and that of a Race or a Special Power."""


@dataclass
class Met:
    """Counts of games. ``seen``: the card was in force; ``met``: and that Race or Special Power was
    in play while it was, Active or In Decline; ``active``: and Active.
    """

    seen: Counter[str] = field(default_factory=Counter)
    met: Counter[Pair] = field(default_factory=Counter)
    active: Counter[Pair] = field(default_factory=Counter)

    def add(self, other: Met) -> None:
        """Take in what other games counted."""
        self.seen += other.seen
        self.met += other.met
        self.active += other.active

    def report(self, library: Library) -> str:
        """A line for each card of ``library``, the least of all last."""
        cards = [card.name for card in library.cards]
        races = [race.name for race in library.races]
        powers = [power.name for power in library.powers]
        lines = [
            f"{card:<24} seen {self.seen[card]:>6}"
            f"   each {RACE} {_least(self.met, [card], races)}"
            f"   each {POWER} {_least(self.met, [card], powers)}"
            for card in cards
        ]
        rarest = min(cards, key=lambda card: self.seen[card])
        lines.append(f"Least seen: {rarest}, in {self.seen[rarest]} games")
        for what, names in ((RACE, races), (POWER, powers)):
            lines.append(f"Least met by a {what}: {_least(self.met, cards, names)}")
            lines.append(f"Least met by an Active {what}: {_least(self.active, cards, names)}")
        return "\n".join(lines)


def _least(counts: Counter[Pair], cards: Iterable[str], names: Iterable[str]) -> str:
    """The smallest count of a card with a name, and whose it is: `12 (Rats, Hill Orcs)`."""
    card, name = min(((c, n) for c in cards for n in names), key=lambda pair: counts[pair])
    return f"{counts[card, name]:>5} ({card}, {name})"


class Watch:
    """Looks at every position of one game; `met` then says who met whom."""

    def __init__(self) -> None:
        self._last: tuple[object, ...] = ()
        self._seen: set[str] = set()
        self._met: set[Pair] = set()
        self._active: set[Pair] = set()

    def look(self, s: State) -> None:
        """Take in the next position of the game."""
        if not s.cards:
            return
        now = (s.cards, tuple(s.banner), tuple(s.badge), tuple(s.more))
        if now == self._last:
            return
        self._last = now
        library = s.setup.library
        names: set[str] = set()
        active: set[str] = set()
        for slot in range(TRIBES_SLOT):
            if s.banner[slot] == NONE:
                continue
            mine = {library.races[s.banner[slot]].name}
            badges = (s.badge[slot], *s.more[slot])
            mine.update(library.powers[badge].name for badge in badges if badge != NONE)
            names |= mine
            if IS_ACTIVE[slot]:
                active |= mine
        for number in s.cards:
            card = library.cards[number].name
            self._seen.add(card)
            self._met.update((card, name) for name in names)
            self._active.update((card, name) for name in active)

    @property
    def met(self) -> Met:
        """What this game counts."""
        return Met(Counter(self._seen), Counter(self._met), Counter(self._active))
