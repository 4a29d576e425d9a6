"""English: no cases, two genitives, `and` and `or`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import lookup
from . import Grammar

if TYPE_CHECKING:
    from ..values import Army, Combo, Name, Who


class English(Grammar):
    """Forms: ``the`` and ``of`` of Races and combos, ``of`` of people."""

    def who(self, who: Who, form: str) -> str:
        """`you`, `Ada`, `the Lost Tribes`; ``of``: `your`, `Ada's`, `the Lost Tribes'`."""
        if form != "of":
            return super().who(who, form)
        if who.kind == "you":
            return lookup._p("who", "your")
        return self.genitive(super().who(who, ""))

    def name(self, name: Name, form: str) -> str:
        """`Elves`, `the Elves`, `the Elves'`."""
        return self._formed(super().name(name, ""), form)

    def combo(self, combo: Combo, form: str) -> str:
        """`Hill Orcs`, `the Hill Orcs`, `the Hill Orcs'`."""
        return self._formed(super().combo(combo, ""), form)

    def army(self, army: Army, form: str) -> str:
        """`your Elves`, `Ada's Elves`, `the Lost Tribes`."""
        words = self.who(army.owner, "")
        if army.owner.kind != "tribes" and army.race:
            words = f"{self.who(army.owner, 'of')} {super().army(army, '')}"
        return self.genitive(words) if form == "of" else words

    def several(self, words: Sequence[str], joiner: str) -> str:
        """`A`, `A and B`, `A, B and C`; or where asked for; ``list``: `A, B, C`."""
        if len(words) < 2 or joiner == "list":
            return ", ".join(words)
        last = lookup._p("list", "or") if joiner == "or" else lookup._p("list", "and")
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    @staticmethod
    def genitive(words: str) -> str:
        """`Ada's`, `the Elves'`, `the Ratmen's`."""
        return words + ("'" if words.endswith(("s", "S")) else "'s")

    def _formed(self, words: str, form: str) -> str:
        if form == "the":
            return f"the {words}"
        return self.genitive(f"the {words}") if form == "of" else words


GRAMMAR = English()
