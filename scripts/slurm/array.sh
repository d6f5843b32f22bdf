#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
# Submits a study to Slurm as an array job: the runs of its scan, or its systems, in so many parts. A second job joins them
# when all are done.
#
#   scripts/slurm/array.sh PARTS INPUT.toml [--out DIR] [--name NAME] [--set key=value ...] [--target-error O=E ...]
#
# A part whose time is over writes a checkpoint, is queued again, and goes on; likewise one that gets SIGUSR1 (scancel --batch
# --signal=USR1 JOB, or sbatch's --signal=B:USR1@300). scancel JOB ends a part with a checkpoint, from which the same call goes on.
# Slurm's own options are in the variable NEEL_SBATCH ("--time=24:00:00 --cpus-per-task=8"), or in those that sbatch knows
# (SBATCH_PARTITION, ...).
set -eu
script=scripts/slurm/array.sh
root=${NEEL_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)} # a job has a copy of this script, and that lies elsewhere
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"

case "${NEEL_STEP:-}" in
  run)
    "$root/scripts/neel" run "$@" --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" &
    run=$! requeue=yes signalled=yes
    trap 'signalled=yes; kill -s USR1 "$run" || :' USR1
    trap 'signalled=yes requeue=no; kill -s TERM "$run" || :' TERM
    while [ $signalled = yes ]; do # a signal ends `wait`, but not the run
      signalled=no code=0
      wait "$run" || code=$?
    done
    # By these two numbers: SLURM_JOB_ID of one task is the number of the whole array.
    [ "$code-$requeue" != 75-yes ] || exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
    exit "$code"
    ;;
  join) exec "$root/scripts/neel" join "$@" ;;
esac

parts=${1:-nothing}
case "$parts" in
  *[!0-9]* | 0*) refuse 2 "expected the number of parts, found $parts; $script --help tells more" ;;
esac
shift
[ -f "${1:-}" ] || refuse 2 "expected an input file, found ${1:-nothing}"
for argument in "$@"; do # --restart, say, would start over each time that a part is queued again
  case "$argument" in
    --out | --out=* | --name | --name=* | --set | --set=* | --target-error | --target-error=*) ;;
    -*) refuse 2 "there is no option $argument; $script --help lists them" ;;
  esac
done
command -v sbatch >/dev/null || refuse 1 "there is no sbatch here; submit from a machine of the cluster"

# submit STEP OPTION-OF-SBATCH ... SCRIPT ARGUMENT ...: prints the number of the job.
submit() {
  step=$1
  shift
  # shellcheck disable=SC2086
  NEEL_STEP=$step NEEL_ROOT=$root sbatch --parsable --export=ALL --job-name="neel-$step" ${NEEL_SBATCH:-} "$@"
}
runs=$(submit run --array="1-$parts" --requeue --open-mode=append "$0" "$@")
runs=${runs%%;*} # behind it stands the cluster
joins=$(submit join --dependency="afterok:$runs" --kill-on-invalid-dep=yes "$0" "$@")
echo "job $runs: parts 1 to $parts; job ${joins%%;*} joins them"
