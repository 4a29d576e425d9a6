"""What a source can be asked: a Race, a Special Power, a card, a Place, a Relic, a variant.

The engine names none of them: it asks these questions of every source of an answer, in one fixed
order (what holds for everybody first, then the Race, its powers, what it holds). The methods here
are the answers of something that has nothing to say; `sources.py` collects for each race in play
only those that are really overridden. Sources hold no data of a game: what they must remember lies
in the position, under their own key (`State.recall`, `State.remember`), slot by slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, Self

from .board import Board, Land
from .labels import Label

if TYPE_CHECKING:
    from .asking import Decision
    from .events import Event
    from .loss import Loss
    from .refusals import Refusal
    from .state import State
    from .ways import Way

Items = list[tuple[Label, int, int]]
"""Itemised coins: label, coins, mask of the Regions they come from (0 for none)."""
Events = list["Event"]


class Source:
    """Whoever answers: its name and texts, its decisions, and its answers.

    ``text`` and ``declined`` tell the player what it does while Active and In Decline; ``rule``
    points to the numbered statement. ``lasts`` names the questions that it goes on answering when
    its race is In Decline; everything else falls silent with the decline.
    """

    name: ClassVar[str] = ""
    text: ClassVar[str] = ""
    declined: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    lasts: ClassVar[frozenset[str]] = frozenset()
    always: ClassVar[frozenset[str]] = frozenset()
    """The questions that it goes on answering although a card silences it (`events.md E13`)."""

    # ---- facts of the definition
    detail: ClassVar[str] = ""
    """Fine print for the player."""
    crusade_text: ClassVar[str] = ""
    """``text`` as it is in a Crusade, where it differs there; "" where it does not."""
    crusade_detail: ClassVar[str] = ""
    """Fine print that holds in a Crusade only, ..."""
    classic_detail: ClassVar[str] = ""
    """... and fine print that holds in the classic game only."""
    extra: ClassVar[int] = 0
    """Tokens that come with a combo besides its two numbers, and leave before scoring."""
    reach_text: ClassVar[Label] = Label("")
    """What is said of a Region that its `links_now` alone bring into reach, as a sentence."""
    coin_text: ClassVar[Label] = Label("")
    """How the score sheet names the coins of `coins`, and of `doubles`."""
    coins_each: ClassVar[int] = 1
    """How many coins each of the Regions of `coins` earns."""
    dearer_each: ClassVar[int] = 1
    """How many tokens more each of the Regions of `dearer` costs."""
    discount_text: ClassVar[Label] = Label("")
    """How a bill names what `cheaper` and `discount` take off, `dearer` and `toll` add."""
    attempts_rolled: ClassVar[bool] = False
    """Whether the die of an attempt has fallen already: falling short ends the conquests."""
    keeps_tokens_in_decline: ClassVar[bool] = False
    """Whether all tokens stay on the board when the race declines."""
    regroups: ClassVar[str] = ""
    """The word behind `redeploy` for a race In Decline that is redeployed: once when it declined,
    what was in hand too, and later what was driven out (`underground.md UP34, UP39`)."""
    keeps_powers: ClassVar[bool] = False
    """Whether badge and power stay in full when the race declines, as if it were Active (`events.md
    E32`)."""
    counts_in_decline: ClassVar[bool] = True
    """Whether the race counts for the limit of one race In Decline (`base.md X8`)."""

    # ---- decisions that it brings, see `asking.py` and `ways.py`
    ways: tuple[Way, ...] = ()
    """Further ways to conquer, ..."""
    offers: tuple[Decision, ...] = ()
    """... what may be done besides, any time in the conquests of its owner, ..."""
    early: Way | None = None
    """... the word for fighting on In Decline, before the Active race (`base.md R5`), ..."""
    steps: tuple[Decision, ...] = ()
    """... what is asked at the end of the turn, before scoring (`base.md R4`), ..."""
    turn_asks: tuple[Decision, ...] = ()
    """... at the start of its owner's turn, before all else, ..."""
    pick_asks: tuple[Decision, ...] = ()
    """... right after its combo was picked, ..."""
    scored_asks: tuple[Decision, ...] = ()
    """... after scoring, before the driven-out redeploy, ..."""
    last_asks: tuple[Decision, ...] = ()
    """... and when everything else of the turn is over (`base.md X7`)."""
    owed: tuple[Decision, ...] = ()
    """What it may owe a person whose Region was lost; asked when `turn.owe` has said so."""
    sequels: tuple[Decision, ...] = ()
    """What it may ask besides, when something else of it has come about: put with
    `turn.ask_now`."""
    draws: tuple[Decision, ...] = ()
    """What the dealer draws for it when `turn.ask_now` has said so."""
    follow_ups: tuple[Decision, ...] = ()
    """What a person is asked when `turn.ask_now` has said so."""
    round_asks: tuple[Decision, ...] = ()
    """What is asked of every person, in turn order, when a round begins. Sources that hold for
    everybody only."""

    key: str
    """The word under which the position keeps what this source remembers."""

    def __new__(cls) -> Self:
        """Every source knows its key: it is looked up wherever something is remembered."""
        made = super().__new__(cls)
        made.key = cls.name
        return made

    def decisions(self) -> tuple[Decision, ...]:
        """Every decision that it can bring, each once."""
        found: dict[Decision, None] = {}
        for group in (
            self.offers,
            self.steps,
            self.turn_asks,
            self.pick_asks,
            self.scored_asks,
            self.last_asks,
            self.owed,
            self.sequels,
            self.draws,
            self.follow_ups,
            self.round_asks,
        ):
            found.update(dict.fromkeys(group))
        return tuple(found)

    # ---- geometry, once per board
    def cheaper(self, board: Board) -> int:
        """Mask of the Regions that cost this race one token less."""
        return 0

    def dearer(self, board: Board) -> int:
        """Mask of the Regions that cost this race one token more, or `dearer_each`."""
        return 0

    def takes(self, board: Board) -> int:
        """Mask of the Regions, besides land, that this race may conquer."""
        return 0

    def keeps(self, board: Board) -> int:
        """Mask of the Regions that this race need not leave although others must (rivers)."""
        return 0

    def entry(self, board: Board) -> int:
        """Mask of the Regions, besides the usual ones, where this race may enter."""
        return 0

    def coins(self, board: Board) -> int:
        """Mask of the Regions that earn one coin more."""
        return 0

    def poorer(self, board: Board) -> int:
        """Mask of the Regions that yield one coin less in all, whoever holds them, never below 0;
        sources that hold for everybody only.
        """
        return 0

    def series(self, board: Board) -> int:
        """Mask of the Regions that earn in a row: the first that a seat holds, Active or In
        Decline, its coin, the second one more, the third two more, and so on; `coin_text` names the
        ``{number}``. Sources that hold for everybody only.
        """
        return 0

    def robs(self, s: State) -> int:
        """Mask of the Regions that now yield one coin less in all, as `poorer`."""
        return 0

    def times(self, declined: bool) -> int:
        """How often what a race earns counts, one In Decline or not: its Regions, Race and powers.

        Sources that hold for everybody only; must depend on nothing else.
        """
        return 1

    # ---- asked in a position; nothing changes
    def silences(self, other: Source, declined: bool) -> bool:
        """Whether ``other``, of a race that is In Decline or not, says nothing while this holds.

        Asked only of sources that hold for everybody; must depend on nothing else.
        """
        return False

    def reach(self, board: Board, held: int) -> int:
        """Mask of the Regions that count as adjacent to ``held`` besides the neighbours."""
        return 0

    def reach_now(self, s: State, slot: int, held: int) -> int:
        """The same where it depends on more of the position than what is held."""
        return 0

    def links_now(self, s: State, slot: int, held: int) -> int:
        """The same where it makes Regions neighbours for the race, for whatever asks who is
        adjacent, and not only for a conquest.
        """
        return 0

    def bars(self, s: State, slot: int) -> int:
        """Mask of the Regions that this race itself may not take now."""
        return 0

    def why_barred(self, s: State, slot: int, r: int) -> Refusal | None:
        """Why Region ``r`` is barred by this source, or None if it is not its doing."""
        return None

    def protects(self, s: State, slot: int, attacker: int) -> int:
        """Mask of the Regions that ``attacker`` may not take from, or because of, this race."""
        return 0

    def why_protected(self, s: State, slot: int, attacker: int, r: int) -> Refusal | None:
        """Why ``attacker`` may not take Region ``r``, or None if it is not this source's doing."""
        return None

    def spurns(self, s: State, slot: int, attacker: int) -> int:
        """Mask of the Regions of this race against which nothing helps ``attacker``: he reaches
        them over plain borders or as an ordinary entry, pays no token less, and has no further way.
        """
        return 0

    def discount(self, s: State, slot: int, r: int) -> int:
        """Tokens that conquering Region ``r`` costs less in this position (negative: more)."""
        return 0

    def helpers(self, s: State, slot: int) -> int:
        """How many pieces fight beside the tokens in hand, one as good as a token: they are spent
        first, but one token must take part.
        """
        return 0

    def helped(self, s: State, slot: int, r: int, number: int, events: Events | None) -> None:
        """So many of `helpers` fought for Region ``r``, which was conquered."""

    def toll(self, s: State, slot: int, attacker: int, r: int) -> int:
        """Tokens that conquering Region ``r`` of this race costs ``attacker`` more."""
        return 0

    def withholds(self, s: State, slot: int, way: Way | None) -> Refusal | None:
        """Why no conquest in that way (None: the ordinary one) may be made just now, or None."""
        return None

    def losses(self, s: State, slot: int, loss: int, defenders: int) -> int:
        """Tokens lost with a Region of ``defenders`` tokens, when ``loss`` would be (`base.md
        L1`).
        """
        return loss

    def swap_losses(self, s: State, slot: int, loss: int) -> int:
        """Tokens lost with a Region that was taken by a swap, when ``loss`` would be."""
        return loss

    def income(self, s: State, slot: int, held: int, items: Items | None) -> int:
        """Coins at the end of the turn besides those per Region; appends to ``items`` if given.

        ``held`` are the Regions to count, which may be fewer than the race holds: the worth of a
        Region is the difference.
        """
        return 0

    def doubles(self, s: State, slot: int) -> int:
        """Mask of the Regions that now bring the race twice what each brings by itself: its coin,
        those of what lies there, and what is counted Region by Region.
        """
        return 0

    def prize(self, s: State, slot: int, r: int) -> int:
        """Coins that conquering Region ``r`` now earns by itself at this turn's scoring; sources
        that hold for everybody only.
        """
        return 0

    def outlook(self, s: State, seat: int, items: Items | None) -> int:
        """Coins that ``seat`` gets (negative: pays) when the round ends, if nothing of what it
        depends on changes until then; appends to ``items`` if given. Sources that hold for
        everybody only.
        """
        return 0

    def total(self, s: State, seat: int, coins: int, items: Items | None) -> int:
        """What comes of the sum of a scoring; sources that hold for everybody only."""
        return coins

    def brings(self, s: State, slot: int) -> int:
        """Tokens that come into play with a combo besides its numbers and extras, whether the
        tray has them or not (negative: fewer).
        """
        return 0

    def leaves(self, s: State, slot: int) -> int:
        """Tokens that leave the board at the end of redeployment."""
        return 0

    def aside(self, s: State, slot: int) -> int:
        """Tokens of the race that lie beside the board and join the hand at the next readying."""
        return 0

    def rests(self, s: State, slot: int) -> Refusal | None:
        """Why the race is not redeployed after its owner's conquests: what stands stays, and what
        is in hand waits there for his next turn; None if it is redeployed.
        """
        return None

    def gains(self, s: State, slot: int) -> int:
        """Tokens that the tray owes the race at redeployment, before the tray limit."""
        return 0

    def forbids_decline(self, s: State, slot: int) -> Refusal | None:
        """Why the race may not be put In Decline now, or None."""
        return None

    def turn_order(self, s: State, order: tuple[int, ...]) -> tuple[int, ...]:
        """The seats of this round in order; sources that hold for everybody only."""
        return order

    def audit(self, s: State, slot: int) -> Iterator[str]:
        """Defects of what it remembers and owns for the race in ``slot``, one sentence each."""
        return iter(())

    # ---- moments
    def handed_on(self, s: State, slot: int, events: Events | None) -> None:
        """The race went to another player, and is in ``slot`` now (`events.md E33`)."""

    def picked(self, s: State, slot: int, events: Events | None) -> None:
        """The combo was picked."""

    def put_together(self, s: State, slot: int) -> None:
        """The position was put together by hand: make what is remembered fit what stands."""

    def turn_began(self, s: State, slot: int, events: Events | None) -> None:
        """A turn of the owner began, before readying."""

    def readied(self, s: State, slot: int) -> None:
        """The tokens of the race were readied, those of `aside` among them."""

    def abandoned(self, s: State, slot: int, r: int, events: Events | None) -> None:
        """The race left Region ``r`` of its own will, by abandoning or at redeployment."""

    def conquered(self, s: State, slot: int, r: int, won: Loss, events: Events | None) -> None:
        """The race conquered Region ``r``; ``won`` tells from whom, and how."""

    def region_lost(self, s: State, slot: int, r: int, loss: Loss, events: Events | None) -> None:
        """The race lost Region ``r`` to a conqueror; ``loss`` tells to whom, how, and what."""

    def conquests_ended(self, s: State, slot: int, events: Events | None) -> None:
        """The owner's conquests are over."""

    def set_aside(self, s: State, slot: int, tokens: int) -> None:
        """``tokens`` of those that `leaves` asked for have left the board."""

    def redeployed(self, s: State, slot: int, events: Events | None) -> None:
        """The owner's tokens stand as they will at the end of the turn."""

    def scored(self, s: State, slot: int, events: Events | None) -> None:
        """The owner's turn was scored."""

    def turn_ended(self, s: State, slot: int, events: Events | None) -> None:
        """The owner's turn is over."""

    def declines(self, s: State, slot: int, events: Events | None) -> None:
        """The race is about to go In Decline; it is still Active."""

    def went_in_decline(self, s: State, slot: int, events: Events | None) -> None:
        """The race went In Decline and is in ``slot`` now; asked of what outlasts the decline."""

    def round_began(self, s: State, slot: int, events: Events | None) -> None:
        """A round began; ``slot`` is EMPTY for a source that holds for everybody."""

    def round_ended(self, s: State, slot: int, events: Events | None) -> None:
        """A round is over; ``slot`` is EMPTY for a source that holds for everybody."""

    def round_opens(self, s: State, events: Events | None) -> None:
        """A round opens, and its card is in force; variants, which may have something drawn for it
        (`turn.ask_now`).
        """

    def game_began(self, s: State, events: Events | None) -> None:
        """The Lost Tribes stand; variants, and what lies on the board by itself, set out the rest,
        or have it drawn (`turn.ask_now`).
        """


class Race(Source):
    """A Race banner: ``number`` tokens with each combo, ``tray`` tokens in all."""

    number: ClassVar[int] = 0
    tray: ClassVar[int] = 0
    swaps_badge: ClassVar[bool] = False
    """Whether whoever picks it may exchange its badge for one of those shown."""
    colour: ClassVar[str] = "#6a5a4a"
    """The strip of its banner, dark enough for cream words, as "#rrggbb"."""
    declined = "Nothing special."


class Power(Source):
    """A Special Power badge: ``number`` tokens with each combo.

    ``kept_in_decline`` badges stay with a race In Decline, the others go to the discards (`base.md
    X4`). ``crusade`` is False for a badge that is left in the box in a Crusade (`crusade.md A3`).
    """

    number: ClassVar[int] = 0
    kept_in_decline: ClassVar[bool] = False
    crusade: ClassVar[bool] = True
    declined = "Gone."


class Card(Source):
    """An event card: holds for everybody while it is in force, one round unless it says more."""

    theme: ClassVar[str] = ""
    strength: ClassVar[str] = ""
    picture: ClassVar[str] = ""
    """The name of its picture; its own name if empty."""
    intro: ClassVar[str] = ""
    """One sentence for somebody who has never seen the card."""
    solo: ClassVar[bool] = True
    """Whether it is in the deck of a game that one person plays."""
    lands: ClassVar[tuple[str, ...]] = ()
    """Words of the terrains and symbols that it speaks of."""

    def speaks_of(self) -> tuple[tuple[str, ...], ...]:
        """Words of the terrains and symbols that it speaks of, one tuple for each thing it does."""
        return (self.lands,) if self.lands else ()

    def at_home(self, land: Land) -> bool:
        """Whether ``land`` has what the card speaks of, for each thing it does; where not it is
        left out of the deck (`underground.md`, "Mixing with the base game").
        """
        return all(any(map(land.has, words)) for words in self.speaks_of())


class EventMarker(Source):
    """What an event marker means: holds for everybody in the round for which it was turned up
    (`riverworld.md W4`), if it answers anything. There are ``number`` of them in the box.
    """

    number: ClassVar[int] = 0
    picture: ClassVar[str] = ""
    intro: ClassVar[str] = ""
    """One sentence for somebody who has never seen the marker."""
    quiet: ClassVar[bool] = False
    """Whether it changes nothing once its round has begun."""

    def begins(self, s: State, events: Events | None) -> None:
        """It was turned up, and its round begins."""

    def passes(self, s: State, events: Events | None) -> None:
        """Its rounds are over: another one was turned up, and holds now."""


class Boon(Source):
    """Something a race can have besides banner and badges: a right, a Place, a Relic.

    A Place or a Relic lies on a Region and answers for whoever holds it (`Piece.brings`). One with
    a ``word`` is a right: the race in whose memory it stands has it (`pieces.entitle`), In Decline
    too. ``houses`` tells that a badge may lie with it, whose power is its holder's: its number and
    1 is remembered for EMPTY as "badge". ``serves_tribes`` is whether it answers for the Lost
    Tribes as well, ``for_tribes`` what answers for them in its place. ``found`` is told when it was
    drawn for a Region that was just taken, and ``let_go`` whenever whoever held its Region holds it
    no longer.
    """

    word: ClassVar[str] = ""
    picture: ClassVar[str] = ""
    """The event card that it is shown as."""
    family: ClassVar[str] = ""
    """What things of its kind are called together, and in a sentence what they have in common."""
    kind: ClassVar[str] = ""
    """What one of them is called."""
    kind_text: ClassVar[str] = ""
    """What must be known of it wherever one lies, as a short sentence."""
    family_text: ClassVar[str] = ""
    houses: ClassVar[bool] = False
    serves_tribes: ClassVar[bool] = True
    for_tribes: ClassVar[Boon | None] = None

    def found(self, s: State, slot: int, r: int, events: Events | None) -> None:
        """The race in ``slot`` has found it in Region ``r``."""

    def let_go(self, s: State, slot: int, r: int, events: Events | None) -> None:
        """The race in ``slot`` holds Region ``r``, where it lies, no longer: another one took it,
        it was given up, or the race left the board.
        """


class Variant(Source):
    """A change of the rules that holds for everybody through the whole game."""


QUESTIONS: frozenset[str] = frozenset(
    name
    for name, value in vars(Source).items()
    if not name.startswith("_") and (callable(value) or isinstance(value, tuple))
) | {"early"}
"""The names that `Source.lasts` may hold."""


_ANSWERS: dict[type[Source], frozenset[str]] = {}


def answers(kind: type[Source]) -> frozenset[str]:
    """The questions that sources of this class answer themselves; worked out once."""
    found = _ANSWERS.get(kind)
    if found is None:
        found = _ANSWERS[kind] = frozenset(
            name for name in QUESTIONS if getattr(kind, name, None) is not getattr(Source, name)
        )
    return found


def overridden(source: Source, name: str) -> bool:
    """Whether ``source`` answers the question ``name`` itself."""
    return name in answers(type(source))


Discount = Callable[["State", int, int], int]
Income = Callable[["State", int, int, "Items | None"], int]
