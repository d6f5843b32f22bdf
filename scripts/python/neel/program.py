# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The program: where it is, and what its exit codes mean."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from .errors import Error, ProgramNotFound, of_code

OF_PACKAGE = pathlib.Path(__file__).parent / "bin" / "neel"
OF_CHECKOUT = pathlib.Path(__file__).parents[2] / "neel"  # scripts/neel, which takes the newest build
IN_PYTHON = (("^--set: ", ""), ("--(restart|force)", r"\1=True"), (r"(?<!\S)--(\w+)", r"\1"),
             ("run the same command to continue", "call it again to continue"), ("^RUN is required", "expected one run at least"),
             ("^time-limit", "time_limit"))


def _executable(path, said_by):
    found = shutil.which(os.fspath(path))
    if not found:
        raise ProgramNotFound(f"{said_by} says that the program is {path}, which is not a program that can be run")
    return found


def _built():
    """scripts/neel of the checkout that this package is in, if it has a program to run."""
    return OF_CHECKOUT.is_file() and subprocess.run([OF_CHECKOUT, "--version"], capture_output=True).returncode in (0, 4)


def find_program(program=None):
    """The path of the program neel: `program` if given, else the environment's
    NEEL_PROGRAM, else the program inside this package, else `neel` on PATH,
    else what was built in the checkout that this package is in. Raises
    ProgramNotFound where there is none."""
    if program is not None:
        return _executable(program, "program=")
    if os.environ.get("NEEL_PROGRAM"):
        return _executable(os.environ["NEEL_PROGRAM"], "NEEL_PROGRAM")
    if OF_PACKAGE.is_file():
        return str(OF_PACKAGE)
    if found := shutil.which("neel"):
        return found
    if _built():
        return str(OF_CHECKOUT)
    raise ProgramNotFound("found no program neel: build it (scripts/build in Neel's checkout), or put it on PATH, or name it by "
                          "NEEL_PROGRAM=/path/to/neel or program=\"/path/to/neel\"")


def sentence(text, places=()):
    """What the program wrote to stderr, as Python says it; without the places of a file that nobody sees."""
    lines = [line for line in text.splitlines() if line.strip() and line != "Run with --help for more information."]
    for place in places:
        lines = [re.sub(rf"{re.escape(str(place))}(:\d+: |: |)", "", line) for line in lines]
    lines = [re.sub(r"^neel: error: ", "", line) for line in lines]
    for pattern, words in IN_PYTHON:
        lines = [re.sub(pattern, words, line) for line in lines]
    return "\n".join(lines)


def raise_for(code, text):
    """Raises the error of an exit code; none of 0."""
    if code == 0:
        return
    if code < 0:
        raise Error(f"the program was ended by {signal.Signals(-code).name}" + (f": {text}" if text else ""))
    raise of_code(code)(text or f"the program ended with exit code {code}")


class Progress:
    """The program's line of progress, written over itself in a terminal or notebook."""

    def __init__(self, wanted):
        self._notebook = "ipykernel" in sys.modules
        self.wanted = self._notebook or sys.stderr is not None and sys.stderr.isatty() if wanted is None else wanted
        self._length = 0  # of what is on the line
        self._display = None  # of the notebook

    def show(self, line):
        if not self.wanted:
            return
        if self._notebook:
            self._show_in_notebook(line)
        else:
            print("\r" + " " * self._length + "\r" + line, end="", file=sys.stderr, flush=True)
        self._length = len(line)

    def _show_in_notebook(self, line):
        from IPython.display import Pretty, display

        if self._display is None:
            self._display = display(Pretty(line), display_id=True)
        else:
            self._display.update(Pretty(line))

    def finish(self):
        if self._length:
            self.show("")


_PIECE = re.compile(rb"\r([^\r\n\033]*)\033\[K|\r?([^\r\n]*)\n")  # a line of progress; any other line


def _follow(process, progress):
    """Shows progress until the program closes its stderr; returns all else that it wrote there. Ctrl-C becomes the program's: it writes
    a checkpoint and ends."""
    said, pending = [], b""
    while True:
        try:
            chunk = os.read(process.stderr.fileno(), 65536)
            pending += chunk
            while piece := _PIECE.search(pending):
                pending = pending[piece.end():]
                if piece[1] is not None:
                    progress.show(piece[1].decode(errors="replace"))
                else:
                    said.append(piece[2].decode(errors="replace"))
            if not chunk:
                return "\n".join([*said, pending.decode(errors="replace")])
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)


def call(arguments, program=None, progress=False):
    """Runs the program; returns (exit code, stdout, stderr). progress: whether to show its line of progress, None: in terminals and
    notebooks."""
    command = [find_program(program), *map(str, arguments)]
    line = Progress(progress)
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE)
        except OSError as error:
            raise ProgramNotFound(f"{command[0]} cannot be started: {error.strerror}") from error
        try:
            err = _follow(process, line)
            code = process.wait()
        finally:
            process.stderr.close()
            if process.poll() is None:
                process.terminate()
                process.wait()
            line.finish()
        out.seek(0)
        return code, out.read(), err
