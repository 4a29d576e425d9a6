"""The wheel carries what the program reads, compiled catalogues too, and nothing besides."""

from __future__ import annotations

import gettext
import shutil
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent
PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Done"
msgstr "Fertig"
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of this tree, with a translation put in."""
    place = tmp_path_factory.mktemp("tree")
    ignore = shutil.ignore_patterns("*.pyc", "*.mo", "__pycache__")
    for name in ("crusade", "assets", "maps"):
        shutil.copytree(ROOT / name, place / name, ignore=ignore)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, place / name)
    folder = place / "crusade" / "texts" / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "crusade.po").write_text(PO, encoding="utf-8")
    (made,) = WheelBuilder(str(place)).build(directory=str(place / "dist"), versions=["standard"])
    return zipfile.ZipFile(made)


def test_catalogues_are_compiled(wheel: zipfile.ZipFile) -> None:
    with wheel.open("crusade/texts/locale/de/LC_MESSAGES/crusade.mo") as file:
        assert gettext.GNUTranslations(file).gettext("Done") == "Fertig"
    assert not [name for name in wheel.namelist() if name.endswith((".po", ".pot"))]


def test_everything_that_the_program_reads_is_there(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for folder in ("assets", "maps"):
        for path in (ROOT / folder).rglob("*"):
            parts = path.relative_to(ROOT).parts
            shipped = path.is_file() and "screenshots" not in parts and len(parts) != 2
            if shipped or (path.is_file() and folder == "maps"):
                assert "crusade/" + "/".join(parts) in names
    for path in (ROOT / "crusade").rglob("*"):
        if path.suffix in (".py", ".md") or path.name == "py.typed":
            assert path.relative_to(ROOT).as_posix() in names


def test_what_only_the_readme_shows_stays_out(wheel: zipfile.ZipFile) -> None:
    assert not [name for name in wheel.namelist() if "screenshots" in name or "tests/" in name]


def test_nothing_is_compiled_unless_it_is_asked_for(wheel: zipfile.ZipFile) -> None:
    assert Path(wheel.filename or "").name.endswith("-py3-none-any.whl")
    assert not [name for name in wheel.namelist() if name.endswith((".so", ".pyd"))]


def test_what_the_compiled_build_needs_is_asked_for_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And it compiles modules that there are; `.ci/run` makes it."""
    for asked, needed in (("", False), ("0", False), ("1", True), ("quick", True)):
        monkeypatch.setenv("CRUSADE_COMPILE", asked)
        needs = WheelBuilder(str(ROOT)).config.dependencies
        assert any("mypyc" in name for name in needs) == needed
    modules = WheelBuilder(str(ROOT)).config.hook_config["custom"]["compiled"]
    assert modules and all((ROOT / name).is_file() for name in modules)
