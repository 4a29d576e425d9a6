"""Sounds: every event is thought of, and no machine without sound ever notices."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pygame
import pytest

from crusade.desktop import sound, tones
from crusade.desktop.sound import SILENT, SOUNDS, VOICES, Sounds, sounds_of
from crusade.rules import events as ev
from crusade.rules.ids import EMPTY, SOLO, TRIBES_SLOT, TWO_PLAYER
from crusade.session import NewGame, Session


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """SDL's device that swallows everything."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def no_device(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "there-is-none")


def event_classes() -> list[type[ev.Event]]:
    found = [
        value
        for value in vars(ev).values()
        if isinstance(value, type) and issubclass(value, ev.Event) and value is not ev.Event
    ]
    assert len(found) > 20
    return found


def conquest(slot: int) -> ev.Conquered:
    return ev.Conquered(slot, 3, 2, 0, EMPTY, 0, 0)


# -- which sound ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", event_classes())
def test_every_event_is_heard_or_silent_on_purpose(kind: type[ev.Event]) -> None:
    assert (kind in SOUNDS) != (kind in SILENT)


def test_the_tables_name_only_sounds_that_exist() -> None:
    named = {entry for entry in SOUNDS.values() if isinstance(entry, str)}
    assert named <= set(tones.NAMES)
    assert set(sound._TELLING) == set(tones.NAMES)


def test_the_lost_tribes_have_their_drum() -> None:
    assert sounds_of([conquest(0)]) == ["knock"]
    assert sounds_of([conquest(TRIBES_SLOT)]) == ["drum"]


def test_what_costs_nothing_or_brings_nothing_does_not_clink() -> None:
    assert sounds_of([ev.ComboPicked(0, 0, 1, 1, 0, 0, 9)]) == ["slide"]
    assert sounds_of([ev.ComboPicked(0, 2, 1, 1, 2, 0, 9)]) == ["coins"]
    assert sounds_of([ev.Scored(0, 0, (), 5)]) == []
    assert sounds_of([ev.CoinsPaid(0, 2, "", 7)]) == ["coins"]
    assert sounds_of([ev.CoinsPaid(0, 0, "", 7)]) == []


def test_many_events_at_once_are_two_sounds_in_their_order() -> None:
    many = [
        ev.ComboDealt(5, 1, 1),
        ev.DieRolled(0, 2, 2),
        conquest(0),
        conquest(0),
        ev.MarkPlaced(0, 3),
        ev.Scored(0, 4, (), 9),
    ]
    assert sounds_of(many) == ["dice", "knock"]


@pytest.mark.parametrize(("mode", "names"), [(SOLO, ("Ada",)), (TWO_PLAYER, ("Ada", "Tom"))])
def test_every_step_of_a_game_has_known_sounds(mode: str, names: tuple[str, ...]) -> None:
    session = Session.new(NewGame(mode, names, 14, seed=5))
    dice = random.Random(5)
    heard = set()
    while not session.over:
        for made in session.play(dice.choice(session.choices)):
            names_heard = sounds_of(made.events)
            assert len(names_heard) <= 2
            heard.update(names_heard)
    assert heard <= set(tones.NAMES)
    assert {"drum", "knock", "coins", "dice", "chime"} <= heard


# -- how they sound -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", tones.NAMES)
def test_sounds_are_short_quiet_and_end_softly(name: str) -> None:
    made = tones.samples(name)
    assert 0.02 < len(made) / tones.RATE < 1.5
    assert 2000 < max(map(abs, made)) < 16000
    assert made[0] == 0
    assert abs(made[-1]) < 50
    assert made == tones.samples(name)


def test_an_unknown_sound_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        tones.samples("trumpet")


# -- the device -----------------------------------------------------------------------------------


def test_nothing_is_opened_before_the_first_sound(device: None) -> None:
    sounds = Sounds()
    assert not sounds.open
    assert pygame.mixer.get_init() is None
    sounds.play("click")
    assert sounds.open
    sounds.close()
    assert pygame.mixer.get_init() is None


def test_sound_that_is_off_never_opens_the_device(
    device: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[int] = []
    monkeypatch.setattr(sound, "_opened", lambda: opened.append(1))
    sounds = Sounds(on=False)
    for name in tones.NAMES:
        sounds.play(name)
    sounds.events([conquest(0)])
    sounds.set(False, 20)
    sounds.set(True, 0)
    sounds.play("click")
    assert opened == []


def test_switching_off_gives_the_device_back_and_on_takes_it_again(device: None) -> None:
    sounds = Sounds(volume=50)
    sounds.play("horn")
    sounds.set(False, 50)
    assert pygame.mixer.get_init() is None
    sounds.play("horn")
    assert pygame.mixer.get_init() is None
    sounds.set(True, 50)
    sounds.play("horn")
    assert pygame.mixer.get_init() == (tones.RATE, -16, 1)
    assert pygame.mixer.get_busy()
    sounds.close()


def test_the_volume_holds_for_sounds_already_made(device: None) -> None:
    sounds = Sounds(volume=100)
    sounds.play("drum")
    loud = sounds._kept["drum"].get_volume()
    sounds.set(True, 30)
    assert 0 < sounds._kept["drum"].get_volume() < loud / 3
    sounds.close()


def test_at_most_so_many_sounds_at_once(device: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "_REST", 0.0)
    sounds = Sounds()
    for _ in range(5 * VOICES):
        sounds.play("chime")
    assert pygame.mixer.get_num_channels() == VOICES
    assert sum(pygame.mixer.Channel(n).get_busy() for n in range(VOICES)) == VOICES
    sounds.close()


def test_the_same_sound_twice_at_once_is_played_once(
    device: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "_REST", 0.5)
    sounds = Sounds()
    sounds.play("chime")
    sounds.play("chime")
    assert sum(pygame.mixer.Channel(n).get_busy() for n in range(VOICES)) == 1
    sounds.close()


def test_a_sound_is_made_once_and_the_device_opened_once(
    device: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that later calls hold nothing up; `crusade.lab.benchmark_screen` has the times."""
    monkeypatch.setattr(sound, "_REST", 0.0)
    made: list[str] = []
    samples = tones.samples
    monkeypatch.setattr(sound.tones, "samples", lambda name: made.append(name) or samples(name))
    opened: list[None] = []
    open_device = sound._opened
    monkeypatch.setattr(sound, "_opened", lambda: opened.append(None) or open_device())
    sounds = Sounds()
    for name in (*tones.NAMES, *tones.NAMES):
        sounds.play(name)
        pygame.mixer.stop()  # a free voice for the next one
    assert made == list(tones.NAMES) and len(opened) == 1
    sounds.close()


def test_an_unknown_name_is_silence(device: None) -> None:
    sounds = Sounds()
    sounds.play("trumpet")
    sounds.play("click")
    assert sounds.open
    sounds.close()


# -- machines without sound -----------------------------------------------------------------------


def use(sounds: Sounds) -> None:
    sounds.play("click")
    sounds.events([conquest(0), ev.GameEnded((0,))])
    sounds.set(True, 10)
    sounds.set(False, 10)
    sounds.set(True, 90)
    sounds.play("horn")
    sounds.close()
    assert not sounds.open


def test_no_device(no_device: None) -> None:
    use(Sounds())


def test_a_device_that_fails_is_asked_once(
    no_device: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def refuse() -> None:
        tries.append(1)
        raise PermissionError("no permission")

    monkeypatch.setattr(sound, "_opened", refuse)
    sounds = Sounds()
    for _ in range(5):
        sounds.play("click")
    assert len(tries) == 1
    sounds.set(False, 70)
    sounds.set(True, 70)
    sounds.play("click")
    assert len(tries) == 2


def test_a_pygame_without_its_mixer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing:
        def __getattr__(self, name: str) -> None:
            raise NotImplementedError("mixer module not available")

    monkeypatch.setattr(pygame, "mixer", Missing())
    use(Sounds())
    monkeypatch.delattr(pygame, "mixer")
    use(Sounds())


def test_a_device_that_breaks_down_while_playing(
    device: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sounds = Sounds()
    sounds.play("click")
    pygame.mixer.quit()
    monkeypatch.setattr(sound, "_REST", 0.0)
    use(sounds)


@pytest.mark.parametrize("driver", ["dummy", "alsa", "there-is-none", None])
def test_the_terminal_stays_clean(driver: str | None) -> None:
    program = (
        "from crusade.desktop.sound import Sounds\n"
        "s = Sounds()\n"
        "s.play('click'); s.play('drum'); s.set(False, 50); s.set(True, 50); s.play('click')\n"
        "s.close()\n"
    )
    env = {key: value for key, value in os.environ.items() if key != "SDL_AUDIODRIVER"}
    if driver is not None:
        env["SDL_AUDIODRIVER"] = driver
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_pieces_and_signals_have_volumes_of_their_own() -> None:
    sounds = Sounds(on=False, volume=80)
    assert sounds.level("tap") == sounds.level("horn") > 0
    sounds.set(False, 80, 50, 100)
    assert 0 < sounds.level("tap") < sounds.level("horn")
    sounds.set(False, 80, 100, 0)
    assert sounds.level("horn") == 0 < sounds.level("dice")
