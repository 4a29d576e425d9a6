"""Everything the table says in words. Import from here."""

from crusade.desktop.words import buttons
from crusade.desktop.words.abilities import (
    AbilityWords,
    combo_tip,
    combo_tokens,
    power_words,
    race_words,
    token_figures,
    token_sum,
)
from crusade.desktop.words.buttons import (
    decline_question,
    end_question,
    final_words,
    way_words,
)
from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import combo_name, race_name
from crusade.desktop.words.log import GameLog, LogLine, log_lines
from crusade.desktop.words.money import bill_rows, income_tip, item_name, signed
from crusade.desktop.words.phases import headline, hint, more_hint, news, refusal_words
from crusade.desktop.words.sentences import regions_of, sentence
from crusade.desktop.words.tribes import lost_on_the_way, needs_roll, settled, tribes_reason

__all__ = [
    "AbilityWords",
    "Cast",
    "GameLog",
    "LogLine",
    "bill_rows",
    "buttons",
    "combo_name",
    "combo_tip",
    "combo_tokens",
    "decline_question",
    "end_question",
    "final_words",
    "headline",
    "hint",
    "income_tip",
    "item_name",
    "log_lines",
    "lost_on_the_way",
    "more_hint",
    "needs_roll",
    "news",
    "power_words",
    "race_name",
    "race_words",
    "refusal_words",
    "regions_of",
    "sentence",
    "settled",
    "signed",
    "token_figures",
    "token_sum",
    "tribes_reason",
    "way_words",
]
