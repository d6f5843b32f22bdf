# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""How commands of Python end when something is wrong: with one sentence, and the exit code of the error."""
import contextlib
import pathlib
import sys

from .errors import Error


def fail(code, sentence):
    print(f"{pathlib.Path(sys.argv[0]).name}: {' '.join(sentence.split())}", file=sys.stderr)
    sys.exit(code)


@contextlib.contextmanager
def guard():
    """Around a script's imports and its main(): the errors of whoever calls it end in fail(). All others are bugs."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = error.name.split(".")[0]
        fail(2, f"this Python has no package {package} (Debian and Ubuntu: python3-{package}); install it, or call "
                f"scripts/devbox python3 {sys.argv[0]}")
    except Error as error:
        fail(error.code, str(error))
    except BrokenPipeError:  # `| head` has seen enough
        sys.stdout = None
    except OSError as error:
        fail(3, f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error))
