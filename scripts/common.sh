# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# What the shell scripts share; they read it with `.` before anything else.

# Packages that scripts need in the tree of scripts/devbox (NEEL_DEVBOX_EXTRA) beyond those that Neel is built of.
# shellcheck disable=SC2034
{
  extra_style="clang-format-19 clang-tidy-19 codespell libomp-19-dev"
  extra_clang="clang-19 libclang-rt-19-dev libomp-19-dev"
  # For test_paraview, test_vtk and test_picture (ParaView brings its own VTK), and test_page, which opens the page of `neel view`; for
  # test_package, which installs the Python package, and test_package_crystals.
  extra_pictures="python3-paraview xvfb xauth libgl1-mesa-dri chromium python3-setuptools python3-venv python3-pip python3-ase python3-spglib"
  extra_site="mkdocs mkdocs-material"
  # For test_slurm, test_snakemake and test_datalad.
  extra_engines="slurmctld slurmd slurm-client snakemake datalad git-annex"
  extra_packages="dpkg-dev file patchelf lintian qemu-user buildah netavark python3-pip python3-setuptools python3-wheel"
}

# The first comment of a script: what it does, and how to call it.
help() {
  sed -n '2,${/^#/!q;/^# SPDX/d;s/^# \{0,1\}//p}' "$0"
}

# refuse CODE SENTENCE: says what is wrong, and ends the script. Those not in scripts/ itself set `script` to their path.
refuse() {
  code=$1
  shift
  echo "${script:-scripts/$(basename "$0")}: $*" >&2
  exit "$code"
}

# Where this machine gets Debian packages from.
# shellcheck disable=SC2016
debian_site() {
  apt-get indextargets --format '$(SITE) $(CODENAME)' 2>/dev/null |
    awk '$1 ~ /\/debian\/?$/ || $1 ~ /debian$/ {print $1; exit}'
}

# bootstrap ARGUMENT ...: mmdebstrap for a tree with apt. dpkg need not wait for the disk after each file, here and for packages that
# come later, since a tree counts only when it is complete.
bootstrap() {
  # Root mounts /proc and /dev in the tree meanwhile: in a mount namespace of its own, so that they go when it is killed.
  alone=""
  [ "$(id -u)" -ne 0 ] || alone="unshare --mount --propagation private --"
  $alone mmdebstrap --quiet --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt=force-unsafe-io "$@"
}

case "${1:-}" in
  -h | --help)
    help
    exit 0
    ;;
esac

# The preset for the Kokkos with CUDA in Kokkos_ROOT, where there is an NVIDIA GPU; else nothing.
gpu_preset() {
  command -v nvidia-smi >/dev/null && nvidia-smi -L >/dev/null 2>&1 || return 0
  for file in ${Kokkos_ROOT:+"$Kokkos_ROOT"/lib*/cmake/Kokkos/KokkosConfigCommon.cmake}; do
    arch=$(sed -n 's/^ *set(Kokkos_ARCH "*\([^")]*\).*/\1/p' "$file" 2>/dev/null | tr ' ;' '\n\n' | grep -E '^(AMPERE|ADA|HOPPER|BLACKWELL)' | head -n 1)
    name=cuda-$(echo "$arch" | tr '[:upper:]' '[:lower:]')
    ! grep -qE "\"name\": *\"$name\"" CMakePresets.json || { echo "$name" && return; }
  done
}

# Runs a build by ninja on a terminal, and shows a bar instead of its lines. What compilers say is shown as it is.
with_bar() {
  export NINJA_STATUS="[%p %e] "
  lines="awk -W interactive" # mawk reads pipes in blocks otherwise
  [ "$(awk -W interactive 'BEGIN { print 1 }' 2>&1)" = 1 ] || lines=awk
  {
    # shellcheck disable=SC2086
    failed=$({ { "$@" 2>&1 || echo "$?" >&4; } | $lines '
      function draw(    k, bar) {
        for (k = 0; k < 40; k++) bar = bar (k < percent * 0.4 ? "#" : ".")
        printf "\r[%s] %3d %%, %d s ", bar, percent, seconds
      }
      /^\[ *[0-9]+% [0-9.]+\] / {
        percent = $0; sub(/^\[ */, "", percent); percent += 0
        seconds = $0; sub(/^[^%]*% /, "", seconds); seconds += 0
        draw(); shown = 1; fflush(); next
      }
      { if (shown) { printf "\n"; shown = 0 } print; fflush() }
      END { if (shown) printf "\n" }' >&3; } 4>&1)
  } 3>&1
  return "${failed:-0}"
}

# own_build FOLDER: leaves a folder that was configured in this place, and in the tree as it is made now. One of another place, or that
# does not say of which tree it is, is removed first.
own_build() {
  place=$(scripts/devbox --where)
  made=$(echo "$place" && cat "$place/etc/neel-made" 2>/dev/null || true)
  [ "$(cat "$1/.where" 2>/dev/null || echo native)" = "$made" ] || rm -rf "$1"
  mkdir -p "$1"
  echo "$made" >"$1/.where"
}

# Ends the script unless there is such a preset.
need_preset() {
  case "$1" in
    -*) refuse 2 "there is no option $1; scripts/$(basename "$0") --help lists them" ;;
  esac
  for file in CMakePresets.json CMakeUserPresets.json; do
    ! grep -qsE "\"name\": *\"$1\"" "$file" || return 0
  done
  refuse 2 "there is no preset $1; CMakePresets.json has $(sed -n '/"buildPresets"/,/]/s/.*"name": *"\([^"]*\)".*/\1/p' CMakePresets.json | paste -sd" " | sed "s/ /, /g")"
}
