"""What a language must answer so that values can be written in its sentences.

One small module per language, named by its code, with a `GRAMMAR`. The forms of names come from the
catalogue: a form that is not the plain one is looked up in the context "race, gen" (kind, comma,
form), so a translator fills in the cases of a Race once and may ask for them anywhere. `CASES` says
which forms must be there; `python -m crusade.texts.catalogue check` misses none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from .. import lookup

if TYPE_CHECKING:
    from ..values import Army, Combo, Count, Name, Region, Who

NAMED_KINDS = ("race", "power", "piece", "terrain", "card", "place", "relic")
"""Where a name is looked for whose kind is only "source"."""


class Grammar:
    """A language without inflection: every form is the plain one. Languages override what differs.

    ``CASES`` are the forms that every Race, Special Power and counted noun has in the catalogue
    besides the plain one.
    """

    CASES: ClassVar[tuple[str, ...]] = ()

    # ---- names
    def translated(self, kind: str, name: str, form: str = "") -> str:
        """A name in a form that the catalogue holds, else the plain one, else the English one."""
        if kind == "source":
            for each in NAMED_KINDS:
                found = self.translated(each, name, form)
                if found != name:
                    return found
            return name
        if form in self.CASES:
            found = lookup._p(f"{kind}, {form}", name)
            if found != name:
                return found
        return lookup._p(kind, name)

    def who(self, who: Who, form: str) -> str:
        """Somebody who acts."""
        if who.kind == "person":
            return who.name
        word = lookup.NP_("who", "you") if who.kind == "you" else who.name
        return self.translated("who", word, form)

    def name(self, name: Name, form: str) -> str:
        """A Race, a Special Power, a piece, a terrain, a card."""
        return self.translated(name.kind, name.name, form)

    def combo(self, combo: Combo, form: str) -> str:
        """A Race and its Special Powers."""
        words = [self.translated("power", each, form) for each in combo.powers]
        return " ".join((*words, self.translated("race", combo.race, form)))

    def army(self, army: Army, form: str) -> str:
        """Somebody's Race."""
        return self.translated("race", army.race, form)

    def region(self, region: Region, form: str) -> str:
        """A place on the board."""
        return region.name

    # ---- numbers and lists
    def count(self, count: Count, form: str) -> str:
        """A number of things."""
        one, many = count.noun
        plain = one if count.number == 1 else many
        if form in self.CASES:
            found = lookup.translation_in(form, one, many, count.number)
            if found != plain:
                return found.format(count=count.number)
        return lookup._n(one, many, count.number)

    def several(self, words: Sequence[str], joiner: str) -> str:
        """A list; ``joiner`` is "and" (also ""), "or", or "list" for commas alone."""
        return ", ".join(words)

    def begun(self, words: str) -> str:
        """The words as they begin a sentence."""
        return words[:1].upper() + words[1:]
