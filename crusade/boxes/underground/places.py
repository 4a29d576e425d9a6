"""The nine Places: each stays in its Region and serves whoever holds it (`underground.md UC6,
UC9`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crusade.boxes.underground import turn_end
from crusade.boxes.underground.pieces import BALROG, GHOST
from crusade.rules import markers, pieces, turn
from crusade.rules.asking import Answer, AnswerError, Choice, Regions
from crusade.rules.board import Board, bits
from crusade.rules.ids import EMPTY, OWNER, PAST_OF
from crusade.rules.labels import PERSON, POWER, REGION, Label, Term
from crusade.rules.library import Piece
from crusade.rules.pieces import discard_from_hand, gain, pay, refresh
from crusade.rules.pricing import protected, race_term, spurned
from crusade.rules.questions import Boon, Events, Items
from crusade.rules.refusals import Refusal
from crusade.rules.state import State
from crusade.texts import N_, _

if TYPE_CHECKING:
    from crusade.rules.loss import Loss


class Place(Boon):
    """A Place; the Lost Tribes have the use of some alone (`crusade.md I4`)."""

    family, kind = N_("Places"), N_("Place")
    family_text = N_("A Place stays in its Region and serves whoever holds it.")
    serves_tribes = False


class Sacrifice(Regions):
    """`altar A`, or `no altar` (`underground.md UP28`)."""

    COINS: Final = 3
    word = "altar"
    pass_word = "no altar"
    order = turn_end.ALTAR
    title = Label("Give the Altar of Souls a token, or none")
    hint = Label(
        "Click a Region of your race In Decline: 3 coins at once, then the turn is scored. "
        "Emptied, it earns nothing any more."
    )
    pass_title = Label("Give nobody")
    wrong_time = Refusal(
        "altar-when",
        "The Altar takes a token at the end of its holder's turn.",
        "underground.md UP28",
    )
    waits = Refusal(
        "altar-first", "First give a token to the Altar of Souls, or none.", "underground.md UP28"
    )
    elsewhere = Refusal(
        "altar-own", "The Altar takes tokens of your own race In Decline.", "underground.md UP28"
    )

    def among(self, s: State, slot: int) -> int:
        mask = 0
        for past in PAST_OF[OWNER[slot]]:
            mask |= s.held[past]
        return mask

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return self.among(s, slot) != 0

    def sensible(self, s: State, slot: int) -> Answer:
        # A token to spare costs nothing; a Region earns on until the end of the game.
        regions = bits(self.among(s, slot))
        most = max(regions, key=lambda r: s.tokens[r])
        last = s.setup.rounds - s.round < self.COINS - 1
        return (most,) if s.tokens[most] > 1 or last else ()

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        if answer:
            return Label("")
        return Label(
            "{who} gave the Altar of Souls nobody.",
            you="You gave the Altar of Souls nobody.",
            who=Term(PERSON, OWNER[slot]),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if answer:
            seat = OWNER[slot]
            pieces.discard(s, answer[0], 1, events)
            pay(s, seat, self.COINS, self.source, events)


class AltarOfSouls(Place):
    name, rule = "Altar of Souls", "underground.md PL-altar"
    text = "At the end of your turn you may discard one of your tokens In Decline for 3 coins."
    declined = "The same."
    lasts = frozenset({"steps"})

    def __init__(self) -> None:
        self.steps = (Sacrifice(self),)


class Haunt(Regions):
    """`ghost A`, or `no ghost` (`underground.md UP24`)."""

    word = "ghost"
    pass_word = "no ghost"
    order = turn_end.GHOST
    piece = GHOST
    anew = True
    title = Label("Put the Ghost on a Region")
    hint = Label(
        "Click any Region but that of the Crypt, held or not: nobody can take it while he is there."
    )
    pass_title = Label("Leave the Ghost")
    wrong_time = Refusal(
        "ghost-when",
        "Whoever holds the Crypt moves the Ghost at the end of his turn.",
        "underground.md UP24",
    )
    waits = Refusal(
        "ghost-first", "First put the Ghost somewhere, or leave him.", "underground.md UP24"
    )
    CHASM: Final = Refusal("chasm", "Nobody can stand there.", "underground.md UC4")
    AT_HOME: Final = Refusal(
        "ghost-crypt", "The Ghost haunts any Region but that of the Crypt.", "underground.md UP24"
    )
    SAFE: Final = Refusal(
        "ghost-immune", "An immune Region of others lets no Ghost in.", "underground.md UC8"
    )

    def among(self, s: State, slot: int) -> int:
        board = s.board
        own = s.where(GHOST)
        for mine in (slot, *PAST_OF[OWNER[slot]]):
            own |= s.held[mine]
        return board.all & ~(board.chasms | s.where(CRYPT) | (s.safe & ~own))

    def why_not(self, s: State, slot: int, r: int) -> Refusal:
        if s.board.chasms >> r & 1:
            return self.CHASM
        return self.AT_HOME if s.where(CRYPT) >> r & 1 else self.SAFE

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return self.among(s, slot) != 0

    def sensible(self, s: State, slot: int) -> Answer:
        # Where one has most to lose.
        own = bits(self.among(s, slot) & s.held[slot])
        return (max(own, key=lambda r: s.tokens[r]),) if own else ()

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        if answer and not s.where(GHOST) >> answer[0] & 1:
            return Label("")
        return Label(
            "{who} left the Ghost where he was.",
            you="You left the Ghost where he was.",
            who=Term(PERSON, OWNER[slot]),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        if answer:
            markers.station(s, GHOST, 1 << answer[0], events)


class CryptOfTheTombRaider(Place):
    name, rule = "Crypt of the Tomb-raider", "underground.md PL-crypt"
    text = (
        "At the end of your turn you may put the Ghost on any other Region: nobody can take it. "
        "He leaves when the Crypt is lost."
    )
    declined = "The Ghost stays where he is."

    def __init__(self) -> None:
        self.steps = (Haunt(self),)

    def let_go(self, s: State, slot: int, r: int, events: Events | None) -> None:
        markers.station(s, GHOST, 0, events)


def terrain_of(board: Board, where: int) -> int:
    """Mask of the Regions with the terrain of the single Region in ``where``; 0 for none."""
    return board.mask_of(board.terrain[where.bit_length() - 1]) if where else 0


class DiamondFields(Place):
    name, rule = "Diamond Fields", "underground.md PL-diamonds"
    text = "+1 coin for this Region and for each other Region of its terrain that the race holds."
    declined = "The same."
    lasts = frozenset({"income"})
    serves_tribes = True
    EARNED: Final = Label("Diamond Fields")

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        where = s.where(DIAMONDS) & held
        if not where:
            return 0
        mask = terrain_of(s.board, where) & held
        if items is not None:
            items.append((self.EARNED, mask.bit_count(), mask))
        return mask.bit_count()


class FountainOfYouth(Place):
    """`underground.md PL-fountain, UP13`: a token of the tray is readied with the others."""

    name, rule = "Fountain of Youth", "underground.md PL-fountain"
    text = "At the start of your turn 1 new token from the tray."

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        before = s.hand[slot]
        gain(s, slot, 1, self.name, events)
        s.remember(self, slot, s.hand[slot] - before)

    def declines(self, s: State, slot: int, events: Events | None) -> None:
        if s.recall(self, slot):
            discard_from_hand(s, slot, 1, events)
            s.remember(self, slot, 0)

    def conquests_ended(self, s: State, slot: int, events: Events | None) -> None:
        s.remember(self, slot, 0)


class GreatBrassPipe(Place):
    name, rule = "Great Brass Pipe", "underground.md PL-pipe"
    text = "All Regions of its terrain are adjacent to each other for its Active holder."
    reach_text = Label("The way leads over the Great Brass Pipe.")
    serves_tribes = True

    def links_now(self, s: State, slot: int, held: int) -> int:
        mask = terrain_of(s.board, s.where(PIPE))
        return mask if mask & held else 0


class KeepOnTheMotherland(Place):
    name, rule = "Keep on the Motherland", "underground.md PL-keep"
    text = "+1 coin, and +1 defence for its Region."
    declined = "The same."
    serves_tribes = True


class MineOfTheLostDwarf(Place):
    name, rule = "Mine of the Lost Dwarf", "underground.md PL-lostmine"
    text = "+2 coins."
    declined = "The same."
    serves_tribes = True


class DrawBadge(Choice):
    """`draw Wise`: the dealer draws the badge of Stonehedge out of the hidden ones, or where there
    are none out of the discards (`underground.md A9`).
    """

    word = "badge"
    drawn = True
    by_thing = True

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return bool(pieces.badges_left(s))

    def things(self, s: State, slot: int) -> tuple[int, ...]:
        return bits(pieces.badges_left(s))

    def thing_word(self, s: State, thing: int) -> str:
        return s.setup.library.powers[thing].name

    def thing_name(self, s: State, thing: int) -> Label:
        return Label("{power}", power=Term(POWER, s.setup.library.powers[thing].name))

    def read_thing(self, s: State, words: list[str]) -> int:
        name = " ".join(words)
        found = s.setup.library.power_index.get(name)
        if found is None:
            raise AnswerError(_("'{words}' is no Special Power", words=name))
        return found

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        return Label(
            "{power} is the Special Power of Stonehedge for the rest of the game.",
            power=Term(POWER, s.setup.library.powers[answer[0]].name),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        pieces.take_badge(s, answer[0])
        s.remember(self.source, EMPTY, answer[0] + 1, "badge")
        refresh(s, slot)


class Stonehedge(Place):
    """`underground.md PL-stonehedge, UP29`: the power that is housed there is its holder's. In a
    Crusade its badge is drawn when a person first takes its Region (`crusade.md I5`).
    """

    name, rule = "Stonehedge", "underground.md PL-stonehedge"
    text = (
        "Whoever finds it draws a Special Power, which from now on is its holder's, without tokens."
    )
    declined = "What the Special Power does In Decline."
    houses = True

    def __init__(self) -> None:
        self.draws = (DrawBadge(self),)

    def found(self, s: State, slot: int, r: int, events: Events | None) -> None:
        turn.ask_now(s, slot, self.draws[0])

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        if s.where(STONEHEDGE) >> r & 1 and not s.recall(self, EMPTY, "badge"):
            self.found(s, slot, r, events)

    def let_go(self, s: State, slot: int, r: int, events: Events | None) -> None:
        badge = s.recall(self, EMPTY, "badge")
        if badge:
            pieces.lose_power(s, slot, s.setup.library.powers[badge - 1], events)


class Send(Regions):
    """`balrog R`, where the Pentacle has just been found (`underground.md UP19`)."""

    LOST: Final = 2
    word = "balrog"
    pass_word = "no balrog"
    piece = BALROG
    anew = True
    title = Label("Send the Balrog")
    hint = Label(
        "Click a Region next to the Pentacle: 2 tokens there are lost, the others flee, and nobody "
        "can take it."
    )
    pass_title = Label("Send nobody")
    wrong_time = Refusal(
        "balrog-when",
        "The Balrog obeys the Active holder of the Pentacle, in his own conquests.",
        "underground.md UP19",
    )
    waits = Refusal("balrog-first", "First send the Balrog, or nobody.", "underground.md UP19")
    NOT_NEXT: Final = Refusal(
        "balrog-next",
        "The Balrog comes to a Region next to the Pentacle, later to one next to his own.",
        "underground.md UP19",
    )
    CHASM: Final = Refusal("chasm", "Nobody can stand there.", "underground.md UC4")
    IMMUNE: Final = Refusal(
        "balrog-immune", "The Balrog enters no immune Region.", "underground.md A2"
    )
    SPURNED: Final = Refusal(
        "balrog-gnomes", "The Balrog comes to no Region of theirs.", "underground.md A2, UP3"
    )
    source: WickedestPentacle

    def near(self, s: State) -> int:
        """Mask of the Regions next to him or, while he is off the board, to the Pentacle."""
        return s.board.near[s.where(BALROG) or s.where(PENTACLE)]

    def among(self, s: State, slot: int) -> int:
        mask = self.near(s) & ~(s.board.chasms | s.safe)
        return mask & ~(protected(s, slot) | spurned(s, slot)) if s.guards else mask

    def why_not(self, s: State, slot: int, r: int) -> Refusal:
        if not self.near(s) >> r & 1:
            return self.NOT_NEXT
        if s.board.chasms >> r & 1:
            return self.CHASM
        if s.safe >> r & 1:
            return self.IMMUNE
        for other in s.guards:
            combo = s.combo[other]
            for source in combo.shields if combo is not None else ():
                refused = source.why_protected(s, other, slot, r)
                if refused is not None:
                    return refused
        return self.SPURNED

    def needed(self, s: State, slot: int, events: Events | None) -> bool:
        return self.among(s, slot) != 0

    def sensible(self, s: State, slot: int) -> Answer:
        # Where he harms others most.
        def harm(r: int) -> int:
            return min(self.LOST, s.tokens[r]) if s.occ[r] not in (EMPTY, slot) else 0

        best = max(bits(self.among(s, slot)), key=harm)
        return (best,) if harm(best) and OWNER[s.occ[best]] != OWNER[slot] else ()

    def told(self, s: State, slot: int, answer: Answer) -> Label:
        who = Term(PERSON, OWNER[slot])
        if not answer:
            return Label("{who} sent no Balrog.", you="You sent no Balrog.", who=who)
        place = Term(REGION, s.board.names[answer[0]])
        if s.occ[answer[0]] == EMPTY:
            return Label(
                "{who} sent the Balrog to {region}.",
                you="You sent the Balrog to {region}.",
                who=who,
                region=place,
            )
        return Label(
            "{who} sent the Balrog to {region}, against {race:the}.",
            you="You sent the Balrog to {region}, against {race:the}.",
            who=who,
            region=place,
            race=race_term(s, s.occ[answer[0]]),
        )

    def do(self, s: State, slot: int, answer: Answer, events: Events | None) -> None:
        self.source.use(s, slot)
        if answer:
            markers.station(s, BALROG, 0, events)
            pieces.expel(s, slot, answer[0], self.LOST, events)
            markers.put(s, BALROG, answer[0], events)


class Move(Send):
    """The same in the conquests of a later turn, next to his own Region."""

    pass_word = ""
    title = Label("Move the Balrog")
    hint = Label(
        "Click a Region next to him: 2 tokens there are lost, the others flee, and nobody can take "
        "it."
    )
    USED: Final = Refusal("balrog-used", "The Balrog comes once a turn.", "underground.md UP19")

    def closed(self, s: State, slot: int) -> Refusal | None:
        return self.USED if self.source.used(s, slot) else None


class WickedestPentacle(Place):
    """What is remembered of a race is the round in which it used it; of nobody, in a Crusade, that
    the Pentacle was found: when a person first took its Region (`crusade.md I5`).
    """

    name, rule = "Wickedest Pentacle", "underground.md PL-pentacle"
    text = (
        "Whoever finds it may send the Balrog to a Region next to it, later once a turn to one "
        "next to his own. Who stands there loses 2 tokens and flees, and nobody can take the "
        "Region."
    )
    declined = "The Balrog stays where he is."

    def __init__(self) -> None:
        self.follow_ups = (Send(self),)
        self.offers = (Move(self),)

    def used(self, s: State, slot: int) -> bool:
        """Whether the race in ``slot`` has had its chance of this turn."""
        return s.recall(self, slot) == s.round

    def use(self, s: State, slot: int) -> None:
        """It has it now."""
        s.remember(self, slot, s.round)

    def found(self, s: State, slot: int, r: int, events: Events | None) -> None:
        self.use(s, slot)
        turn.ask_now(s, slot, self.follow_ups[0])

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        if not s.setup.crusade or not s.where(PENTACLE) >> r & 1:
            return
        if not s.recall(self, EMPTY, "found") and not s.where(BALROG):
            self.found(s, slot, r, events)
        s.remember(self, EMPTY, 1, "found")


ALTAR: Final = Piece(
    "altar",
    Label("Altar of Souls"),
    limit=1,
    stays=True,
    brings=AltarOfSouls(),
    pays_tribes=1,
    picture="altar",
    placed=Label("The Altar of Souls came to light in {region}."),
)
CRYPT: Final = Piece(
    "crypt",
    Label("Crypt of the Tomb-raider"),
    limit=1,
    stays=True,
    brings=CryptOfTheTombRaider(),
    pays_tribes=1,
    picture="crypt",
    placed=Label("The Crypt of the Tomb-raider came to light in {region}."),
)
DIAMONDS: Final = Piece(
    "diamonds",
    Label("Diamond Fields"),
    limit=1,
    stays=True,
    brings=DiamondFields(),
    picture="diamonds",
    placed=Label("The Diamond Fields came to light in {region}."),
)
FOUNTAIN: Final = Piece(
    "fountain",
    Label("Fountain of Youth"),
    limit=1,
    stays=True,
    brings=FountainOfYouth(),
    pays_tribes=1,
    picture="fountain",
    placed=Label("The Fountain of Youth came to light in {region}."),
)
KEEP: Final = Piece(
    "keep",
    Label("Keep on the Motherland"),
    limit=1,
    defence=1,
    stays=True,
    brings=KeepOnTheMotherland(),
    pays=1,
    picture="keep",
    placed=Label("The Keep on the Motherland came to light in {region}."),
)
LOSTMINE: Final = Piece(
    "lostmine",
    Label("Mine of the Lost Dwarf"),
    limit=1,
    stays=True,
    brings=MineOfTheLostDwarf(),
    pays=2,
    picture="lostmine",
    placed=Label("The Mine of the Lost Dwarf came to light in {region}."),
)
PENTACLE: Final = Piece(
    "pentacle",
    Label("Wickedest Pentacle"),
    limit=1,
    stays=True,
    brings=WickedestPentacle(),
    pays_tribes=1,
    picture="pentacle",
    placed=Label("The Wickedest Pentacle came to light in {region}."),
)
PIPE: Final = Piece(
    "pipe",
    Label("Great Brass Pipe"),
    limit=1,
    stays=True,
    brings=GreatBrassPipe(),
    picture="pipe",
    placed=Label("The Great Brass Pipe came to light in {region}."),
)
STONEHEDGE: Final = Piece(
    "stonehedge",
    Label("Stonehedge"),
    limit=1,
    stays=True,
    brings=Stonehedge(),
    pays_tribes=1,
    picture="stonehedge",
    placed=Label("Stonehedge came to light in {region}."),
)

PLACES: Final = (
    ALTAR,
    CRYPT,
    DIAMONDS,
    FOUNTAIN,
    KEEP,
    LOSTMINE,
    PENTACLE,
    PIPE,
    STONEHEDGE,
)
