"""Why a move is not allowed: a typed reason, with the message that tells it to a person."""

from __future__ import annotations

from .labels import Label, Value


class Refusal(Label):
    """A reason. ``code`` is stable and for programs, the message (see `Label`) is for the player.

    ``rule`` points to the numbered statement.
    """

    __slots__ = ("code", "rule")

    def __init__(
        self,
        code: str,
        message: str,
        rule: str = "",
        /,
        *,
        many: str = "",
        context: str = "",
        you: str = "",
        **values: Value,
    ) -> None:
        super().__init__(message, many=many, context=context, you=you, **values)
        self.code = code
        self.rule = rule

    @property
    def sentence(self) -> str:
        """The message with its values in place, names uninflected (see `Label.__str__`)."""
        return str(self)


class Refused(Exception):
    """A move that the rules do not allow; carries its Refusal. The position is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal
