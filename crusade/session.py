"""One running game: its history, undo, the dealer, the Lost Tribes, and the autosave.

Every move, and everything that follows from it without a person, is on disk before `play` returns.
The screen shows the returned steps one after another; what it shows is always some step's position.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from . import clock
from .archive import (
    Archive,
    ArchiveConflict,
    ArchiveError,
    Finish,
    Kept,
    Standing,
    Story,
    moves_mark,
)
from .automaton.hall_of_fame import Combo, RoundCoins
from .automaton.lost_tribes import default_choice, nothing_at_stake
from .boxes import DEFAULT
from .dealer import Deal, Dealer
from .games import ADVISED, DEAL, DRAWS, EDITION, board_for
from .plain import plain
from .players import POLICIES, Person, Program, Seat, TribesSeat
from .position_text import PositionError, position_from, position_text
from .record import Option, Record
from .replay import OPENING, ReplayError, Step, replay, result_of, setup_of, step
from .rules import Refused, State, decider, legal_moves, refusal, start
from .rules import moves as kinds
from .rules.events import (
    CoinsPaid,
    ComboDiscarded,
    ComboKept,
    ComboPicked,
    ComboTaken,
    Event,
    RoundBegan,
    Scored,
    TurnBegan,
)
from .rules.ids import ASK, CLASSIC, DEALER, NOBODY, NONE, OVER, ROUND_START, SOLO, TRIBES
from .rules.labels import SOURCE, Label, Term
from .rules.moves import Move
from .rules.queries import asked
from .texts import _, folk

PASSES = "passes"
REVEALS = "reveals"
OPENS = "opens"
ROLLS = "rolls"
GOES_ON = "goes-on"
PRACTICE = "practice"
"""The option of a record that the game is forgotten when it is over."""


@dataclass(frozen=True)
class NewGame:
    """What the set-up screen decides. ``names`` in the order of seats, ``boxes`` by their words.

    ``programs`` says by seat which policy (`crusade.players.POLICIES`) plays it; persons play the
    others. It is kept among the record's options, so a game taken up again is played on alike.
    """

    mode: str
    names: tuple[str, ...]
    tokens: int
    seed: int | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    boxes: tuple[str, ...] = DEFAULT
    programs: Mapping[int, str] = field(default_factory=dict)


def program_option(seat: int) -> str:
    """The option of a record that names the policy which plays a seat: `program_2`."""
    return f"program_{seat + 1}"


class Session:
    """A game being played. Make one with `new` or `resume`.

    ``notice`` is a sentence for the player when the last move could not be stored; the game goes on
    in memory and a later move stores everything. ``conflict`` is set for good when another window
    plays the same game. ``remark`` is a sentence about how the game was taken up, until the next
    move.
    """

    def __init__(
        self,
        record: Record,
        archive: Archive | None,
        game: int | None,
        settle_ties: bool = False,
        story: Story | None = None,
    ) -> None:
        self.record = record
        self.archive = archive
        self.game = game
        self._settle_ties = settle_ties
        self._own_ties: dict[int, State] = {}
        """The positions before ties were to settle themselves, by identity."""
        self.rewinds = bool(record.options.get("undo_past_chance"))
        """Whether a solo game may go back past chance; that marks it."""
        self.setup = setup_of(record)
        self.opening = start(self.setup)
        self.earlier: tuple[str, ...] = ()
        """Moves before `opening`, where today's rules do not play them as they were played."""
        self._before: Story | None = None
        self.remark = ""
        self.steps: list[Step] = []
        self._replay(story)
        self.dealer = Dealer(record.seed, self._known_deal())
        self.seats: dict[int, Seat] = self._seated()
        """Who decides for each seat, the Lost Tribes' included."""
        self.notice = ""
        self.conflict = ""
        self.resigned = record.result.resigned if record.result else False
        self.held = False
        """Whether the turn has ended and waits: whoever ended it may still take that back."""
        self._undone: list[Move] = []
        self._choices: list[Move] | None = None
        self._stored = game is not None
        self._draft = Kept(0, "")

    def _seated(self) -> dict[int, Seat]:
        seats: dict[int, Seat] = {TRIBES: TribesSeat()}
        for seat in range(self.setup.seats):
            word = self.record.options.get(program_option(seat), "")
            policy = POLICIES.get(word) if isinstance(word, str) else None
            if word and policy is None:
                self.remark = _(
                    'The player of the program "{word}" is not known here: {name} is played by '
                    "a person.",
                    word=plain(str(word)),
                    name=self.name(seat),
                )
            seats[seat] = Person() if policy is None else Program(policy, self.dealer.seed)
        return seats

    def _replay(self, story: Story | None) -> None:
        """Play the record's moves, or go on from the story where they lead elsewhere by now.

        Raises ReplayError where the moves are not allowed and there is no position to go on from.
        """
        try:
            self.steps = replay(self.setup, self.record.moves)
            refused = None
        except ReplayError as error:
            refused = error
        kept = None
        if story is not None:
            with contextlib.suppress(PositionError):
                kept = position_from(self.setup, story.position)
        if kept is None:
            if refused is not None:
                raise refused
            return
        if refused is None and position_text(self.state) == position_text(kept):
            return
        self.opening, self.earlier, self._before = kept, self.record.moves, story
        self.steps = []
        self.remark = _(
            "A rule was corrected since this game was played; it goes on from where it stood."
        )

    # ---------------------------------------------------------------- beginning
    @classmethod
    def new(
        cls, game: NewGame, archive: Archive | None = None, settle_ties: bool = False
    ) -> Session:
        """Start a game, store it, and let the dealer reveal the first combos.

        Raises ValueError for a mode and number of names that do not go together, and for a seat or
        a policy that there is not.
        """
        for seat, word in game.programs.items():
            if word not in POLICIES or not 0 <= seat < len(game.names):
                raise ValueError(
                    _("There is no player {word} for seat {seat}.", word=word, seat=seat)
                )
        programs = {program_option(seat): word for seat, word in game.programs.items()}
        record = Record(
            mode=game.mode,
            board=board_for(game.mode, len(game.names), game.boxes),
            tokens=game.tokens if game.mode != CLASSIC else 0,
            names=game.names,
            started=clock.now(),
            seed=game.seed,
            options={**game.options, **programs},
            boxes=game.boxes,
            edition=EDITION,
        )
        session = cls(record, archive, None, settle_ties)
        session.steps += session._follow([])
        session._store(0)
        return session

    @classmethod
    def resume(cls, archive: Archive, game: int, settle_ties: bool = False) -> Session:
        """Take up a stored game. Raises ArchiveError or ReplayError with a sentence."""
        record = archive.game_record(game)
        if record.result is not None:
            return cls(record, archive, game, settle_ties)
        mark = moves_mark(record.moves)
        story = archive.story(game, mark)
        session = cls(record, archive, game, settle_ties, story)
        if not session.earlier:
            # All of it can be played by today's rules, so that is what it is from now on.
            session.record = replace(session.record, edition=EDITION)
            if story is None and record.moves and record.edition < EDITION:
                # Files of the first format kept no position: nothing tells whether it is the same.
                session.remark = _(
                    "A rule was corrected since this game was begun; from here on, and in what was "
                    "played, today's rules hold."
                )
        count = len(session.steps)
        session.steps += session._follow([])
        if len(session.steps) > count or session.over:
            session._store(count)
        if not session.over:
            with contextlib.suppress(ArchiveError):  # it is only about the order of a list
                length, edition = len(session.record.moves), session.record.edition
                archive.shown(game, length, session.standing(), edition, session._story())
        return session

    # ---------------------------------------------------------------- reading
    @property
    def state(self) -> State:
        """The present position; read it, never write it."""
        return self.steps[-1].after if self.steps else self.opening

    @property
    def over(self) -> bool:
        """Whether the game has ended, played out or resigned."""
        return self.resigned or self.state.phase == OVER

    @property
    def actor(self) -> int:
        """The seat of the person who must decide now; NOBODY when the game is over.

        While the end of a turn is held that is still the person who ended it.
        """
        if self.held:
            return self.steps[-1].actor
        return NOBODY if self.over else decider(self.state)

    @property
    def choices(self) -> list[Move]:
        """The legal moves now (redeployments as a canonical few), computed once per position.

        None while the end of a turn is held: then there are `undo` and `go_on`.
        """
        if self._choices is None:
            self._choices = [] if self.over or self.held else legal_moves(self.state)
        return self._choices

    @property
    def settle_ties(self) -> bool:
        """Whether ties in which nothing of a person's is at stake settle themselves.

        Only alone: between two persons the choice is a right of the Control Marker's holder.
        """
        return self._settle_ties and self.record.mode == SOLO

    @settle_ties.setter
    def settle_ties(self, wanted: bool) -> None:
        if wanted and not self._settle_ties:
            # A tie that waits already is the person's still, and those before it were.
            known = [self.opening, *(made.after for made in self.steps)]
            self._own_ties = {id(state): state for state in known}
        self._settle_ties = wanted

    def _settles_itself(self, s: State) -> bool:
        return bool(s.choices) and self.settles(s) and nothing_at_stake(s)

    def settles(self, before: State) -> bool:
        """Whether a tie in the position ``before`` settles itself, if nothing is at stake."""
        return self.settle_ties and id(before) not in self._own_ties

    def name(self, seat: int) -> str:
        """The name of a seat; for that of the Lost Tribes what the box calls them."""
        return (
            str(folk(self.setup.library.folk.title.message))
            if seat == TRIBES
            else self.record.names[seat]
        )

    def events(self) -> list[Event]:
        """Everything that has happened, from the beginning (or since `opening`, if `earlier`)."""
        opening = () if self.earlier else OPENING
        return [*opening, *(event for made in self.steps for event in made.events)]

    # ---------------------------------------------------------------- playing
    def play(self, move: Move, hold: bool = False) -> list[Step]:
        """A person's move and all that follows without one, stored and then returned as steps.

        With ``hold`` a move that `holds` waits: it is stored, but neither the Lost Tribes nor the
        other person has begun, and `undo` takes it back until `go_on` is called. (A game that is
        closed meanwhile has gone on when it is opened again.) Raises Refused; then nothing has
        changed.
        """
        self._guard()
        before = self.go_on()
        if decider(self.state) in (DEALER, TRIBES, NOBODY):
            reason = refusal(self.state, move)
            if reason is not None:
                raise Refused(reason)
        steps = self._add(step(self.state, move), hold)
        self._undone.clear()
        return before + steps

    def holds(self, move: Move) -> bool:
        """Whether ``move`` would end what this person has to do, and could wait to be taken back.

        Not the last move of a game: its result stands as soon as it is played.
        """
        state = self.state
        if self.held or self.over or refusal(state, move) is not None:
            return False
        return _hands_over(state, step(state, move).after)

    def go_on(self) -> list[Step]:
        """Let begin whoever comes after a turn that was held; what they did at once, or nothing."""
        if not self.held:
            return []
        self._guard()
        self.held = False
        self._undone.clear()
        self._choices = None
        count = len(self.steps)
        self.steps += self._follow([])
        if len(self.steps) > count:
            self._store(count)
        return self.steps[count:]

    def _add(self, made: Step, hold: bool = False) -> list[Step]:
        count = len(self.steps)
        self.remark = ""
        self.held = hold and _hands_over(self.state, made.after)
        self.steps.append(made)
        if not self.held:
            self.steps += self._follow([])
        self._choices = None
        self._store(count)
        return self.steps[count:]

    def _follow(self, made: list[Step]) -> list[Step]:
        """The moves of the dealer, the Lost Tribes and programs up to a person's next decision."""
        state = self.state
        draws = self._draws()
        place = len(self.earlier) + len(self.steps)
        open_coins = bool(self.record.options.get("open_coins"))
        while True:
            who = decider(state)
            if who == DEALER:
                rolls = 0 if self.dealer.deal is None else self._rolls(made)
                move = self.dealer.move(state, draws, rolls)
                draws += 1
            elif who == NOBODY:
                return made
            elif (
                who != TRIBES and state.choices and self.settles(state) and nothing_at_stake(state)
            ):
                move = (kinds.CHOOSE, default_choice(state))
            else:
                chosen = self.seats[who].move(state, who, open_coins, place + len(made))
                if chosen is None:
                    return made
                move = chosen
            made.append(step(state, move))
            state = made[-1].after

    def _known_deal(self) -> Deal | None:
        """The deal that is played once more, or that of a day; None where chance deals."""
        known, of = (str(self.record.options.get(key, "")) for key in (DRAWS, DEAL))
        if known:
            return Deal.read(known)
        return Deal.of_day(of, start(self.setup)) if of else None

    def _rolls(self, made: Sequence[Step]) -> int:
        """How often the die was rolled in this game, and in the steps ``made`` since."""
        return sum(one.move[0] == kinds.DIE for one in (*self.steps, *made))

    def _draws(self) -> int:
        """How often the dealer has drawn in this game."""
        before = 0 if self._before is None else self._before.draws
        return before + sum(made.actor == DEALER for made in self.steps)

    def take_advice(self) -> None:
        """Advice was asked for: from now on the game is marked so."""
        if self.over or self.record.options.get(ADVISED):
            return
        self.record = replace(self.record, options={**self.record.options, ADVISED: True})
        self._stored = False  # all of it is written anew, the options too
        self._store(len(self.steps))

    def resign(self) -> None:
        """Give the game up: it is recorded as resigned and counts as a loss (`crusade.md G3`).

        Nothing happens when it has ended or when another window plays it (`conflict` says so).
        """
        if self.over or self.conflict:
            return
        self.resigned = True
        self.held = False
        self._choices = None
        self._undone.clear()
        self._store(len(self.steps))

    # ---------------------------------------------------------------- undo
    def final(self, move: Move) -> str:
        """Why ``move`` could not be taken back: ROLLS, REVEALS, OPENS, GOES_ON or PASSES, or "" if
        it could.

        PASSES: the turn ends, or the other person is asked next. Where `holds` is true, that can
        wait for a moment. A game that may go back past chance goes back past all of it, except that
        the last turn of the game may end it.
        """
        why = self._final(move)
        last = why == PASSES and self.state.round == self.setup.rounds
        return "" if self.may_rewind and not last else why

    def _final(self, move: Move) -> str:
        """The same for a game that does not go back past chance."""
        state = self.state
        if refusal(state, move) is not None:
            return ""
        after = step(state, move).after
        if _unseals(state, after):
            return OPENS
        rolls = ROLLS
        while True:
            if after.phase == OVER or (after.seat, after.round) != (state.seat, state.round):
                return PASSES
            if after.rolling:
                return rolls
            who = decider(after)
            if who == DEALER:
                return REVEALS
            if who == TRIBES:
                after = step(after, legal_moves(after)[0]).after
            elif self._settles_itself(after):
                after = step(after, kinds.CHOICES[default_choice(after)]).after
            else:
                return "" if who == decider(state) else PASSES
            rolls = GOES_ON  # a die then, but not for this move

    @property
    def floor(self) -> int:
        """How many steps cannot be taken back.

        They end with the last chance, the last passing of the turn, the last opening of sealed
        answers, or the last step after which somebody else had to decide: nobody takes back what
        the other person did. The end of a turn that is held has not passed yet.
        """
        actor = self.actor
        for i in range(len(self.steps) - 1 - self.held, -1, -1):
            made = self.steps[i]
            if made.actor == DEALER or any(isinstance(e, TurnBegan) for e in made.events):
                return i + 1
            if made.actor not in (TRIBES, actor):
                return i + 1
            if _unseals(self.steps[i - 1].after if i else self.opening, made.after):
                return i + 1
        return 0

    def _last_own(self) -> int:
        """The index of the last step that a person decided, or -1."""
        for i in range(len(self.steps) - 1, -1, -1):
            made = self.steps[i]
            if self._is_person(made.actor) and not self._settled_itself(i):
                return i
        return -1

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that persons at the screen play."""
        return tuple(seat for seat in range(self.setup.seats) if self._is_person(seat))

    def _is_person(self, actor: int) -> bool:
        """Whether a person at the screen decides for whoever acted."""
        return actor != DEALER and isinstance(self.seats[actor], Person)

    def _settled_itself(self, i: int) -> bool:
        """Whether step ``i`` is a tie that nobody was asked about."""
        before = self.steps[i - 1].after if i else self.opening
        if not self.settles(before) or self.steps[i].move[0] != kinds.CHOOSE:
            return False
        return nothing_at_stake(before)

    @property
    def may_rewind(self) -> bool:
        """Whether this game allows going back past chance (solo games only)."""
        return self.record.mode == SOLO and self.rewinds

    @property
    def can_undo(self) -> bool:
        """Whether the last step can be taken back."""
        if self.over or self.conflict:
            return False
        last = self._last_own()
        return last >= self.floor or (self.may_rewind and last >= 0)

    @property
    def can_undo_turn(self) -> bool:
        """Whether anything of this turn can be taken back."""
        return self.can_undo and self._last_own() >= self.floor

    @property
    def can_redo(self) -> bool:
        """Whether a step taken back can be done again."""
        return bool(self._undone) and not self.over and not self.conflict

    def undo(self) -> bool:
        """Take the last step back; past chance only where the game allows it, and marks it."""
        if not self.can_undo:
            return False
        keep = self._last_own()
        past_chance = keep < self.floor
        if past_chance:
            self._undone.clear()
            self.record = replace(self.record, rewound=True)
        else:
            self._undone.append(self.steps[keep].move)
        self._cut(keep, past_chance)
        return True

    def undo_turn(self) -> bool:
        """Take back everything of this turn that can be; redo brings it back step by step."""
        if not self.can_undo_turn:
            return False
        floor = self.floor
        while self._last_own() >= floor:
            keep = self._last_own()
            self._undone.append(self.steps[keep].move)
            del self.steps[keep:]
        self._cut(len(self.steps), past_chance=False)
        return True

    def redo(self, hold: bool = False) -> list[Step]:
        """Do the step taken back last once more; empty if there is none. ``hold`` as in `play`."""
        if not self.can_redo:
            return []
        self._guard()
        return self._add(step(self.state, self._undone.pop()), hold)

    def _cut(self, keep: int, past_chance: bool) -> None:
        self.held = False
        del self.steps[keep:]
        self._choices = None
        self._sync_record()
        if self.archive is None:
            return
        if self.game is None or not self._stored:
            self._store(len(self.steps))
            return
        try:
            place = len(self.earlier) + keep
            self.archive.truncate(self.game, place, self.standing(), past_chance, self._story())
            self.notice = ""
        except ArchiveConflict as error:
            self.conflict = str(error)
        except ArchiveError as error:
            self.notice = str(error)
            self._stored = False

    # ---------------------------------------------------------------- storing
    def standing(self) -> Standing:
        """Round and coins, for the list of running games."""
        s = self.state
        tribes = s.coins[TRIBES] if s.setup.crusade else None
        return Standing(s.round, tuple(s.coins[: s.setup.seats]), tribes)

    def catch_up(self) -> str:
        """Try once more to store what could not be stored; a sentence if that failed, else ""."""
        if self.notice and not self.conflict:
            self._store(len(self.steps))
        return self.conflict or self.notice

    def _guard(self) -> None:
        if self.conflict:
            raise ArchiveConflict(self.conflict)

    def _sync_record(self) -> None:
        result = result_of(self.state, self.resigned) if self.over else None
        moves = (*self.earlier, *(made.text for made in self.steps))
        self.record = replace(self.record, moves=moves, result=result)

    def _story(self) -> Kept | None:
        """What is kept beside the moves, in case that a rule is corrected."""
        if self.over:
            return None
        story = Story(
            position_text(self.state), self._draws(), combos_played(self), round_coins(self)
        )
        return Kept(moves_mark(self.record.moves), story.text())

    def save_draft(self, text: str) -> None:
        """Keep what is being prepared at this place of the game ("" forgets it).

        It survives closing the window; where it cannot be stored it lives as long as the session.
        """
        self._draft = Kept(self._place(), text)
        if self.archive is not None and self.game is not None and not self.conflict:
            with contextlib.suppress(ArchiveError):  # a draft is nobody's loss
                self.archive.save_draft(self.game, self._draft)

    def load_draft(self) -> str:
        """What was prepared at exactly this place of the game; "" if nothing was."""
        mark = self._place()
        if self._draft.mark == mark:
            return self._draft.text
        if self.archive is None or self.game is None:
            return ""
        try:
            return self.archive.draft(self.game, mark)
        except ArchiveError:
            return ""

    def _place(self) -> int:
        return moves_mark((*self.earlier, *(made.text for made in self.steps)))

    def _store(self, index: int) -> None:
        """Bring the disk up to date: ``index`` steps were there before."""
        self._sync_record()
        archive = self.archive
        if archive is None:
            return
        running = replace(self.record, result=None)
        index += len(self.earlier)
        texts = self.record.moves[index:]
        try:
            if self.over and self.record.options.get(PRACTICE):
                if self.game is not None:
                    archive.delete(self.game)
                self.game = None
            elif not self._stored or self.game is None:
                self.game = archive.keep(self.game, running, self.standing(), self._story())
                if self.over:
                    archive.finish(self.game, self.finish())
            elif self.over:
                archive.finish(self.game, self.finish(), index, texts)
            elif texts:
                archive.append_moves(self.game, index, texts, self.standing(), self._story())
            self._stored = True
            self.notice = ""
        except ArchiveConflict as error:
            self.conflict = str(error)
        except ArchiveError as error:
            self._stored = False
            self.notice = str(error)

    def finish(self) -> Finish:
        """What the Hall of Fame keeps of this game."""
        return Finish(
            result=result_of(self.state, self.resigned),
            combos=combos_played(self),
            rounds=round_coins(self),
        )


def _unseals(before: State, after: State) -> bool:
    """Whether the last of several sealed answers was given, so that all of them lie open now."""
    decision = asked(before)
    return decision is not None and decision.sealed and after.asked != before.asked


def _hands_over(before: State, after: State) -> bool:
    """Whether what a person had to do has ended: the turn passes, or the other person is asked.

    The choice among Regions that tie is part of the Lost Tribes' turn, which goes on by itself. A
    sealed answer can wait as long as it lies alone: not the last one, which opens all.
    """
    if after.phase == OVER or _unseals(before, after):
        return False
    if before.phase == ASK and before.moment == ROUND_START:  # nobody's turn has begun
        return decider(after) not in (DEALER, decider(before))
    if before.seat == TRIBES:
        return False
    if after.setup.seats == 1 and after.seat != TRIBES:  # alone, with the next turn one's own too
        return False
    if (after.seat, after.round) != (before.seat, before.round):
        return True
    return decider(after) not in (DEALER, decider(before))


def combos_played(session: Session) -> tuple[tuple[Combo, ...], ...]:
    """By seat, the combos picked in this game, in order."""
    seats: list[list[Combo]] = [[] for seat in range(session.setup.seats)]
    if session._before is not None:
        for played, before in zip(seats, session._before.combos, strict=False):
            played += before
    for event in session.events():
        if isinstance(event, ComboPicked | ComboTaken):
            library = session.setup.library
            power = "" if event.badge == NONE else library.powers[event.badge].name
            seats[event.seat].append(Combo(power, library.races[event.banner].name))
    return tuple(tuple(combos) for combos in seats)


def round_coins(session: Session) -> tuple[RoundCoins, ...]:
    """Each seat's coins at the end of each round, with what came in during the round, itemised.

    What was paid for a combo, or found on one, is in the coins and not among the items.
    """
    before = session._before
    out: list[RoundCoins] = [] if before is None else list(before.rounds)
    totals = list(session.opening.coins)
    number = session.opening.round
    items: dict[int, list[tuple[Label, int]]] = {}
    for event in session.events():
        if isinstance(event, RoundBegan):
            out += _closed(number, totals, items)
            number, items = event.round, {}
        elif isinstance(event, Scored):
            totals[event.seat] = event.total
            items.setdefault(event.seat, []).extend((said, n) for said, n, _mask in event.items)
        elif isinstance(event, CoinsPaid):
            totals[event.seat] = event.total
            paid = (Label("{source}", source=Term(SOURCE, event.source)), event.coins)
            items.setdefault(event.seat, []).append(paid)
        elif isinstance(event, ComboPicked):
            totals[event.seat] += event.found - event.price
        elif isinstance(event, ComboKept):
            totals[event.seat] += event.found - event.upper
        elif isinstance(event, ComboDiscarded):
            totals[TRIBES] += event.coins
    out += _closed(number, totals, items)
    return tuple(out)


def _closed(
    number: int, totals: Sequence[int], items: Mapping[int, Sequence[tuple[Label, int]]]
) -> list[RoundCoins]:
    """The lines of a round that is over, in the order in which the seats were paid."""
    return [RoundCoins(number, seat, totals[seat], tuple(said)) for seat, said in items.items()]
