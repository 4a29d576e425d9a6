"""A finished game in a few sentences: how it ended, since when, and what brought and cost most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crusade.desktop.words.cast import Cast
from crusade.desktop.words.grammar import combo
from crusade.desktop.words.money import item_words
from crusade.ending import Best, Broken, LookBack, Loss, Taking, Turning, look_back
from crusade.rules.ids import NONE, TRIBES
from crusade.session import Session
from crusade.texts import Who, _, _n, several

SOURCES = 4
"""Items of a side's bills that are named; what is left is summed."""


class TaleLine(NamedTuple):
    """What is told under a heading; `place` is where it is seen on the board, None for nowhere."""

    title: str
    words: str
    place: int | None = None


class Tale(NamedTuple):
    """The sentence about the end, what more is told, and what its picture shows: the Region taken
    last, None for the whole board.
    """

    lead: str
    lines: tuple[TaleLine, ...]
    region: int | None
    last: int
    """The place where the game ends."""


def tale(session: Session, broke: Sequence[Broken] = ()) -> Tale:
    """All that is told of a game that is over."""
    back = look_back(session)
    cast = Cast.of(session, open_coins=True, by_name=True)
    region = None if back.last is None else back.last.region
    lines = _lines(session, cast, back, broke)
    return Tale(_lead(session, cast, back), tuple(lines), region, len(session.steps))


def _lines(
    session: Session, cast: Cast, back: LookBack, broke: Sequence[Broken]
) -> Iterator[TaleLine]:
    for record in broke:
        yield TaleLine(_("A record"), _broken(record, cast.folk))
    if back.turning is not None:
        words = _turning(cast, back.turning, session.setup.rounds)
        yield TaleLine(_("The turning point"), words, back.turning.place)
    if back.best is not None:
        yield TaleLine(_("The best turn"), _best(cast, back.best), back.best.place)
    if back.loss is not None:
        yield TaleLine(_("The dearest loss"), _loss(cast, back.loss), back.loss.place)
    for seat, races in back.races.items():
        known = [race for race in races if race.banner != NONE]
        if known:
            paid = several(
                _(
                    "{combo} {coins}",
                    combo=combo(cast.library, race.banner, race.badge),
                    coins=race.coins,
                )
                for race in known
            )
            yield TaleLine(_("Coins by Race: {who}", who=cast.who(seat)), f"{paid}.")
    for side, items in back.sources.items():
        named = [item_words(item, coins) for item, coins in items[:SOURCES]]
        rest = sum(coins for _item, coins in items[SOURCES:])
        if rest:
            named.append(_("{coins} for all else", coins=rest))
        if named:
            yield TaleLine(_("Coins by source: {who}", who=cast.who(side)), f"{several(named)}.")


def _lead(session: Session, cast: Cast, back: LookBack) -> str:
    """How it ended, in one sentence."""
    state, result = session.state, session.record.result
    if result is not None and result.resigned:
        return _("Given up in round {round}.", round=state.round)
    winners = state.winners if result is None else result.winners
    if len(winners) != 1:
        return _("{names} share the victory.", names=several(cast.names[w] for w in winners))
    who = cast.who(winners[0])
    if winners[0] == TRIBES:
        return _tribes_lead(cast, back, who)
    if back.last is None:
        return _n(
            "{who} won, {count} coin ahead.", "{who} won, {count} coins ahead.", back.ahead, who=who
        )
    return _person_lead(cast, back, back.last, who)


def _person_lead(cast: Cast, back: LookBack, last: Taking, who: Who) -> str:
    values = {
        "who": who,
        "combo": combo(cast.library, last.banner, last.badge),
        "region": cast.place(last.region),
    }
    if last.victim in (NONE, last.seat):
        return _n(
            "{who} won, {count} coin ahead after {combo} took {region} in the last round.",
            "{who} won, {count} coins ahead after {combo} took {region} in the last round.",
            back.ahead,
            **values,
        )
    return _n(
        "{who} won, {count} coin ahead after {combo} took {region} from {victim} in the last "
        "round.",
        "{who} won, {count} coins ahead after {combo} took {region} from {victim} in the last "
        "round.",
        back.ahead,
        victim=cast.who(last.victim),
        **values,
    )


def _tribes_lead(cast: Cast, back: LookBack, who: Who) -> str:
    last = back.last
    if not back.ahead:
        return _("{folk:Nom} won: level on coins, and they win ties.", folk=who)
    if last is None or last.victim in (NONE, TRIBES):
        return _n(
            "{folk:Nom} won, {count} coin ahead.",
            "{folk:Nom} won, {count} coins ahead.",
            back.ahead,
            folk=who,
        )
    return _n(
        "{folk:Nom} won, {count} coin ahead after they took {region} from {victim} in the last "
        "round.",
        "{folk:Nom} won, {count} coins ahead after they took {region} from {victim} in the last "
        "round.",
        back.ahead,
        folk=who,
        region=cast.place(last.region),
        victim=cast.who(last.victim),
    )


def _turning(cast: Cast, turning: Turning, rounds: int) -> str:
    """Since when the winner led."""
    who = cast.who(turning.seat)
    if turning.round == 1:
        return _("{who:Nom} led from the first round to the end.", who=who)
    if turning.round == rounds:
        return _("{who:Nom} came ahead only in the last round.", who=who)
    return _(
        "{who:Nom} came ahead in round {round} and stayed there.", who=who, round=turning.round
    )


def _best(cast: Cast, best: Best) -> str:
    return _n(
        "{who:Nom} earned {count} coin in round {round}.",
        "{who:Nom} earned {count} coins in round {round}.",
        best.coins,
        who=cast.who(best.seat),
        round=best.round,
    )


def _loss(cast: Cast, loss: Loss) -> str:
    return _n(
        "In round {round} {by} took {regions} from {who}; it would have paid {count} coin more.",
        "In round {round} {by} took {regions} from {who}; it would have paid {count} coins more.",
        loss.coins,
        round=loss.round,
        by=cast.who(loss.by),
        who=cast.who(loss.seat),
        regions=several(str(cast.place(r)) for r in loss.regions),
    )


def _broken(record: Broken, known: Who) -> str:
    if record.kind == "score":
        return _(
            "The highest score so far: {value}, before {old}.",
            value=record.value,
            old=record.before,
        )
    if record.kind == "tokens":
        return _n(
            "Won against {count} token of {folk}; the most before were {old}.",
            "Won against {count} tokens of {folk}; the most before were {old}.",
            record.value,
            old=record.before,
            folk=known,
        )
    return _n(
        "The clearest victory so far: {count} coin ahead; the most before were {old}.",
        "The clearest victory so far: {count} coins ahead; the most before were {old}.",
        record.value,
        old=record.before,
    )
