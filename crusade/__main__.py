"""The command line: `crusade` plays; the other commands check, measure and look.

Wrong arguments and broken files get one clear sentence, never a traceback. Exit codes: 0 all is
well, 1 something failed (a scenario, a record, a board, a file), 2 the command or a file is
malformed.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from . import __version__, texts
from .data_folder import data_folder
from .plain import plain
from .resources import Unusable
from .terminal import guarded
from .texts import N_, _, _n, fixed

SCENES = (
    "title", "new", "import", "pick", "entering", "table", "offers", "redeploy", "income",
    "tribes", "ladder", "tie", "forecast", "legend", "menu", "event", "auction", "choice",
    "two", "handover", "end", "replay", "result", "result-two", "ending", "ending-two", "fame",
    "charts", "settings", "rules", "gallery", "examples", "first-game", "guide", "advice",
)  # fmt: skip
ALL_SCENES = "all"
"""The word for every scene, with every box."""
LEAST_SHOT, MOST_SHOT = (640, 360), (7680, 4320)
LONGEST_SENTENCE = 700
"""Characters of a complaint, whatever it repeats of a file or an argument."""
NO_PLAY = N_(
    "What works without one: scenario, simulate, replay, import, boards, events, fame, shot."
)


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        text = plain(message[:1].upper() + message[1:])
        self.exit(
            2,
            _(
                "{trouble}. '{prog} --help' tells what there is.",
                trouble=text.rstrip("."),
                prog=self.prog,
            )
            + "\n",
        )


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of a command line; only what ``words`` ask for is imported for it."""
    parser = _Parser(
        prog="crusade",
        description=_("Small World, alone or with two players, against the Lost Tribes."),
    )
    parser.add_argument("--version", action="version", version=fixed(f"crusade {__version__}"))
    parser.add_argument(
        "--data-dir", metavar="FOLDER", help=_("where games and settings are kept"), default=None
    )
    parser.add_argument(
        "--where", action="store_true", help=_("print the folder where games are kept, and stop")
    )
    speech = _("speak this language ('qps' stretches every text, to see what is cut)")
    parser.add_argument("--language", metavar="CODE", default="", help=speech)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    commands.add_parser("play", help=_("open the game (this is what 'crusade' alone does)"))
    one = commands.add_parser("scenario", help=_("run scenario files (rule cases)"))
    one.add_argument("files", nargs="+", metavar="FILE")
    one.add_argument(
        "-v", "--verbose", action="store_true", help=_("name the cases that pass, too")
    )
    one = commands.add_parser("simulate", help=_("play whole games and measure"))
    if "simulate" in words:
        from .lab import simulate

        simulate.add_arguments(one)
    one = commands.add_parser("replay", help=_("play a record again and check its result"))
    one.add_argument("file", metavar="FILE")
    one = commands.add_parser(
        "boards", help=_("check board files (without FILE: those of the game)")
    )
    one.add_argument("files", nargs="*", metavar="FILE")
    one = commands.add_parser(
        "events", help=_("check your own event cards (without FILE: those of the data folder)")
    )
    one.add_argument("file", nargs="?", metavar="FILE")
    one.add_argument("--data-dir", metavar="FOLDER", dest="sub_data_dir", default=None)
    one = commands.add_parser("fame", help=_("print the Hall of Fame"))
    form = one.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_const", const="json", dest="form", help=_("as JSON"))
    form.add_argument("--csv", action="store_const", const="csv", dest="form", help=_("as CSV"))
    one.add_argument("--box", default="", help=_("only games that were played with this box"))
    one.add_argument("--data-dir", metavar="FOLDER", dest="sub_data_dir", default=None)
    one = commands.add_parser("import", help=_("take a record in from elsewhere"))
    one.add_argument("file", metavar="FILE")
    one.add_argument("--data-dir", metavar="FOLDER", dest="sub_data_dir", default=None)
    one = commands.add_parser("shot", help=_("draw a screen into a PNG file, without a display"))
    one.add_argument(
        "--scene",
        required=True,
        choices=(*SCENES, ALL_SCENES),
        help=_("'{word}' draws each with every box, into the folder --out", word=ALL_SCENES),
    )
    one.add_argument(
        "--combo",
        default="",
        help=_("of the table: that the person plays this combo; of a choice: what it asks"),
    )
    one.add_argument("--box", default="", metavar="BOX", help=_("of a game with this box"))
    one.add_argument("--size", default="1280x720", metavar="WxH")
    one.add_argument("--scale", type=int, default=100, metavar="PERCENT", help=_("interface size"))
    one.add_argument("--out", required=True, metavar="FILE.png")
    one.add_argument("--language", metavar="CODE", dest="sub_language", default="", help=speech)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    _speak_all_letters()
    with guarded():
        try:
            _speak(argv)
            words = sys.argv[1:] if argv is None else argv
            code = _run(_parser(words).parse_args(words))
        except KeyboardInterrupt:
            code = 130
        except BrokenPipeError:
            code = 0  # whoever read our output has seen enough (`crusade fame | head`)
        except Unusable as error:
            code = _fail(str(error).splitlines()[0])
        except OSError as error:
            code = _fail(_unwritten(error))
    return _flushed(code)


def _speak(argv: Sequence[str] | None) -> None:
    """Take up the language before anything is said, the help included; `_run` tells a wrong one."""
    early = argparse.ArgumentParser(add_help=False)
    early.add_argument("--language", default="")
    with contextlib.suppress(ValueError, argparse.ArgumentError, SystemExit):
        texts.use(early.parse_known_args(argv)[0].language)


def _unwritten(error: OSError) -> str:
    return _(
        "Something could not be read or written ({reason}).",
        reason=error.strerror or type(error).__name__,
    )


def _speak_all_letters() -> None:
    """Names have letters that not every terminal can write: those are then spelled out."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _flushed(code: int) -> int:
    """The exit code, once everything said has got out."""
    try:
        sys.stdout.flush()
    except OSError as error:
        # What is still in the buffer would be tried again, and told in Python's words.
        with contextlib.suppress(OSError):
            sys.stdout.close()
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
        if code == 0 and not isinstance(error, BrokenPipeError):
            return _fail(_unwritten(error))
    return code


def _run(args: argparse.Namespace) -> int:
    try:
        texts.use(getattr(args, "sub_language", "") or args.language)
    except ValueError as error:
        return _fail(str(error), 2)
    folder = data_folder(getattr(args, "sub_data_dir", None) or args.data_dir)
    if args.where:
        print(folder)
        return 0
    try:
        str(folder).encode("utf-8")
    except UnicodeEncodeError:
        return _fail(
            _(
                "The folder {folder} cannot be used, for its name is no proper text.",
                folder=plain(folder),
            ),
            2,
        )
    command = args.command
    if command == "scenario":
        return _scenario([Path(name) for name in args.files], args.verbose)
    if command == "simulate":
        from .lab import simulate

        return simulate.run(args)
    if command == "replay":
        return _replay(Path(args.file))
    if command == "boards":
        return _boards(args.files)
    if command == "events":
        return _events(args.file, folder)
    if command == "fame":
        from . import fame_command

        return fame_command.run(folder, args.form or "text", box=args.box)
    if command == "import":
        return _import(Path(args.file), folder)
    if command == "shot":
        return _shot(args.scene, args.size, args.scale, Path(args.out), args.combo, args.box)
    gc.disable()  # there is nothing to collect before the first picture
    try:
        from .desktop.program import run
        from .desktop.window import NoDisplay

        try:
            return run(folder)
        except NoDisplay as error:
            return _fail(f"{error} {_(NO_PLAY)}", 1)
    finally:
        gc.enable()


def _fail(sentence: str, code: int = 1) -> int:
    print(plain(sentence, LONGEST_SENTENCE), file=sys.stderr)
    return code


def _say(line: str) -> None:
    """Print one line, whatever stands in it."""
    print(plain(line, LONGEST_SENTENCE))


def _scenario(files: list[Path], verbose: bool) -> int:
    from .lab.scenario import run_files
    from .lab.scenario_file import ScenarioError

    passed = failed = 0
    try:
        for outcome in run_files(files):
            if outcome.passed:
                passed += 1
                if verbose:
                    _say(
                        _(
                            "pass  {file}, line {line}: {title}",
                            file=outcome.file,
                            line=outcome.line,
                            title=outcome.title,
                        )
                    )
            else:
                failed += 1
                _say(
                    _(
                        "FAIL  {file}, line {line}: {title}",
                        file=outcome.file,
                        line=outcome.line,
                        title=outcome.title,
                    )
                )
                for problem in outcome.problems:
                    _say(f"      {problem}")
    except ScenarioError as error:
        return _fail(str(error), 2)
    print(_("{passed} passed, {failed} failed", passed=passed, failed=failed))
    return 1 if failed else 0


def _read_record(path: Path) -> str:
    """The text of a record file. Raises ValueError with a sentence."""
    from .record import RecordError, read_words

    name = plain(path)
    try:
        return read_words(path)
    except FileNotFoundError:
        raise ValueError(_("{name}: there is no such file.", name=name)) from None
    except RecordError as error:
        raise ValueError(f"{name}: {error.sentence}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ValueError(
            _("{name}: the file cannot be read ({reason}).", name=name, reason=reason)
        ) from None


def _replay(path: Path) -> int:
    from .record import RecordError, load
    from .replay import check

    name = plain(path)
    try:
        record = load(_read_record(path))
    except RecordError as error:
        return _fail(
            _("{name}, line {line}: {trouble}", name=name, line=error.line, trouble=error.sentence),
            2,
        )
    except ValueError as error:
        return _fail(str(error), 2)
    wrong = check(record)
    for sentence in wrong:
        _fail(f"{name}: {sentence}")
    if wrong:
        return 1
    count = len(record.moves)
    if record.result:
        told = _n(
            "{name}: {count} move, result {result}",
            "{name}: {count} moves, result {result}",
            count,
            name=name,
            result=record.result.text(),
        )
    else:
        told = _n(
            "{name}: {count} move, the game goes on",
            "{name}: {count} moves, the game goes on",
            count,
            name=name,
        )
    _say(told)
    return 0


def _boards(files: Sequence[str]) -> int:
    from .atlas import check, meant

    bad = 0
    for name, sentences in check(map(meant, files)):
        if sentences:
            bad += 1
            for sentence in sentences:
                _say(sentence)
        else:
            _say(_("{name}: good", name=plain(name)))
    return 1 if bad else 0


def _events(file: str | None, folder: Path) -> int:
    from . import own_cards

    try:
        own = own_cards.load(Path(file)) if file else own_cards.load_file(folder)
    except own_cards.OwnCardsError as error:
        for sentence in error.sentences:
            _say(sentence)
        return 1
    for card in own.cards:
        _say(_("{name}: good", name=card.name))
    if not own.cards:
        _say(
            _(
                "There are no cards of your own; write some into {file}.",
                file=plain(folder / own_cards.FILE),
            )
        )
    return 0


def _import(path: Path, folder: Path) -> int:
    from .archive import ArchiveError, open_archive
    from .imports import ImportRefused, take_in

    try:
        archive, notices = open_archive(folder)
        with archive:
            told = take_in(archive, _read_record(path), plain(path.name, 80))
    except (ArchiveError, ValueError, ImportRefused) as error:
        return _fail(str(error), 2)
    for notice in notices:
        print(plain(notice), file=sys.stderr)
    _say(told)
    return 0


def _shot(scene: str, size: str, scale: int, out: Path, combo: str, box: str) -> int:
    width, cross, height = size.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and len(size) < 20):
        return _fail(_("'{size}' is not a size; write it like 1280x720.", size=plain(size, 40)), 2)
    pixels = (int(width), int(height))
    if not all(
        low <= n <= high for low, n, high in zip(LEAST_SHOT, pixels, MOST_SHOT, strict=True)
    ):
        return _fail(
            _(
                "The size should lie between {least} and {most}, not {size}.",
                least="x".join(map(str, LEAST_SHOT)),
                most="x".join(map(str, MOST_SHOT)),
                size=size,
            ),
            2,
        )
    if not 75 <= scale <= 200:
        return _fail(
            _("The interface size lies between 75 and 200 percent, not {scale}.", scale=scale), 2
        )
    if scene == ALL_SCENES:
        return _all_shots(size, scale, out, box)
    if out.suffix.lower() != ".png":
        return _fail(_("'{out}' should end with .png.", out=plain(out)), 2)
    if not out.parent.is_dir():
        folder, name = plain(out.parent), plain(out.name, 80)
        return _fail(
            _("There is no folder {folder} to write {name} into.", folder=folder, name=name), 1
        )
    if out.exists() and not out.is_file():
        return _fail(
            _("{out} is no plain file, so no picture is written there.", out=plain(out)), 1
        )
    from .boxes import BOXES
    from .desktop.shot import OF_A_BOX, OF_A_COMBO, draw_scene
    from .replay import ReplayError
    from .rules import ParseError

    if combo and scene not in OF_A_COMBO:
        return _fail(_("A combo is shown by the scenes {scenes}.", scenes=", ".join(OF_A_COMBO)), 2)
    if box and not combo and scene not in OF_A_BOX:
        return _fail(_("A box is shown by the scenes {scenes}.", scenes=", ".join(OF_A_BOX)), 2)
    if box and not (box in BOXES and BOXES[box].races):
        boxes = ", ".join(word for word, known in BOXES.items() if known.races)
        return _fail(
            _(
                "'{box}' is no box with a table; there are {boxes}.",
                box=plain(box, 40),
                boxes=boxes,
            ),
            2,
        )
    try:
        draw_scene(scene, pixels, out, ui_percent=scale, combo=combo, box=box)
    except ReplayError as error:  # the sample's board is missing or broken
        return _fail(error.sentence)
    except ParseError as error:
        return _fail(plain(f"{error}."), 2)
    except LookupError:
        return _fail(_("No sample game shows {combo} like that.", combo=plain(combo, 60)))
    except OSError as error:
        reason = error.strerror or str(error)
        return _fail(_("{out} cannot be written ({reason}).", out=plain(out), reason=reason), 1)
    print(out)
    return 0


def _all_shots(size: str, scale: int, out: Path, box: str) -> int:
    """Every scene with every box, or with that ``box``, as BOX-SCENE.png in a folder."""
    if not out.is_dir():
        return _fail(_("There is no folder {folder} for the pictures.", folder=plain(out)), 1)
    from .desktop.shot import all_scenes

    for scene, which in all_scenes(box):
        file = out / f"{which or 'any'}-{scene}.png"
        if code := _shot(scene, size, scale, file, "", which):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
