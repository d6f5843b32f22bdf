# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Errors of the package: one class for each exit code of the program. The message is the program's own sentence."""


class Error(Exception):
    """Any error of Neel; `code` is the exit code of the program that stands for
    it."""

    code = 1


class InputError(Error):
    """The input or an argument is wrong (exit code 2): an unknown key, a value out
    of range, a wrong type, or results of another input are in the way. All
    errors of an input are in one message, a line each."""

    code = 2


class FileError(Error):
    """A file or folder is missing, damaged, or of another kind (exit code 3)."""

    code = 3


class DeviceError(Error):
    """There is no such GPU, or not enough memory (exit code 4)."""

    code = 4


class CheckFailed(Error):
    """The program found its own numbers inconsistent (exit code 5): a bug, or
    broken hardware. Please report it."""

    code = 5


class Interrupted(Error, KeyboardInterrupt):
    """The run was stopped by Ctrl-C, a signal or its time limit, and wrote a
    checkpoint (exit code 75). The same call continues it."""

    code = 75


class ProgramNotFound(Error):
    """No program `neel` was found, or the one found cannot be started."""


def of_code(code):
    """The class of an exit code; Error where none has it."""
    return next((kind for kind in (InputError, FileError, DeviceError, CheckFailed, Interrupted) if kind.code == code), Error)
