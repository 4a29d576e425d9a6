"""What is made when the wheel is built: every message catalogue, from `.po` to `.mo`; and, if
`CRUSADE_COMPILE` says so, the compiled rules.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILE: Final = "CRUSADE_COMPILE"
"""The environment variable that asks for the compiled build: `1`, or `quick` for one that is soon
made but slower, which is enough for tests."""
NEEDED: Final = ["mypy[mypyc]>=1.16"]

SETUP: Final = """
import sys
from setuptools import setup
from mypyc.build import mypycify

level, *files = sys.argv[1:]
options = ["--config-file=", "--follow-imports=silent"]
modules = mypycify([*options, *files], opt_level=level, debug_level="0")
setup(name="compiled", ext_modules=modules, script_args=["-q", "build_ext", "--inplace"])
"""
"""Compiles the modules that are named to it, behind the level of optimisation, where it runs."""


class Made(BuildHookInterface[Any]):
    """Compiles the translations beside their sources and takes them into the wheel; compiles the
    rules in a folder of their own, so that the tree stays plain Python.

    An editable install reads both where they lie, and its rules are never compiled. The source
    archive needs none of them: whoever builds from it comes through here again.
    """

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs besides: a compiler of Python, if it is asked for."""
        return NEEDED if asked_for() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is built. Raises ValueError for a `.po` that is no catalogue,
        RuntimeError for rules that cannot be compiled.
        """
        root = Path(self.root)
        sys.path.insert(0, self.root)
        try:
            from crusade.texts.catalogue import compile_all
        finally:
            sys.path.remove(self.root)
        included = build_data["force_include"]
        for made in compile_all(root / "crusade" / "texts" / "locale"):
            included[str(made)] = made.relative_to(root).as_posix()
        if asked_for() and version == "standard":
            self.place = TemporaryDirectory()
            place = Path(self.place.name)
            for made in compiled(root, place, self.config["compiled"]):
                included[str(made)] = made.relative_to(place).as_posix()
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """After the wheel was built: what was made for it alone goes."""
        if hasattr(self, "place"):
            self.place.cleanup()


def asked_for() -> bool:
    """Whether the compiled build is asked for."""
    return os.environ.get(COMPILE, "") not in ("", "0")


def compiled(root: Path, place: Path, modules: list[str]) -> list[Path]:
    """Compile ``modules`` of the tree at ``root`` in the folder ``place``; the files made there.

    Raises RuntimeError with what the compiler says.
    """
    shutil.copytree(
        root / "crusade", place / "crusade", ignore=shutil.ignore_patterns("__pycache__", "*.so")
    )
    level = "0" if os.environ[COMPILE] == "quick" else "2"
    command = [sys.executable, "-c", SETUP, level, *modules]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"The rules cannot be compiled:\n{done.stdout}{done.stderr}")
    built = place / "build"
    return [
        path
        for ending in (".so", ".pyd")
        for path in place.rglob(f"*{ending}")
        if not path.is_relative_to(built)
    ]
