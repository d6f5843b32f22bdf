# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# What every package must do, in a tree that has nothing else of Neel; packaging/check reads it there, in an empty folder, before it
# calls these.

fail() {
  echo "packaging/check: $*" >&2
  exit 1
}

# same WHAT EXPECTED FOUND
same() {
  [ "$2" = "$3" ] || fail "$1: expected $2, found $3"
}

# The hash of the final configuration of a short run of this input.
hash_of() {
  neel run "$1" --out "$2" --quiet --set schedule.sweeps=200 || fail "the run of $1 ended with $?"
  sed -n 's/^final configuration: hash //p' "$2"/*.log
}

# prove VERSION INPUT HASH: version, hashes of all instruction sets that this processor has, exit codes, signals.
prove() {
  same "neel --version" "$1" "$(neel --version)"
  neel info | grep -q "Neel $1" || fail "neel info does not say Neel $1"
  for set in x86-64-v3 x86-64-v4; do
    export NEEL_INSTRUCTIONS=$set
    if ! neel --version >out 2>&1; then
      grep -q "this processor lacks instructions of $set" out || fail "neel with $set says $(cat out)"
      echo "packaging/check: this processor has no $set"
      continue
    fi
    neel info | grep -q "$set" || [ -n "${TRIAL:-}" ] || fail "neel info does not name $set"
    same "hash of the final configuration, $set" "$3" "$(hash_of "$2" "$set")"
    echo "packaging/check: $set leaves the hash $3"
  done
  export NEEL_INSTRUCTIONS=x86-64-v5
  code=0 && neel info 2>out || code=$?
  same "exit code with NEEL_INSTRUCTIONS=x86-64-v5" 2 "$code"
  unset NEEL_INSTRUCTIONS
  code=0 && neel run nowhere.toml 2>out || code=$?
  same "exit code for a file that is not there" 3 "$code"
  grep -q "^neel: error: cannot read the input nowhere.toml" out || fail "neel says $(cat out)"
  neel run "$2" --out stopped --set schedule.sweeps=100000000 >out 2>&1 &
  run=$!
  until [ -e stopped/square.log ] || ! kill -0 "$run" 2>/dev/null; do :; done
  kill -TERM "$run" || fail "the run ended by itself: $(cat out)"
  code=0 && wait "$run" || code=$?
  same "exit code after SIGTERM" 75 "$code"
}

# timed COMMAND ...: says how long it took.
timed() {
  began=$(date +%s)
  "$@"
  echo "packaging/check: $(($(date +%s) - began)) s from the file to the first figure"
}

# first_figure_of_archive NAME: in a folder that was moved.
first_figure_of_archive() {
  tar -xf "$1.tar.xz"
  mv "$1" moved
  PATH=$PWD/moved/bin:$PATH
  neel run moved/share/neel/inputs/perovskite/quickstart.toml --out first --quiet --set "lattice.size=[12,12,12]"
  python3 moved/share/neel/scripts/plot.py first/quickstart.h5
  [ -s first/quickstart.png ] || fail "there is no first/quickstart.png"
  grep -q 'SH EXIT STATUS' moved/share/man/man1/neel.1 || fail "the archive has no manual page"
}

first_figure_of_wheel() {
  python3 -m venv --system-site-packages venv # for matplotlib and what else has no place in a wheel
  PATH=$PWD/venv/bin:$PATH
  pip install --quiet --no-index --no-deps neel-*.whl
  python3 first_figure.py
  [ -s first/quickstart.png ] || fail "there is no first/quickstart.png"
}
