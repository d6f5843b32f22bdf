# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What pages say is so: files, links, names, commands and keys are there, and figures come out again.

    test_pages.py Pages Claims      what takes seconds
    test_pages.py Runs              what runs the program: minutes; with NEEL_NIGHTLY, all of it
"""
import functools
import os
import pathlib
import re
import subprocess
import sys
import unittest

import constants  # noqa: F401
import known  # noqa: F401
import shown_runs  # noqa: F401
import pages
import validation_tables
import walked
from harness import PROGRAM, SOURCE, Case
from pages import CLAIMS, INPUTS, PAGES

MODELS = ("heisenberg", "edwards-anderson", "phi4", "majority", "ising", "xy", "clock", "potts", "blume-capel")
TABLES = {key.split(".")[0] for model in MODELS for key in pages.keys(model)}
# Names of files that a reader has, or that a command on the page makes.
OF_READERS = re.compile(r"(my|big|input|glass|fe|run|one|farm|cubic|cubic-sizes)\.toml|(new|old|two|four)\.json|(rows|full|errors|bugs)\.md|.*\b[A-Z]{4,}\b.*|results/.*|build/.*|"
                        r"(a|b|sample|ions|NAME|.*\.bonds)\.(tsv|txt)|critical\.tsv|cutoff\.tsv|quickstart\.png|iron-chromium\.toml|x\.png|scan\.toml|compile_commands\.json|workflow\.toml|action\.py|signac_statepoint\.json")
SUFFIX = r"hpp|cpp|py|toml|cmake|js|sh|md|json|png|yml|yaml"


@functools.cache
def source_words():
    """All words of the source."""
    text = "\n".join((SOURCE / path).read_text(errors="replace") for path in pages.TRACKED if (SOURCE / path).is_file()
                     and not path.endswith((".md", ".png", ".h5", ".json")) and not path.startswith(("tests/fuzz/corpus", "tests/program/test_pages.py")))
    return set(re.findall(r"\w+", text))


@functools.cache
def help_of(*command):
    """What neel says of its commands and options."""
    return subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=True).stdout


def broken_links(page):
    folder = pathlib.PurePosixPath(page).parent
    for target, anchor in pages.links(page):
        path = os.path.normpath(folder / target) if target else page
        if not (SOURCE / path).exists():
            yield f"{target}: no such file"
        elif anchor and anchor not in pages.anchors(path):
            yield f"{target}#{anchor}: no such heading"


def missing_files(page):
    text = re.sub(r"https?://\S+", "", pages.raw(page))
    for name in set(re.findall(rf"(?<![\w/.*-])((?:[\w-]+/)*[\w.-]*\w\.(?:{SUFFIX}))\b(?![\w(*])", text)):
        there = any(path == name or path.endswith("/" + name) for path in pages.TRACKED) or (SOURCE / page).parent.joinpath(name).exists()
        if not there and not OF_READERS.fullmatch(name):
            yield f"{name}: no such file"


def unknown_names(page):
    """Classes, observables, tests, and variables of the environment or of CMake."""
    text = pages.raw(page)
    named = re.findall(r"`(?:\w+::)*([A-Z][A-Za-z0-9]*[a-z]\w*)", text) + re.findall(r"\b(test_\w+)", text) + re.findall(r"\b(NEEL_\w+)", text)
    for name in set(named) - source_words():
        if not any(pathlib.PurePosixPath(path).stem == name for path in pages.TRACKED):
            yield f"{name}: not in the source"
    for name in set(re.findall(r"`([a-z]\w*_\w*)`", text)) - source_words():  # some are put together, such as sublattice_even_x
        yield from (f"{name}: not in the source" for part in name.split("_") if part not in source_words() and not part.isdigit())


def unknown_keys(page):
    for key in set(re.findall(r"`((?:\w+\.)+[\w.-]*\w)\b(?!\()", pages.raw(page))):
        if key.split(".")[0] in TABLES and not re.search(rf"\.({SUFFIX})$", key) and not any(pages.known(key, m) for m in MODELS):
            yield f"{key}: no such key"
    for preset in re.findall(r"--preset[ =]([\w-]+)", pages.raw(page)):
        if f'"{preset}"' not in pages.raw("CMakePresets.json"):
            yield f"{preset}: no such preset"


def model_of(arguments):
    """Of the input that a command names, if it is one of ours."""
    for a in arguments:
        if a.startswith("inputs/") and (SOURCE / a).is_file():
            return re.search(r'name = "(.*?)"', (SOURCE / a).read_text())[1]
    return None


def wrong_commands(page):
    for c in pages.commands(page):
        shown = " ".join((c.program, *c.arguments))
        names, settings = pages.options(c.arguments)
        if c.program == "neel":
            words = [a for a in c.arguments if not a.startswith("-")]
            command = next((a for a in words if not a.isdigit()), None)
            if command is None:
                continue
            there = re.search(rf"^  {command} ", help_of(), re.M)
            told = help_of(command) + help_of() if there else None
        elif not (SOURCE / c.program).is_file():
            yield f"{shown}: no such script"
            continue
        else:
            told = pages.raw(c.program)
        if told is None:
            yield f"{shown}: no such command"
            continue
        yield from (f"{shown}: no option {name}" for name in names if not re.search(rf"(?<![\w-]){name}\b", told + " --help"))
        models = [m] if (m := model_of(c.arguments)) else MODELS
        yield from (f"{shown}: no key {s}" for s in settings
                    if not any(pages.known(s.split("=")[0], m) for m in models) and "KEY" not in s and "key" not in s)
        yield from (f"{shown}: {a} is not there" for a in c.arguments
                    if a.startswith(("inputs/", "tests/", "docs/")) and "*" not in a and not (SOURCE / a).exists())


def as_number(text):
    try:
        return float(text)
    except ValueError:
        return text


FINDERS = (broken_links, missing_files, unknown_names, unknown_keys, wrong_commands)

WRONG = """
# A page
[one](nowhere.md) [two](#no-such-heading) `NoSuchClass` test_that_is_none NEEL_NONE `stagered_square` src/no/file.hpp `schedule.temperature`

    scripts/neel run inputs/ising/square.toml --sett a=1
    scripts/neel run inputs/ising/square.toml --set lattice.sizes=1 --set couplings.g=1
    scripts/neel walk my.toml
    scripts/plott.py a.h5
    cmake --preset slow
"""


class Pages(Case):
    maxDiff = None

    def test_all_that_they_name_is_there(self):
        wrong = [f"{page}: {what}" for page in PAGES for find in FINDERS for what in find(page)]
        wrong += [f"{page}: {what}" for page in INPUTS for find in (missing_files, unknown_names, wrong_commands) for what in find(page)]
        self.assertEqual(wrong, [])

    def test_what_is_not_there_is_found(self):
        page = self.folder / "page.md"
        page.write_text(WRONG)
        found = "\n".join(what for find in FINDERS for what in find(str(page)))
        for part in ("nowhere.md: no", "#no-such-heading: no", "NoSuchClass: not", "test_that_is_none: not", "NEEL_NONE: not", "stagered_square: not",
                     "src/no/file.hpp: no", "schedule.temperature: no", "no option --sett", "no key lattice.sizes", "no key couplings.g",
                     "walk my.toml: no such command", "plott.py a.h5: no such script", "slow: no such preset"):
            self.assertIn(part, found)

    def test_a_line_that_a_command_does_not_print_is_found(self):
        page = self.folder / "page.md"
        page.write_text("Make a file `own.toml`.\n\n    [model]\n    name = \"majority\"\n\nand\n\n    scripts/neel keys ising --markdown\n    | key | default |\n")
        self.assertEqual(walked.walk(self, str(page)), (1, 1))
        self.assertEqual((self.folder / "own.toml").read_text(), '[model]\nname = "majority"\n\n')
        page.write_text(page.read_text() + "    | no such line\n")
        pages.raw.cache_clear()
        with self.assertRaisesRegex(AssertionError, "does not print: \\| no such line"):
            walked.walk(self, str(page))

    def test_no_picture_and_no_bench_is_left_over(self):
        shown = "".join(map(pages.raw, PAGES))
        for path in pages.TRACKED:
            if re.match(r"docs/(figures|benchmarks|examples)/.*\.(png|json)$", path) and (SOURCE / path).is_file():
                self.assertIn(f"{pathlib.PurePosixPath(path).name})", shown)

    def test_defaults(self):
        """Of the pages' own tables of keys."""
        rows = [(page, key, default) for page in PAGES if page != "docs/input.md"
                for table in re.findall(r"^\| key \| default \|.*\n\|[-|]+\n((?:\|.*\n)+)", pages.raw(page), re.M)
                for key, default in re.findall(r"^\| `([\w.]+)` \| (.*?) \|", table, re.M)]
        self.assertGreater(len(rows), 12)
        for page, key, default in rows:
            with self.subTest(page, key=key):
                name = pathlib.PurePosixPath(page).stem
                model, prefix = ("ising", "output.snapshots.") if name == "snapshots" else (name, "")
                self.assertEqual(as_number(default.replace("`", "")), as_number(pages.keys(model)[prefix + key]))

    def test_speed(self):
        """The tables are those of the files that neel bench wrote."""
        done = subprocess.run([sys.executable, SOURCE / "scripts/bench_report.py", "--page",
                               *sorted((SOURCE / "docs/benchmarks").glob("*.json"))], capture_output=True, text=True)
        if "needs" in done.stderr:
            self.skipTest(done.stderr)
        page = pages.raw("docs/benchmarks/README.md")
        self.assertEqual(page.split("<!-- benchmarks -->\n")[1].split("<!-- end of benchmarks -->")[0], done.stdout)

    def test_validation(self):
        """The summary is that of the rows that neel validate leaves, which test_validate compares."""
        tables = validation_tables.tables((SOURCE / "tests/data/validation.txt").read_text())
        self.assertEqual(len(tables), 1)
        self.assertIn(tables[0], pages.raw("docs/validation.md"))


class Checked(Case):
    def verify(self, claim):
        """The page says it, it comes out again, and with any other digit it would not."""
        text = pages.words(claim.page)
        said = claim.said(text)
        self.assertTrue(said, f"{claim.page} no longer says: {claim.pattern}")
        again = [a if isinstance(a, tuple) else (a,) for a in claim.again(self)]
        self.assertEqual(said, again, f"{claim.page}: {claim.pattern}")
        for match in re.finditer(claim.pattern, text):
            for group in range(1, len(match.groups()) + 1):
                for at in range(*match.span(group)):
                    if text[at].isdigit():
                        other = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1:]
                        self.assertNotEqual(claim.said(other), again)

    def verify_all(self, *kinds):
        for claim in (c for c in CLAIMS if c.kind in kinds):
            with self.subTest(claim.page, says=claim.pattern):
                self.verify(claim)


class Claims(Checked):
    def test_quick(self):
        self.verify_all("quick")


@unittest.skipIf(os.environ.get("NEEL_SANITIZE"), "many sweeps")
class Runs(Checked):
    def test_long(self):
        self.verify_all("long", *(["nightly"] if os.environ.get("NEEL_NIGHTLY") else []))

    def test_walks(self):
        """Commands of tutorials and examples leave what their pages show."""
        for page, kind in walked.PAGES.items():
            if kind == "long" or os.environ.get("NEEL_NIGHTLY"):
                with self.subTest(page):
                    run, _ = walked.walk(self, page)
                    self.assertGreater(run, 1)

    def test_every_run_is_accepted(self):
        """What pages run of the shipped inputs, as --dry-run takes it."""
        tried = set()
        for page in PAGES + INPUTS:
            for c in pages.commands(page):
                _, settings = pages.options(c.arguments)
                names = [a for a in c.arguments if a.startswith("inputs/") and (SOURCE / a).is_file()]
                call = (names[0], *(part for s in settings for part in ("--set", s))) if names else None
                if c.program == "neel" and call and call not in tried:
                    tried.add(call)
                    with self.subTest(" ".join(call)):
                        done = self.neel("run", SOURCE / call[0], *call[1:], "--dry-run", "--time-limit", "00:00:00")
                        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(len(tried), 30)


if __name__ == "__main__":
    unittest.main()
