"""The six themes and the three strengths of the cards (`events.md`, head)."""

from __future__ import annotations

from typing import Final

from crusade.texts import N_

GODS: Final = N_("The Gods Must Be Crazy")
BLOOD: Final = N_("Bloody Well Right")
AGES: Final = N_("One for the Ages")
WIND: Final = N_("A Wind of Change")
MIRACLES: Final = N_("Miracles for Sale!")
PAX: Final = N_("Pax the Menace")

LITTLE_LORE: Final = N_("Little Lore")
TALL_TALES: Final = N_("Tall Tales")
LORDLY_LEGENDS: Final = N_("Lordly Legends")

THEMES: Final = (GODS, BLOOD, AGES, WIND, MIRACLES, PAX)
STRENGTHS: Final = (LITTLE_LORE, TALL_TALES, LORDLY_LEGENDS)
