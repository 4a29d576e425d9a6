"""The twenty Special Powers (`base.md` 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..board import Board
from ..ids import ALLY, CAMPS, FORTIFY, FORTRESS, HEROISM
from ..moves import DRAGON
from .base import Ability, Items

if TYPE_CHECKING:
    from ..state import State


class Power(Ability):
    """A Special Power badge."""

    declined = "Gone."


class Alchemist(Power):
    name, number, rule = "Alchemist", 4, "base.md P-alchemist"
    text = "+2 coins each turn."
    COINS = 2

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        # A race without a single token left earns nothing any more (base.md X9); tokens set aside
        # until the next readying are still there. The two coins belong to no Region, so it is the
        # race that is asked and not `held`.
        combo = s.combo[slot]
        aside = s.memo[slot] if combo is not None and combo.set_aside else 0
        if not s.held[slot] and not s.hand[slot] and not aside:
            return 0
        if items is not None:
            items.append(("Alchemist", self.COINS, 0))
        return self.COINS


class Berserk(Power):
    name, number, rule = "Berserk", 4, "base.md P-berserk"
    text = (
        "Roll the die before each conquest, then choose the Region: it costs that many tokens "
        "fewer (at least 1). No final attempt."
    )
    rolls_first = True
    discount_text = "Berserk roll"

    def discount(self, s: State, slot: int, r: int) -> int:
        return s.roll if s.roll > 0 else 0


class Bivouacking(Power):
    name, number, rule = "Bivouacking", 5, "base.md P-bivouacking"
    text = (
        "5 Encampments, pitched anew at each redeployment: +1 defence each, and no swap by "
        "Sorcerers."
    )
    declined = "The Encampments are removed."
    steps = (CAMPS,)


class Commando(Power):
    name, number, rule = "Commando", 4, "base.md P-commando"
    text = "Every conquest costs 1 token fewer (at least 1)."
    discount_text = "Commando"

    def cheaper(self, board: Board) -> int:
        return board.all


class Diplomat(Power):
    name, number, rule = "Diplomat", 5, "base.md P-diplomat"
    text = (
        "At the end of your turn choose an opponent whose Active race you did not attack: he "
        "cannot attack your Active race until your next turn."
    )
    steps = (ALLY,)


class DragonMaster(Power):
    name, number, rule = "Dragon Master", 5, "base.md P-dragon-master"
    text = (
        "Once per turn conquer a Region with 1 token, whatever defends it. The Dragon stays there, "
        "and nobody can take that Region."
    )
    declined = "The Dragon leaves."
    way = DRAGON

    def turn_began(self, s: State, slot: int) -> None:
        s.memo_power[slot] = 0  # 1 once the Dragon has fought this turn


class Flying(Power):
    name, number, rule = "Flying", 5, "base.md P-flying"
    text = "May conquer any land Region, adjacent or not."

    def entry(self, board: Board) -> int:
        return board.land

    def reach(self, board: Board, held: int) -> int:
        return board.land


class Forest(Power):
    name, number, rule = "Forest", 4, "base.md P-forest"
    text = "+1 coin for each Forest Region you hold."
    coin_text = "Forest"

    def coins(self, board: Board) -> int:
        return board.forest


class Fortified(Power):
    name, number, rule = "Fortified", 3, "base.md P-fortified"
    text = (
        "Once per turn build a Fortress in a Region you hold: +1 defence, and +1 coin each turn. "
        "There are 6."
    )
    declined = "The Fortresses stay and defend, but earn nothing."
    steps = (FORTIFY,)

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        mask = s.marks[FORTRESS] & held
        coins = mask.bit_count()
        if items is not None and coins:
            items.append(("Fortress", coins, mask))
        return coins


class Heroic(Power):
    name, number, rule = "Heroic", 5, "base.md P-heroic"
    text = "At the end of your turn 2 Heroes stand in 2 of your Regions: nobody can take those."
    declined = "The Heroes leave."
    steps = (HEROISM,)


class Hill(Power):
    name, number, rule = "Hill", 4, "base.md P-hill"
    text = "+1 coin for each Hill Region you hold."
    coin_text = "Hill"

    def coins(self, board: Board) -> int:
        return board.hill


class Merchant(Power):
    name, number, rule = "Merchant", 2, "base.md P-merchant"
    text = "+1 coin for each Region you hold."
    coin_text = "Merchant"

    def coins(self, board: Board) -> int:
        return board.all


class Mounted(Power):
    name, number, rule = "Mounted", 5, "base.md P-mounted"
    text = "Hill and Farmland cost 1 token fewer (at least 1)."
    discount_text = "Mounted, on Hill and Farmland"

    def cheaper(self, board: Board) -> int:
        return board.hill | board.farmland


class Pillaging(Power):
    name, number, rule = "Pillaging", 5, "base.md P-pillaging"
    text = "+1 coin for each non-empty Region conquered this turn."

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        taken = s.taken_by(slot)
        if items is not None and taken:
            items.append(("Pillaging, non-empty Regions conquered", taken, 0))
        return taken


class Seafaring(Power):
    name, number, rule = "Seafaring", 5, "base.md P-seafaring"
    text = (
        "May conquer Seas and the Lake as if they were empty land, and enter on a Sea at the edge."
    )
    declined = "The water is kept and scored."

    def takes(self, board: Board) -> int:
        return board.water

    def entry(self, board: Board) -> int:
        return board.sea_entry


class Spirit(Power):
    name, number, rule = "Spirit", 5, "base.md P-spirit"
    text = "In decline this race does not count: another race may be In Decline beside it."
    declined = "Stays when the next race declines."
    counts_in_decline = False


class Stout(Power):
    name, number, rule = "Stout", 4, "base.md P-stout"
    text = "May go In Decline at the end of a normal turn, after scoring."
    declines_after_scoring = True


class Swamp(Power):
    name, number, rule = "Swamp", 4, "base.md P-swamp"
    text = "+1 coin for each Swamp Region you hold."
    coin_text = "Swamp"

    def coins(self, board: Board) -> int:
        return board.swamp


class Underworld(Power):
    name, number, rule = "Underworld", 5, "base.md P-underworld"
    text = "Cavern Regions cost 1 token fewer (at least 1) and all touch each other."
    discount_text = "Underworld, a Cavern"

    def cheaper(self, board: Board) -> int:
        return board.cavern

    def reach(self, board: Board, held: int) -> int:
        return board.cavern if held & board.cavern else 0


class Wealthy(Power):
    name, number, rule = "Wealthy", 4, "base.md P-wealthy"
    text = "+7 coins once, at the end of the first turn."
    COINS = 7

    def picked(self, s: State, slot: int) -> None:
        s.memo_power[slot] = 1

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        if not s.memo_power[slot]:
            return 0
        if items is not None:
            items.append(("Wealthy, once", self.COINS, 0))
        return self.COINS

    def scored(self, s: State, slot: int) -> None:
        s.memo_power[slot] = 0


POWERS: tuple[Power, ...] = (
    Alchemist(),
    Berserk(),
    Bivouacking(),
    Commando(),
    Diplomat(),
    DragonMaster(),
    Flying(),
    Forest(),
    Fortified(),
    Heroic(),
    Hill(),
    Merchant(),
    Mounted(),
    Pillaging(),
    Seafaring(),
    Spirit(),
    Stout(),
    Swamp(),
    Underworld(),
    Wealthy(),
)
