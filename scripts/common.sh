# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# What the shell scripts share; they read it with `.` before anything else.

# Packages that scripts need in the tree of scripts/devbox (NEEL_DEVBOX_EXTRA) beyond those that Neel is built of.
# shellcheck disable=SC2034
{
  extra_style="clang-format-19 clang-tidy-19 codespell libomp-19-dev"
  extra_clang="clang-19 libclang-rt-19-dev libomp-19-dev"
  # For test_paraview, test_vtk and test_picture (ParaView brings its own VTK), and test_page, which opens the page of `neel view`.
  extra_pictures="python3-paraview xvfb xauth libgl1-mesa-dri chromium"
  extra_packages="dpkg-dev file patchelf lintian buildah netavark python3-pip python3-setuptools python3-wheel"
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

# Ends the script unless there is such a preset.
need_preset() {
  case "$1" in
    -*) refuse 2 "there is no option $1; scripts/$(basename "$0") --help lists them" ;;
  esac
  for file in CMakePresets.json CMakeUserPresets.json; do
    ! grep -qsE "\"name\": *\"$1\"" "$file" || return 0
  done
  refuse 2 "there is no preset $1; CMakePresets.json has openmp, openmp-mpi, debug, fuzz, cuda-ampere80, cuda-hopper90 and cuda-hopper90-mpi"
}
