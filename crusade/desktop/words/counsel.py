"""What the counsel says, in numbers: the next move, what it is worth, and the next best ones."""

from __future__ import annotations

from collections.abc import Sequence

from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import combo
from crusade.players.advice import Choice
from crusade.rules import State, apply, moves
from crusade.rules.asking import Passage, Regions, Spread
from crusade.rules.ids import ASK, CONQUER, TRIBES
from crusade.rules.moves import Move
from crusade.rules.queries import earnings
from crusade.texts import Value, _, _n, several, tell

MOST_OTHERS = 2
"""How many of the next best ways are named."""


def regions_meant(s: State, move: Move) -> frozenset[int]:
    """The Regions that a move is about, to be lit on the board; none for a distribution."""
    kind = move[0]
    if kind in (moves.CONQUER, moves.ATTEMPT, moves.CHOOSE):
        return frozenset(move[1:2])
    if kind == moves.ABANDON:
        return frozenset(move[1:])
    if kind == moves.ANSWER and isinstance(s.setup.library.decisions[move[1]], Regions | Passage):
        return frozenset(move[2:])
    return frozenset()


def counsel_words(cast: Cast, s: State, choices: Sequence[Choice]) -> str:
    """One sentence on the best of the choices, and one that names the next best."""
    best = choices[0]
    said = _best_words(cast, s, best, choices)
    ways = [(x, round(best.value - x.value)) for x in choices[1:] if named(cast, s, x.move)]
    others = [
        _n("{what} ({count} coin less)", "{what} ({count} coins less)", less, what=what)
        if less
        else _("{what} (as good)", what=what)
        for x, less in ways[:MOST_OTHERS]
        if (what := named(cast, s, x.move)) is not None
    ]
    if not others:
        return said
    return f"{said} {_('Next best: {others:and}.', others=several(others))}"


def _best_words(cast: Cast, s: State, best: Choice, choices: Sequence[Choice]) -> str:
    move, kind = best.move, best.move[0]
    ending = next((x for x in choices if x.move == moves.END_MOVE), None)
    other = choices[1] if len(choices) > 1 else None
    if kind in (moves.CONQUER, moves.ATTEMPT, moves.ABANDON) and ending is not None:
        better = round(best.value - ending.value)
        return _conquest_words(cast, s, move, better)
    better = 0 if other is None else round(best.value - other.value)
    if kind == moves.END:
        if better < 1:
            return _("End your conquests here.")
        return _n(
            "End your conquests here: about {count} coin better than anything else.",
            "End your conquests here: about {count} coins better than anything else.",
            better,
        )
    if kind == moves.DECLINE:
        if better < 1:
            return _("Let your race go In Decline now.")
        return _n(
            "Let your race go In Decline now: about {count} coin better than playing on.",
            "Let your race go In Decline now: about {count} coins better than playing on.",
            better,
        )
    what = named(cast, s, move)
    if kind == moves.PICK and what is not None:
        if better < 1:
            return _("Pick {combo}.", combo=what)
        return _n(
            "Pick {combo}: about {count} coin better than the next best.",
            "Pick {combo}: about {count} coins better than the next best.",
            better,
            combo=what,
        )
    if kind == moves.REDEPLOY or (
        kind == moves.ANSWER and isinstance(s.setup.library.decisions[move[1]], Spread)
    ):
        return _("The pieces now stand as the counsel would place them.")
    return _answer_words(cast, s, move)


def _conquest_words(cast: Cast, s: State, move: Move, better: int) -> str:
    """What a Region brings that is to be taken, tried or abandoned next."""
    region = cast.place(move[1])
    if move[0] == moves.ABANDON:
        return _("Abandon {region} first.", region=region)
    if move[0] == moves.ATTEMPT:
        if better < 1:
            return _("Try {region} with the die.", region=region)
        return _n(
            "Try {region} with the die: about {count} coin better than ending here.",
            "Try {region} with the die: about {count} coins better than ending here.",
            better,
            region=region,
        )
    if better < 1:
        return _("Take {region}, though ending here would be much the same.", region=region)
    pays, costs = _at_once(s, move)
    if costs > 0:
        return _n(
            "About {count} coin better than ending here: {region} pays you {pays} and costs {folk} "
            "{costs}.",
            "About {count} coins better than ending here: {region} pays you {pays} and costs "
            "{folk} {costs}.",
            better,
            region=region,
            pays=pays,
            costs=costs,
            folk=cast.folk,
        )
    return _n(
        "About {count} coin better than ending here: {region} pays you {pays}.",
        "About {count} coins better than ending here: {region} pays you {pays}.",
        better,
        region=region,
        pays=pays,
    )


def _at_once(s: State, move: Move) -> tuple[int, int]:
    """Coins a turn that a conquest brings whoever makes it, and takes from the Lost Tribes."""
    then = s.copy()
    apply(then, move)
    pays = earnings(then, s.seat).total - earnings(s, s.seat).total
    if not s.setup.crusade:
        return pays, 0
    return pays, earnings(s, TRIBES).total - earnings(then, TRIBES).total


def named(cast: Cast, s: State, move: Move) -> Value | str | None:
    """What a move is called for short; None for what has no short name."""
    kind = move[0]
    if kind in (moves.CONQUER, moves.ATTEMPT, moves.CHOOSE):
        return cast.place(move[1])
    if kind == moves.END and s.phase == CONQUER:
        return _("ending here")
    if kind == moves.DECLINE:
        return _("going In Decline")
    if kind == moves.PICK:
        banner, badge, _found = s.column[move[1]]
        return combo(cast.library, banner, badge)
    return None


def _answer_words(cast: Cast, s: State, move: Move) -> str:
    """What is to be answered to a question."""
    regions = regions_meant(s, move)
    if regions:
        places = several(map(cast.place, sorted(regions)))
        return _("Best: {regions:and}.", regions=places)
    if move[0] != moves.ANSWER or s.phase not in (ASK, CONQUER):
        return _("There is nothing better than what is asked.")
    decision = s.setup.library.decisions[move[1]]
    slot = s.asked_slot if s.phase == ASK else s.seat * 3
    if not move[2:] and decision.pass_title:
        return _("Best: {what}.", what=tell(decision.pass_title, cast.who))
    told = tell(decision.told(s, slot, move[2:]), cast.who)
    if told:
        return _("Best so: {what}", what=told)
    return _("Best: {what}.", what=tell(decision.done_title or decision.title, cast.who))
