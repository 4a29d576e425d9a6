"""A player made of mouse events: it reads what is lit and enabled on the table, and clicks it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from crusade.boxes import DEFAULT
from crusade.desktop.app import App
from crusade.desktop.scenes.base import Scene
from crusade.desktop.scenes.host import NewGameChoice
from crusade.desktop.scenes.table import TableScene
from crusade.desktop.sound import Sounds
from crusade.desktop.table import asking
from crusade.desktop.table.offers import tied
from crusade.rules.asking import Choice, Passage, Regions
from crusade.rules.board import bits
from crusade.rules.ids import CONQUER, PICK
from crusade.rules.turn import asked
from crusade.session import NewGame, Session
from crusade.settings import Settings


class TableHost:
    """The rest of the program, as far as the table needs it."""

    def __init__(self, **settings) -> None:
        self.kept = Settings().changed(**settings)
        self.sounds = Sounds(on=False)
        self.done: Session | None = None
        self.shown: list[str] = []
        self.begun: list[NewGameChoice] = []

    def settings(self) -> Settings:
        return self.kept

    def change(self, **values) -> str:
        self.kept = self.kept.changed(**values)
        return ""

    def finished(self, session: Session) -> None:
        self.done = session

    def start(self, choice: NewGameChoice) -> None:
        self.begun.append(choice)

    def show_rules(self, table=None) -> None:
        self.shown.append("rules")

    def show_settings(self) -> None:
        self.shown.append("settings")


INSTANT = {"tribes_pace": "instant", "animation_pace": "instant"}


class Player:
    """Plays a game at the table with the mouse alone. ``by_drag`` redeploys by dragging."""

    def __init__(
        self,
        mode="solo",
        names=("Ada",),
        seed=1,
        size=(1280, 720),
        *,
        percent=100,
        by_drag=False,
        session: Session | None = None,
        tokens=14,
        boxes=DEFAULT,
        **settings,
    ) -> None:
        self.host = TableHost(**{**INSTANT, **settings})
        new = NewGame(mode, names, tokens, seed, boxes=boxes)
        self.session = session or Session.new(new, None)
        self.app = App(size=size, ui_percent=percent, headless=True)
        self.app.push(Scene())
        self.scene = TableScene(self.host, self.session)
        self.app.push(self.scene)
        self.app.pump(0.0)
        self.rng = random.Random(seed)
        self.by_drag = by_drag
        self.clicks = 0

    # ---------------------------------------------------------------- mouse
    def post(self, kind: int, pos, **more) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=pos, **more))

    def click(self, pos, button=1) -> None:
        self.clicks += 1
        self.app.pump(0.0)  # a person clicks on what can be seen, and looks before clicking again
        self.app.presses.pass_time(1.0)
        self.post(pygame.MOUSEMOTION, pos, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, pos, button=button)
        self.post(pygame.MOUSEBUTTONUP, pos, button=button)
        self.app.pump(0.02)

    def drag(self, start, end) -> None:
        self.clicks += 1
        self.app.presses.pass_time(1.0)
        self.post(pygame.MOUSEMOTION, start, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, start, button=1)
        self.app.pump(0.01)
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        for pos in (middle, end):
            self.post(pygame.MOUSEMOTION, pos, rel=(0, 0), buttons=(1, 0, 0))
            self.app.pump(0.01)
        self.post(pygame.MOUSEBUTTONUP, end, button=1)
        self.app.pump(0.01)

    def key(self, key: int, mod=0) -> None:
        self.app.presses.pass_time(1.0)  # a person looks before pressing the same key again
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=mod, unicode=""))
            self.app.pump(0.01)

    def press(self, name: str) -> None:
        button = self.scene.ui.find(name)
        assert button.enabled, f"{name} cannot be pressed: {button.why}"
        self.click(button.rect.center)

    def on(self, name: str) -> bool:
        try:
            return self.scene.ui.find(name).enabled
        except KeyError:
            return False

    def region(self, r: int):
        return self.scene.board.view.slot_centre(r, "token")

    # ---------------------------------------------------------------- a game
    def answer(self) -> bool:
        """Click the main answer of a dialog or a line of a menu, if one is open."""
        ui = self.scene.ui
        if not ui.busy:
            return False
        for widget in ui.layers[-1].root.walk():
            if widget.name.startswith("answer:") and widget.look == "main":
                self.click(widget.rect.center)
                return True
            if widget.name == "menu-rows":
                row = widget.row_rect(self.rng.randrange(widget.count))
                self.click(row.center)
                return True
        raise AssertionError("a layer without an answer")

    def play(self, limit=4000) -> Session:
        """Play to the end."""
        with self.fewer_frames() as draw:
            for _ in range(limit):
                if self.host.done is not None:
                    return self.host.done
                self.step()
                draw()
        raise AssertionError("the game does not end")

    @contextmanager
    def fewer_frames(self) -> Iterator[Callable[[], None]]:
        """Draw nothing by itself, for the caller to draw one frame a decision: every key and click
        is handled as ever, but most of a game's time would go into the frames in between.
        """
        draw, self.app.draw = self.app.draw, lambda: None
        try:
            yield draw
        finally:
            self.app.draw = draw

    def step(self) -> None:
        """One decision."""
        control = self.scene.control
        if self.answer():
            return
        if control.stage.busy:
            self.wait()
            return
        self.app.pump(0.0)
        if control.session.over or self.scene.ui.busy:
            return
        assert self.scene.picture_is_true()
        assert control.deciding
        s = control.state
        if control.draft is not None:
            self.arrange()
        elif s.phase == PICK:
            self.pick()
        elif s.phase == CONQUER:
            self.fight()
        elif asked(s) is not None:
            self.decide()
        elif tied(s):
            self.at(self.rng.choice(list(bits(tied(s)))))
            if control.state is s:  # it cannot be taken back, so it was only marked
                self.press("main")
        else:
            self.press("main")

    def wait(self) -> None:
        """Let what moves come to its end; what holds is let go on."""
        self.app.pump(5.0)
        if (
            isinstance(self.scene, TableScene)
            and self.scene.control.stage.waits
            and self.on("next")
        ):
            self.press("next")

    def at(self, r: int) -> None:
        """Do what lies nearest at a Region, such as conquer it or name it."""
        self.click(self.region(r))

    def pick(self) -> None:
        rows = [m[1] for m in self.session.choices]
        if not self.scene.side.column.visible:
            tabs = self.scene.side.tabs
            self.click(tabs.cells()[tabs.options.index("Races")].center)
        row = self.rng.choice(rows)
        place = self.scene.side.column.row_rect(row)
        if not place.h:
            row = min(rows)
            place = self.scene.side.column.row_rect(row)
        self.click(place.center)

    def fight(self) -> None:
        control, rng = self.scene.control, self.rng
        if asking.must_do_first(control.state) and not control.early:
            word = self.first_of(asking.offers(control.state))
            self.press(word if rng.random() < 0.9 else "main")
            return
        if control.offering is not None:
            among = asking.may_choose(control.state, control.offering, control.chosen)
            if self.on("done") and rng.random() < 0.6:
                self.press("done")
            else:
                self.at(rng.choice(list(bits(among))))
            return
        extra = [d for d in asking.offers(control.state) if not d.eager]
        if extra and not control.early and rng.random() < 0.3:
            self.press(rng.choice(extra).word.split()[0])
            return
        offers = [o for o in control.offers.values() if o.ways]
        if self.on("decline") and rng.random() < 0.25:
            self.press("decline")
        elif offers and rng.random() < 0.93:
            self.at(rng.choice(offers).region)
        elif control.early and self.on("early") and rng.random() < 0.5:
            self.press("early")
        elif self.on("main"):
            self.press("main")
        elif self.on("early"):
            self.press("early")
        elif control.abandon:
            self.at(rng.choice(list(bits(control.abandon))))
        else:
            raise AssertionError("nothing can be pressed")

    @staticmethod
    def first_of(offers) -> str:
        """The button of what must come before a conquest, such as a roll, among what is offered."""
        return next((o for o in offers if o.eager), offers[0]).word.split()[0]

    def arrange(self) -> None:
        """Redeploy by clicks or drags until it may be finished."""
        control, rng = self.scene.control, self.rng
        draft = control.draft
        assert draft is not None
        if draft.takes:
            self.give_up(draft)
            return
        if rng.random() < 0.1:
            self.press("even")
        if not draft.reason(control.state) and rng.random() < 0.7:
            self.press("main")
            return
        places = sorted(draft.counts)
        if draft.spare > 0:
            target = rng.choice([r for r in places if draft.room(r)] or places)
            if self.by_drag:
                tray = self.scene.side.tray
                self.drag((tray.rect.x + 20, tray.rect.centery), self.region(target))
            else:
                self.click(self.region(target))
        elif draft.spare < 0:
            target = rng.choice([r for r in places if draft.excess(r)])
            if self.by_drag:
                self.drag(self.region(target), self.scene.board.view.frame.topleft)
            else:
                self.click(self.region(target), 3)
        else:
            full = [r for r in places if draft.excess(r)]
            if full and self.by_drag and len(places) > 1:
                source = rng.choice(full)
                other = rng.choice([r for r in places if r != source])
                self.drag(self.region(source), self.region(other))
            elif full:
                self.click(self.region(rng.choice(full)), 3)
            else:
                self.press("main")

    def give_up(self, draft) -> None:
        """Take tokens off until enough are gone, or pass; now and then put one back."""
        rng = self.rng
        if self.on("pass") and rng.random() < 0.2:
            self.press("pass")
        elif not draft.reason(self.scene.control.state) and rng.random() < 0.6:
            self.press("main")
        elif back := [r for r in draft.counts if draft.room(r) and rng.random() < 0.2]:
            self.take_off(back[0], -1)
        elif full := [r for r in sorted(draft.counts) if draft.excess(r)]:
            self.take_off(rng.choice(full), 1)

    def take_off(self, r: int, change: int) -> None:
        self.click(self.region(r), 1 if change > 0 else 3)

    def decide(self) -> None:
        """Answer what an ability asks, by its kind."""
        control, rng = self.scene.control, self.rng
        s = control.state
        decision = asked(s)
        if isinstance(decision, Passage):
            among = list(bits(asking.may_choose(s, decision, control.chosen)))
            self.click(self.region(rng.choice(among)))
            return
        if isinstance(decision, Regions):
            if self.on("main") and rng.random() < (0.6 if decision.most > 1 else 0.2):
                self.press("main")
                return
            among = list(bits(asking.may_choose(s, decision)))
            if among:
                self.click(self.region(rng.choice(among)))
            else:
                self.press("main")
            return
        names = [name for name in ("main", "yes", "pass", "more", "less") if self.on(name)]
        if isinstance(decision, Choice):
            things = decision.things(s, asking.slot_of(s, decision))
            names += [f"choose-{thing}" for thing in things if self.on(f"choose-{thing}")]
        self.press(rng.choice(names))


class KeyPlayer(Player):
    """Plays with the keyboard alone: Tab, arrows and Enter reach what has no key of its own."""

    def click(self, pos, button=1) -> None:
        raise AssertionError("no mouse is at hand")

    def drag(self, start, end) -> None:
        raise AssertionError("no mouse is at hand")

    def tap(self, key: int, mod=0) -> None:
        """A key, pressed by somebody who looks at what it did."""
        self.clicks += 1
        self.key(key, mod)
        self.app.pump(0.0)

    def press(self, name: str) -> None:
        button = self.scene.ui.find(name)
        assert button.enabled, f"{name} cannot be pressed: {button.why}"
        self.app.presses.pass_time(1.0)
        if button.key is not None:
            self.tap(button.key, pygame.KMOD_CTRL if button.ctrl else 0)
            return
        for _ in range(120):
            if button.focused:
                self.tap(pygame.K_RETURN)
                return
            self.tap(pygame.K_TAB)
        raise AssertionError(f"{name} cannot be reached by Tab")

    def stand_on(self, r: int) -> None:
        """Walk to a Region: from lit one to lit one by Tab, else anywhere by arrows."""
        board = self.scene.board
        if r in board.lit():
            for _ in range(120):
                if board.focused and board.cursor == r:
                    return
                self.tap(pygame.K_TAB)
        for _ in range(600):
            if board.focused and board.cursor == r:
                return
            key = self.rng.choice((pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN))
            self.tap(key, pygame.KMOD_SHIFT)
            if not board.focused:
                self.tap(pygame.K_TAB)
        raise AssertionError(f"Region {r} cannot be reached")

    def at(self, r: int, key: int = pygame.K_RETURN) -> None:
        """Do something at a Region, after the key before it has been let go for a while."""
        self.stand_on(r)
        self.app.presses.pass_time(1.0)
        self.tap(key)

    def answer(self) -> bool:
        ui = self.scene.ui
        if not ui.busy:
            return False
        self.app.presses.pass_time(1.0)
        for widget in ui.layers[-1].root.walk():
            if widget.name.startswith("answer:") and widget.look == "main":
                assert widget.key is not None
                self.tap(widget.key)
                return True
            if widget.name == "menu-rows":
                self.tap(pygame.K_1 + self.rng.randrange(min(9, widget.count)))
                return True
        raise AssertionError("a layer without an answer")

    def wait(self) -> None:
        self.tap(pygame.K_SPACE)

    def pick(self) -> None:
        self.take_row(self.rng.choice([m[1] for m in self.session.choices]))

    def take_row(self, row: int) -> None:
        rows = self.scene.side.column.list
        for _ in range(60):
            if rows.focused:
                break
            self.tap(pygame.K_TAB)
        while rows.chosen != row:
            self.tap(pygame.K_DOWN if rows.chosen is None or rows.chosen < row else pygame.K_UP)
        self.app.presses.pass_time(1.0)
        self.tap(pygame.K_RETURN)

    def arrange(self) -> None:
        control = self.scene.control
        draft = control.draft
        assert draft is not None
        if draft.takes:
            self.give_up(draft)
        elif not draft.reason(control.state):
            self.press("main")
        elif draft.spare > 0 and self.rng.random() < 0.5:
            room = [r for r in draft.counts if draft.room(r)]
            self.at(self.rng.choice(room), pygame.K_PLUS)
        elif draft.spare < 0:
            full = [r for r in draft.counts if draft.excess(r)]
            self.at(self.rng.choice(full), pygame.K_MINUS)
        else:
            self.press(self.rng.choice(("even", "defend")))

    def take_off(self, r: int, change: int) -> None:
        self.at(r, pygame.K_PLUS if change > 0 else pygame.K_MINUS)

    def decide(self) -> None:
        control, s = self.scene.control, self.scene.control.state
        decision = asked(s)
        if isinstance(decision, Passage):
            among = list(bits(asking.may_choose(s, decision, control.chosen)))
            self.at(self.rng.choice([r for r in among if r not in control.chosen]))
            return
        if isinstance(decision, Regions):
            among = [r for r in bits(asking.may_choose(s, decision)) if r not in control.chosen]
            if self.on("main") and (not among or decision.most > 1 or self.rng.random() < 0.3):
                self.press("main")
            else:
                self.at(self.rng.choice(among))
            return
        names = [name for name in ("main", "yes", "pass") if self.on(name)]
        if isinstance(decision, Choice):
            things = decision.things(s, asking.slot_of(s, decision))
            names += [f"choose-{thing}" for thing in things if self.on(f"choose-{thing}")]
        self.press(self.rng.choice(names))
