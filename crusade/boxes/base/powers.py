"""The twenty Special Powers (`base.md` 13), with the decisions that they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from crusade.boxes.base.pieces import DRAGON, ENCAMPMENT, FORTRESS, HERO
from crusade.rules import markers, turn
from crusade.rules.asking import Act, Answer, Regions, SeatChoice, Spread, YesNo
from crusade.rules.board import Board, bits
from crusade.rules.ids import ACTIVE_OF, EMPTY, IS_DECLINED, OWNER
from crusade.rules.labels import PERSON, POWER, Label, Term
from crusade.rules.pieces import apart, decline
from crusade.rules.questions import Events, Items, Power
from crusade.rules.refusals import Refusal
from crusade.rules.ways import Way

if TYPE_CHECKING:
    from crusade.rules.loss import Loss
    from crusade.rules.state import State


class Alchemist(Power):
    name, number, rule = "Alchemist", 4, "base.md P-alchemist"
    text = "+2 coins each turn."
    detail = "Paid as long as the race has a token."
    COINS: ClassVar[int] = 2
    EARNED: ClassVar[Label] = Label("Alchemist", context="power")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        # A race without a single token left earns nothing any more (base.md X9); tokens set aside
        # until the next readying are still there. The two coins belong to no Region, so it is the
        # race that is asked and not `held`. In Decline it needs a Region (events.md E47).
        if not s.held[slot] and (IS_DECLINED[slot] or not (s.hand[slot] or apart(s, slot))):
            return 0
        if items is not None:
            items.append((self.EARNED, self.COINS, 0))
        return self.COINS


class Roll(Act):
    """`roll`: the die before a conquest (`rulings.md 45`)."""

    word = "roll"
    eager = True
    title = Label("Roll the die")
    hint = Label("The die comes before each conquest: the Region chosen then costs that much less.")
    done_title = Label("Roll the die")
    wrong_time = Refusal(
        "no-roll", "Only a Berserk race rolls the die before a conquest.", "base.md P-berserk"
    )
    ROLLED = Refusal(
        "rolled", "The die is already rolled: choose the Region it is for.", "rulings.md 45"
    )
    NO_TOKEN = Refusal("no-token", "A conquest needs at least one token in hand.", "base.md K9")
    NO_TARGET = Refusal(
        "no-target", "There is no Region that your race could attack now.", "base.md K8"
    )

    def closed(self, s: State, slot: int) -> Refusal | None:
        from crusade.rules.fighting import early_refusal, hand_of, in_sight

        if IS_DECLINED[slot]:
            refused = early_refusal(s, slot)
            if refused:
                return refused
        if s.recall(self.source, slot):
            return self.ROLLED
        if hand_of(s, slot) < 1:
            return self.NO_TOKEN
        return None if in_sight(s, slot) else self.NO_TARGET

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        turn.roll_for(s, slot, self)

    def rolled(self, s: State, slot: int, face: int, events: Events | None) -> None:
        s.remember(self.source, slot, face + 1)

    def told_roll(self, face: int) -> Label:
        if face:
            return Label(
                "{who} rolled {face}: the next conquest costs {face} less.",
                you="You rolled {face}: the next conquest costs {face} less.",
            )
        return Label(
            "{who} rolled {face}: no help this time.", you="You rolled {face}: no help this time."
        )


class Berserk(Power):
    name, number, rule = "Berserk", 4, "base.md P-berserk"
    text = (
        "Roll the die before each conquest, then choose the Region: it costs that many tokens "
        "fewer (at least 1). No final attempt."
    )
    detail = "One roll per conquest. If the tokens then do not suffice, the conquests are over."
    attempts_rolled = True
    discount_text = Label("Berserk roll")
    ROLL_FIRST: ClassVar[Refusal] = Refusal(
        "roll-first", "A Berserk race rolls the die before each conquest.", "base.md P-berserk"
    )

    def __init__(self) -> None:
        self.offers = (Roll(self),)

    def discount(self, s: State, slot: int, r: int) -> int:
        roll = s.recall(self, slot)
        return roll - 1 if roll else 0

    def withholds(self, s: State, slot: int, way: Way | None) -> Refusal | None:
        rolled = s.recall(self, slot)
        if way is None or way.priced:
            return None if rolled else self.ROLL_FIRST
        return Roll.ROLLED if rolled and way.swaps else None

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        s.remember(self, slot, 0)

    def conquests_ended(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)

    def audit(self, s: State, slot: int) -> Iterator[str]:
        if not 0 <= s.recall(self, slot) <= 4:
            yield f"slot {slot} has rolled {s.recall(self, slot) - 1}"


class Pitch(Spread):
    """`encampments A=2 B=3`: where all of them stand from now on (`base.md P-bivouacking`)."""

    word = "encampments"
    order = 10
    redeploys = True
    title = Label("Pitch the 5 Encampments")
    hint = Label(
        "Click your Regions to pitch Encampments: +1 defence each, any number in a Region."
    )
    done_title = Label("Pitch the Encampments")
    piece = ENCAMPMENT
    waits = Refusal("wrong-phase", "The conquests of this turn are over: pitch your Encampments.")
    wrong_time = Refusal(
        "wrong-phase", "Encampments are pitched after the redeployment.", "base.md R4"
    )
    elsewhere = Refusal(
        "camps-held",
        "Encampments are pitched only in Regions that their race holds.",
        "rulings.md 48",
    )
    all_of_them = Refusal(
        "camps-all",
        "All 5 Encampments must be pitched, no more and no fewer.",
        "base.md P-bivouacking",
    )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        held = s.held[slot]
        if held.bit_count() == 1:
            self._pitch(s, slot, {held.bit_length() - 1: ENCAMPMENT.limit}, events)
        return held.bit_count() > 1

    def among(self, s: State, slot: int) -> int:
        return s.held[slot]

    def number(self, s: State, slot: int) -> int:
        return ENCAMPMENT.limit

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        counts = {answer[i]: answer[i + 1] for i in range(0, len(answer), 2)}
        self._pitch(s, slot, counts, events)

    def _pitch(self, s: State, slot: int, counts: dict[int, int], events: Events | None) -> None:
        markers.set_piles(s, ENCAMPMENT, slot, counts, events)


class PitchAgain(Pitch):
    """The same for a victim: those that came back are added to those that stand (`rulings.md
    49`).
    """

    title = Label("Pitch the lost Encampments")
    hint = Label("Click your Regions to pitch the lost Encampments again.")
    waits = Refusal("wrong-phase", "First the Encampments that came back are pitched.")
    floor = Refusal(
        "camps-stay",
        "Only the Encampments that came back are pitched again: the others stay.",
        "rulings.md 49",
    )

    def least(self, s: State, slot: int, r: int) -> int:
        return s.number(ENCAMPMENT, r)


class Bivouacking(Power):
    name, number, rule = "Bivouacking", 5, "base.md P-bivouacking"
    text = (
        "5 Encampments, pitched anew at each redeployment: +1 defence each, and no swap by "
        "Sorcerers."
    )
    declined = "The Encampments are removed."
    detail = (
        "Any number in a Region, but only beside a token. They are never lost: driven out, "
        "they are pitched again at the end of that turn."
    )

    def __init__(self) -> None:
        self.steps = (Pitch(self),)
        self.owed = (PitchAgain(self),)

    def region_lost(self, s: State, slot: int, r: int, loss: Loss, events: Events | None) -> None:
        kind = s.setup.library.kind[ENCAMPMENT]
        if OWNER[slot] != s.seat and any(lost == kind for lost, _ in loss.pieces):
            turn.owe(s, slot, self.owed[0])


class Commando(Power):
    name, number, rule = "Commando", 4, "base.md P-commando"
    text = "Every conquest costs 1 token fewer (at least 1)."
    detail = "The first conquest is cheaper too."
    discount_text = Label("Commando")

    def cheaper(self, board: Board) -> int:
        return board.all


class Ally(SeatChoice):
    """`ally P2`, or `no ally` (`base.md P-diplomat`)."""

    word = "ally"
    pass_word = "no ally"
    order = 40
    title = Label("Choose whom to make peace with")
    hint = Label("Choose an opponent you did not attack: no attack on you until your next turn.")
    pass_title = Label("No peace")
    waits = Refusal("wrong-phase", "The conquests of this turn are over: choose an ally, or none.")
    WHO = Refusal("ally-who", "Choose one of the other players.", "base.md P-diplomat")
    ATTACKED = Refusal(
        "ally-attacked",
        "You attacked the Active race of that player this turn: there is no peace.",
        "rulings.md 51",
    )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return bool(self.things(s, slot))

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        own = OWNER[slot]
        return tuple(
            seat for seat in range(s.setup.seats) if seat != own and not s.attacked >> seat & 1
        )

    def why_not(self, s: State, slot: int, thing: int) -> Refusal:
        if not 0 <= thing < s.setup.seats or thing == OWNER[slot]:
            return self.WHO
        return self.ATTACKED

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        s.remember(self.source, slot, answer[0] + 1 if answer else 0)

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        if not answer:
            return Label(
                "{who} made peace with nobody.",
                you="You made peace with nobody.",
                who=Term(PERSON, OWNER[slot]),
            )
        return Label(
            "{who} made peace with {ally} for a round.",
            you="You made peace with {ally} for a round.",
            who=Term(PERSON, OWNER[slot]),
            ally=Term(PERSON, answer[0]),
        )


class Diplomat(Power):
    name, number, rule = "Diplomat", 5, "base.md P-diplomat"
    text = (
        "At the end of your turn choose an opponent whose Active race you did not attack: he "
        "cannot attack your Active race until your next turn."
    )
    always = frozenset({"turn_began"})  # a peace runs out while it is suspended (events.md E15)
    detail = "Left out of the Crusades."
    crusade = False

    def __init__(self) -> None:
        self.steps = (Ally(self),)

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)

    def handed_on(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)

    def protects(self, s: State, slot: int, attacker: int) -> int:
        ally = s.recall(self, slot) - 1
        if ally < 0 or attacker != ACTIVE_OF[ally]:
            return 0
        return s.held[slot]

    def why_protected(self, s: State, slot: int, attacker: int, r: int) -> Refusal | None:
        if not self.protects(s, slot, attacker) >> r & 1:
            return None
        return Refusal(
            "peace",
            "You are at peace with {person} until {person}'s next turn.",
            "base.md K7",
            person=Term(PERSON, OWNER[slot]),
        )

    def audit(self, s: State, slot: int) -> Iterator[str]:
        ally = s.recall(self, slot) - 1
        if ally == OWNER[slot] or ally >= s.setup.seats:
            yield f"a peace of slot {slot} with seat {ally}"


class DragonFlight(Way):
    """`with dragon`: one token, whatever defends the Region (`base.md P-dragon-master`)."""

    word = "dragon"
    title = Label("Send the Dragon")
    told = Label(
        "{who} conquered {region} with the Dragon and {tokens}.",
        you="You conquered {region} with the Dragon and {tokens}.",
    )
    absent = Refusal("no-way", "Your race has no Dragon.", "base.md P-dragon-master")
    USED = Refusal(
        "dragon-used", "The Dragon has already fought this turn.", "base.md P-dragon-master"
    )

    def closed(self, s: State, slot: int) -> Refusal | None:
        return self.USED if s.recall(self.source, slot) else None

    def cost(self, s: State, slot: int, r: int) -> int:
        return 1

    def used(self, s: State, slot: int, r: int) -> None:
        s.remember(self.source, slot, 1)

    def done(self, s: State, slot: int, r: int, events: Events | None) -> None:
        markers.station(s, DRAGON, 1 << r, events)


class DragonMaster(Power):
    name, number, rule = "Dragon Master", 5, "base.md P-dragon-master"
    text = (
        "Once per turn conquer a Region with 1 token, whatever defends it. The Dragon stays there, "
        "and nobody can take that Region."
    )
    declined = "The Dragon leaves."
    detail = (
        "The Region must be in reach. It may be the first conquest. The Dragon stays until it "
        "is sent elsewhere in a later turn."
    )

    def __init__(self) -> None:
        self.ways = (DragonFlight(self),)

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)  # 1 once the Dragon has fought this turn


class Flying(Power):
    name, number, rule = "Flying", 5, "base.md P-flying"
    text = "May conquer any land Region, adjacent or not."
    detail = "Seas and the Lake excepted. They may enter anywhere."

    def entry(self, board: Board) -> int:
        return board.land

    def reach(self, board: Board, held: int) -> int:
        return board.land


class Forest(Power):
    name, number, rule = "Forest", 4, "base.md P-forest"
    text = "+1 coin for each Forest Region you hold."
    coin_text = Label("Forest Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("forest")


class BuildFortress(Regions):
    """`fortress A`, or `no fortress` (`base.md P-fortified`)."""

    word = "fortress"
    pass_word = "no fortress"
    order = 20
    title = Label("Build a Fortress, or none")
    hint = Label("Click a Region for the Fortress: +1 defence, and +1 coin each turn while Active.")
    pass_title = Label("No Fortress now")
    piece = FORTRESS
    waits = Refusal(
        "wrong-phase", "The conquests of this turn are over: build a Fortress, or none."
    )
    HELD = Refusal(
        "fort-held",
        "A Fortress is built only in a Region that its race holds.",
        "base.md P-fortified",
    )
    ONE = Refusal("fort-one", "A Region holds one Fortress at most.", "base.md P-fortified")
    elsewhere = HELD
    number = HELD

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return self.among(s, slot) != 0

    def among(self, s: State, slot: int) -> int:
        """Held, without one, while any of the 6 is left (`base.md S10`)."""
        built = s.where(FORTRESS)
        return s.held[slot] & ~built if built.bit_count() < FORTRESS.limit else 0

    def why_not(self, s: State, slot: int, r: int) -> Refusal:
        return self.ONE if s.held[slot] >> r & 1 else self.HELD

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        for r in answer:
            markers.put(s, FORTRESS, r, events)


class Fortified(Power):
    name, number, rule = "Fortified", 3, "base.md P-fortified"
    text = (
        "Once per turn build a Fortress in a Region you hold: +1 defence, and +1 coin each turn. "
        "There are 6."
    )
    declined = "The Fortresses stay and defend, but earn nothing."
    detail = "One per Region at most. A Fortress is never moved and falls with its Region."
    EARNED: ClassVar[Label] = Label("Fortresses")

    def __init__(self) -> None:
        self.steps = (BuildFortress(self),)

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        mask = s.where(FORTRESS) & held
        coins = mask.bit_count()
        if items is not None and coins:
            items.append((self.EARNED, coins, mask))
        return coins


class StationHeroes(Regions):
    """`heroes A B` (`base.md P-heroic`)."""

    word = "heroes"
    order = 30
    least = most = HERO.limit
    piece = HERO
    anew = True
    title = Label("Place the 2 Heroes")
    hint = Label("Click two of your Regions: nobody can take them while the Heroes are there.")
    done_title = Label("Place the Heroes")
    waits = Refusal("wrong-phase", "The conquests of this turn are over: place your Heroes.")
    TWO = Refusal(
        "heroes-two",
        "The 2 Heroes take 2 different Regions that their race holds.",
        "base.md P-heroic",
    )
    elsewhere = TWO
    number = TWO

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        held = s.held[slot]
        if held.bit_count() <= HERO.limit:
            markers.station(s, HERO, held, events)
            return False
        return True

    def among(self, s: State, slot: int) -> int:
        return s.held[slot]

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        markers.station(s, HERO, sum(1 << r for r in answer), events)


class Heroic(Power):
    name, number, rule = "Heroic", 5, "base.md P-heroic"
    text = "At the end of your turn 2 Heroes stand in 2 of your Regions: nobody can take those."
    declined = "The Heroes leave."
    detail = "The Heroes may stay where they are."

    def __init__(self) -> None:
        self.steps = (StationHeroes(self),)


class Hill(Power):
    name, number, rule = "Hill", 4, "base.md P-hill"
    text = "+1 coin for each Hill Region you hold."
    coin_text = Label("Hill Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("hill")


class Merchant(Power):
    name, number, rule = "Merchant", 2, "base.md P-merchant"
    text = "+1 coin for each Region you hold."
    coin_text = Label("each Region ({power})", power=Term(POWER, "Merchant"))

    def coins(self, board: Board) -> int:
        return board.all


class Mounted(Power):
    name, number, rule = "Mounted", 5, "base.md P-mounted"
    text = "Hill and Farmland cost 1 token fewer (at least 1)."
    discount_text = Label("Mounted, on Hill and Farmland")

    def cheaper(self, board: Board) -> int:
        return board.mask_of("hill") | board.mask_of("farmland")


class Pillaging(Power):
    name, number, rule = "Pillaging", 5, "base.md P-pillaging"
    text = "+1 coin for each non-empty Region conquered this turn."
    detail = "Non-empty means: any token stood there, Active, In Decline or Lost Tribes."
    ROUND: ClassVar[int] = 256
    EARNED: ClassVar[Label] = Label(
        "non-empty Regions taken ({source})", source=Term(POWER, "Pillaging")
    )

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        # The Active race's are counted anyway; one In Decline counts its own (events.md E47), with
        # the round, because what an earlier turn brought is paid.
        if IS_DECLINED[slot] and won.victim != EMPTY:
            s.remember(self, slot, s.round * self.ROUND + self._own(s, slot) + 1)

    def _own(self, s: State, slot: int) -> int:
        """The non-empty Regions that a race In Decline has conquered this turn."""
        number, taken = divmod(s.recall(self, slot), self.ROUND)
        return taken if number == s.round else 0

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        if OWNER[slot] != s.seat:  # another's conquests are nothing to them
            return 0
        taken = self._own(s, slot) if IS_DECLINED[slot] else s.nonempty
        if items is not None and taken:
            items.append((self.EARNED, taken, 0))
        return taken


class Seafaring(Power):
    name, number, rule = "Seafaring", 5, "base.md P-seafaring"
    text = (
        "May conquer Seas and the Lake as if they were empty land, and enter on a Sea at the edge."
    )
    declined = "The water is kept and scored."
    detail = "Nobody else can take the water from them. In Decline they take no new water."
    lasts = frozenset({"keeps"})
    always = frozenset({"keeps"})

    def takes(self, board: Board) -> int:
        return board.water

    def keeps(self, board: Board) -> int:
        return board.rivers

    def entry(self, board: Board) -> int:
        return board.sea_entry


class Spirit(Power):
    name, number, rule = "Spirit", 5, "base.md P-spirit"
    text = "In decline this race does not count: another race may be In Decline beside it."
    declined = "Stays when the next race declines."
    counts_in_decline = False
    kept_in_decline = True


class StoutDecline(YesNo):
    """`decline` or `done`, after scoring (`base.md X7`)."""

    word = "decline"
    no_word = "done"
    title = Label("Go In Decline now, or stay Active")
    hint = Label("The turn is scored. The race may go In Decline without losing a turn.")
    yes_title = Label("Go In Decline")
    no_title = Label("Stay Active")
    final = True
    waits = Refusal(
        "wrong-phase", "The turn is scored: decide whether your race goes In Decline now."
    )
    wrong_time = Refusal(
        "not-stout", "Only a Stout race decides something after scoring.", "base.md X7"
    )

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return self.yes_refused(s, slot) is None

    def yes_refused(self, s: State, slot: int) -> Refusal | None:
        from crusade.rules.fighting import declining_forbidden

        return declining_forbidden(s)

    def sensible(self, s: State, slot: int) -> Answer:
        # A race has run out of steam when it has few tokens to spare for what it holds.
        regions = s.held[slot].bit_count()
        spare = s.hand[slot] + sum(s.tokens[r] - 1 for r in bits(s.held[slot]))
        spent = s.round < s.setup.rounds - 1 and spare <= max(2, regions // 2)
        return (int(spent),)

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if answer[0]:
            decline(s, OWNER[slot], events)


class Stout(Power):
    name, number, rule = "Stout", 4, "base.md P-stout"
    text = "May go In Decline at the end of a normal turn, after scoring."
    detail = "Nothing is scored twice."

    def __init__(self) -> None:
        self.last_asks = (StoutDecline(self),)


class Swamp(Power):
    name, number, rule = "Swamp", 4, "base.md P-swamp"
    text = "+1 coin for each Swamp Region you hold."
    coin_text = Label("Swamp Regions")

    def coins(self, board: Board) -> int:
        return board.mask_of("swamp")


class Underworld(Power):
    name, number, rule = "Underworld", 5, "base.md P-underworld"
    text = "Cavern Regions cost 1 token fewer (at least 1) and all touch each other."
    detail = "They enter the board as everybody does."
    discount_text = Label("Underworld, a Cavern")

    def cheaper(self, board: Board) -> int:
        return board.mask_of("cavern")

    def reach(self, board: Board, held: int) -> int:
        caverns = board.mask_of("cavern")
        return caverns if held & caverns else 0


class Wealthy(Power):
    name, number, rule = "Wealthy", 4, "base.md P-wealthy"
    text = "+7 coins once, at the end of the first turn."
    always = frozenset({"scored"})  # the first turn is the only chance (events.md E15)
    COINS: ClassVar[int] = 7
    EARNED: ClassVar[Label] = Label("{power} (once)", power=Term(POWER, "Wealthy"))

    def picked(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 1)

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        if not s.recall(self, slot):
            return 0
        if items is not None:
            items.append((self.EARNED, self.COINS, 0))
        return self.COINS

    def scored(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)


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
