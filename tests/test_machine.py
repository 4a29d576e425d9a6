"""Any sequence of legal moves, found and shortened by hypothesis: sound, undone, replayed."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from play_helpers import GAMES, SETUPS

from crusade.replay import replay
from crusade.rules import State, legal_moves, move_text, start
from crusade.rules.audit import audit, checked_play
from crusade.rules.ids import OVER


class Play(RuleBasedStateMachine):
    """One game: moves forward, and back to any earlier position."""

    @initialize(game=st.sampled_from(GAMES))
    def begin(self, game: tuple[str, int]) -> None:
        self.setup = SETUPS[game]
        self.history: list[State] = [start(self.setup)]
        self.texts: list[str] = []
        self.problems: list[str] = []

    @property
    def state(self) -> State:
        return self.history[-1]

    @precondition(lambda self: self.state.phase != OVER)
    @rule(choice=st.integers(0, 10**6), more=st.integers(1, 12))
    def play(self, choice: int, more: int) -> None:
        for step in range(more):
            if self.state.phase == OVER:
                return
            options = legal_moves(self.state)
            move = options[(choice * (step + 1)) % len(options)]
            self.texts.append(move_text(self.state, move))
            after, _, found = checked_play(self.state, move)
            self.problems += found + audit(after)
            self.history.append(after)

    @rule(back=st.integers(0, 30))
    def undo(self, back: int) -> None:
        keep = max(1, len(self.history) - back)
        del self.history[keep:]
        del self.texts[keep - 1 :]

    @rule()
    def replay(self) -> None:
        steps = replay(self.setup, self.texts)
        assert [step.after for step in steps] == self.history[1:]

    @invariant()
    def sound(self) -> None:
        assert getattr(self, "problems", []) == []


TestPlay = Play.TestCase
TestPlay.settings = settings(
    max_examples=30,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
