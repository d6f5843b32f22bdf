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
}

# The first comment of a script: what it does, and how to call it.
help() {
  sed -n '2,${/^#/!q;/^# SPDX/d;s/^# \{0,1\}//p}' "$0"
}

# refuse CODE SENTENCE: says what is wrong, and ends the script. Those in folders of scripts/ set `script` to their path there.
refuse() {
  code=$1
  shift
  echo "scripts/${script:-$(basename "$0")}: $*" >&2
  exit "$code"
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
