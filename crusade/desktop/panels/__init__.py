"""The panels beside the board. Import from here."""

from crusade.desktop.panels.ability_card import AbilityCard
from crusade.desktop.panels.colours import banner_colour
from crusade.desktop.panels.combo_card import ComboCard
from crusade.desktop.panels.combos import ComboColumn
from crusade.desktop.panels.events import EventCards, EventStrip, TurnedCard
from crusade.desktop.panels.ladder import LadderPanel
from crusade.desktop.panels.legend import LegendCard
from crusade.desktop.panels.log import LogPanel
from crusade.desktop.panels.player import PlayerPanel
from crusade.desktop.panels.rounds import RoundTrack
from crusade.desktop.panels.tribes import TribesPanel

__all__ = [
    "AbilityCard",
    "ComboCard",
    "ComboColumn",
    "EventCards",
    "EventStrip",
    "LadderPanel",
    "LegendCard",
    "LogPanel",
    "PlayerPanel",
    "RoundTrack",
    "TribesPanel",
    "TurnedCard",
    "banner_colour",
]
