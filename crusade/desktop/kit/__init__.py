"""The UI kit: widgets that know nothing of the game. Import from here."""

from crusade.desktop.kit.buttons import Button
from crusade.desktop.kit.choices import Segmented, Slider, Swatches, Toggle
from crusade.desktop.kit.dialog import Answer, ask
from crusade.desktop.kit.fields import TextField, clipboard, to_clipboard
from crusade.desktop.kit.labels import Canvas, Label, Panel
from crusade.desktop.kit.menu import MenuItem, menu
from crusade.desktop.kit.scroll import ListView, Scroller, ScrollView
from crusade.desktop.kit.table import Column, Table
from crusade.desktop.kit.text import Paragraph, Rich, Span, clean, paragraph, rich
from crusade.desktop.kit.ui import Layer, Ui
from crusade.desktop.kit.widget import Group, Tip, TipRow, Widget, is_click, is_key

__all__ = [
    "Answer",
    "Button",
    "Canvas",
    "Column",
    "Group",
    "Label",
    "Layer",
    "ListView",
    "MenuItem",
    "Panel",
    "Paragraph",
    "Rich",
    "ScrollView",
    "Scroller",
    "Segmented",
    "Slider",
    "Span",
    "Swatches",
    "Table",
    "TextField",
    "Tip",
    "TipRow",
    "Toggle",
    "Ui",
    "Widget",
    "ask",
    "clean",
    "clipboard",
    "is_click",
    "is_key",
    "menu",
    "paragraph",
    "rich",
    "to_clipboard",
]
