"""Players of the guided first game: they do what its card says, by mouse or by keyboard."""

from __future__ import annotations

from program_driver import Driver
from table_player import KeyPlayer

from crusade.rules.ids import ACTIVE_OF, REDEPLOY
from crusade.rules.queries import prospect


class Guided(Driver):
    """Follows the guide with the mouse; ``met`` are the steps that spoke, in their order."""

    def __init__(self, folder, **more) -> None:
        super().__init__(folder, **more)
        self.met: list[str] = []
        self.seen: set[str] = set()

    @property
    def speaks(self) -> str:
        """The key of the step that speaks, "" for advice and for nothing."""
        tutor = self.scene.tutor
        return tutor.lesson.key if tutor.number else ""

    def step(self) -> None:
        """Do what the card says, else what a careful newcomer does."""
        tutor = self.scene.tutor
        if self.scene.lesson.visible and not self.scene.ui.busy:
            self.check_card()
        if self.scene.ui.busy or self.scene.control.stage.busy or self.scene.session.over:
            super().step()
        elif tutor.lesson is not None and (tutor.reads or not tutor.number):
            self.read_on()
        else:
            super().step()

    def check_card(self) -> None:
        """It lies in the window, does not cover what it speaks of, and no word of it is cut."""
        card, m = self.scene.lesson, self.scene.m
        if self.speaks and self.speaks not in self.met:
            self.met.append(self.speaks)
        assert m.window.contains(card.rect), self.speaks
        assert not card.rect.colliderect(card.target), self.speaks
        assert card.words.height(m, card.words.rect.w) <= card.words.rect.h + 1, self.speaks
        assert m.window.contains(card.on.rect)

    def wait(self) -> None:
        if self.scene.control.stage.waits or self.scene.reading:
            self.press("next")
        else:
            super().wait()

    def take(self, words: str) -> None:
        """Take a line of the menu that is open."""
        rows = next(w for w in self.scene.ui.layers[-1].root.walk() if w.name == "menu-rows")
        index = [item.label for item in rows.items].index(words)
        self.click(rows.row_rect(index).center)

    def read_on(self) -> None:
        self.press("lesson-on")

    # ---------------------------------------------------------------- what the cards say
    def pick(self) -> None:
        self.take_row(self.scene.tutor.spot.number if self.speaks in ("pick", "second") else 0)

    def take_row(self, row: int) -> None:
        self.click(self.scene.side.column.row_rect(row).center)

    def fight(self) -> None:
        control = self.scene.control
        spot = self.scene.tutor.spot
        offers = [o for o in control.offers.values() if o.ways and not o.dear]
        if self.speaks == "decline":
            self.press("decline")
        elif self.speaks and spot.kind == "region" and self.scene.tutor.number:
            self.at(spot.number)
        elif self.scene.tutor.lesson is None and self.tired(control, offers):
            self.press("decline")
        elif offers:
            slot = ACTIVE_OF[0]
            gain = {o.region: prospect(control.state, slot, o.region).total for o in offers}
            self.at(max(offers, key=lambda o: (gain[o.region] / max(1, o.price), -o.region)).region)
        else:
            self.press("main")

    def tired(self, control, offers) -> bool:
        """Whether the race is out of steam once more, and another one can still earn."""
        s = control.state
        return self.on("decline") and len(offers) <= 1 and s.round > 2 and s.round <= 6

    def arrange(self) -> None:
        control = self.scene.control
        if control.state.phase == REDEPLOY and not control.draft.changed and self.on("defend"):
            self.press("defend")
            if not control.deciding or control.draft is None:
                return
        if not control.draft.reason(control.state):
            self.press("main")
        else:
            self.press("even")


class GuidedByKeys(Guided, KeyPlayer):
    """The same with the keyboard alone."""

    def press(self, name: str) -> None:
        KeyPlayer.press(self, name)

    def take_row(self, row: int) -> None:
        KeyPlayer.take_row(self, row)
