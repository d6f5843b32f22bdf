# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""scripts/slurm/array.sh under Slurm itself: a controller and a node of this machine, for this test alone. Parts are stopped by signals
and by the time limit of their jobs, queued again, and joined to the bits of one run."""
import getpass
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import unittest

try:
    import h5py  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
if os.environ.get("NEEL_SANITIZE"):
    print("skipped: what jobs do is the same with sanitizers, and slower")
    sys.exit(77)
if not (shutil.which("slurmctld") and shutil.which("slurmd") and shutil.which("sbatch")):
    print("skipped: no Slurm here (Debian: slurmctld, slurmd, slurm-client)")
    sys.exit(77)

from harness import PROGRAM, SOURCE, Case

# No accounts, cgroups or switch of users: all is of the one who runs the test. A job that is queued again waits for cred_expire. Both
# parts work at once, whatever cores there are (config_overrides).
CONFIGURATION = """
ClusterName=neel
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
AuthInfo=cred_expire=5
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ReturnToService=2
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
PARTS = 2
SECONDS = 80  # of the longer part, as measured here: more than twice what a job of one minute leaves, since others use the machine, too


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Slurm(Case):
    def setUp(self):
        super().setUp()
        self.slurm = self.folder / "slurm"
        for folder in ("state", "spool", "tree/scripts/slurm", "tree/build/openmp"):
            (self.slurm / folder).mkdir(parents=True)
        for name in ("neel", "common.sh", "slurm/array.sh"):
            shutil.copy(SOURCE / "scripts" / name, self.slurm / "tree/scripts" / name)
        (self.slurm / "tree/build/openmp/neel").symlink_to(pathlib.Path(PROGRAM).resolve())
        host = socket.gethostname().split(".")[0]
        (self.slurm / "slurm.conf").write_text(CONFIGURATION.format(host=host, ports=free_ports(2), user=getpass.getuser(), folder=self.slurm))
        self.env = {**os.environ, "SLURM_CONF": str(self.slurm / "slurm.conf"), "NEEL_SBATCH": "--time=1", "OMP_NUM_THREADS": "1"}
        for daemon in (["slurmctld", "-D"], ["slurmd", "-D", "-N", host]):
            process = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", *daemon], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(process.wait)
            self.addCleanup(process.terminate)

    def call(self, *command):
        done = subprocess.run(list(map(str, command)), cwd=self.folder, env=self.env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr + (self.slurm / "slurmctld.log").read_text())
        return done.stdout

    def submit(self, name):
        """The numbers of the jobs: of the array, and of what joins it."""
        out = self.call(self.slurm / "tree/scripts/slurm/array.sh", PARTS, "small.toml", "--name", name)
        self.assertRegex(out, f"job [0-9]+: parts 1 to {PARTS}; job [0-9]+ joins them\n")
        return re.findall("job ([0-9]+)", out)

    def ended(self, job):
        """Waits until the job is over, however it ended, and returns what Slurm says of it; of an array, of each of its jobs."""
        self.call("sbatch", "--wait", "--parsable", f"--dependency=afterany:{job}", "--output=/dev/null", "--wrap=true")
        said = self.call("scontrol", "show", "job", job)
        return dict(sorted((int((re.search(r"ArrayTaskId=(\d+)", one) or [0, 0])[1]), one) for one in said.strip().split("\n\n")))

    def at_work(self, name, part, line, times=1):
        self.wait_for_line(self.folder / f"{name}.part-{part}-of-{PARTS}.log", line, times)

    def log(self, name, part):
        return (self.folder / f"{name}.part-{part}-of-{PARTS}.log").read_text()

    def make_long(self):
        """So many sweeps that the longer part takes SECONDS here."""
        text = (self.folder / "small.toml").read_text().replace("systems = 2", "systems = 3")
        for _ in range(2):  # what is measured once more is closer
            (self.folder / "small.toml").write_text(text)
            part = json.loads(self.neel("run", "small.toml", "--part", f"{PARTS}/{PARTS}", "--dry-run", "--json", "--threads", "1").stdout)
            sweeps = int(re.search("sweeps = ([0-9]+)", text)[1])
            text = re.sub("sweeps = [0-9]+", f"sweeps = {int(sweeps * SECONDS / part['seconds']) // 10 * 10}", text)
        (self.folder / "small.toml").write_text(text)

    def test_parts_that_are_stopped_and_queued_again(self):
        self.make_long()
        runs, joins = self.submit("a")
        for part in (1, 2):
            self.at_work("a", part, "start configuration")
        # Who cancels the array finds checkpoints, and no job that begins again.
        self.call("scancel", runs)
        for part, said in self.ended(runs).items():
            self.assertIn("JobState=CANCELLED", said)
            self.assertIn("stopped by SIGTERM", self.log("a", part))
        self.assertIn("JobState=CANCELLED", self.ended(joins)[0])

        # The same call goes on; the first part is stopped by a signal and by Slurm, the second by the end of its minute.
        runs, joins = self.submit("a")
        self.at_work("a", 1, "continued")
        self.call("scancel", "--batch", "--signal=USR1", f"{runs}_1")
        self.at_work("a", 1, "continued", 2)
        self.call("scontrol", "requeue", f"{runs}_1")
        self.assertIn("JobState=COMPLETED", self.ended(joins)[0])
        for said in self.ended(runs).values():
            self.assertIn("JobState=COMPLETED", said)
            self.assertRegex(said, "Restarts=[1-9]")
        out = [(self.folder / f"slurm-{runs}_{part}.out").read_text() for part in (1, 2)]
        for text in out:
            print(*re.findall("(?m)^(?:continued|stopped|done) .*", text), sep="\n")
        stops = [re.findall("(?m)^stopped by (SIG[A-Z0-9]+|the time limit of the Slurm job)", text) for text in out]
        self.assertEqual(stops[0][:2], ["SIGUSR1", "SIGTERM"])
        self.assertEqual(set(stops[1]), {"the time limit of the Slurm job"})  # a part that is queued again leaves the others alone

        self.run_small("whole", "--threads", "2")
        self.same("whole", "a")
        self.assertEqual(sorted(p.name for p in self.folder.glob("a.*")),
                         [f"a.{ending}" for ending in ("h5", "log", "resolved.toml", "tsv", "vtkhdf")])

    def test_a_job_that_queues_itself_again(self):
        """By the line of docs/reliability.md."""
        line = re.search(r"(?m)^    neel run input.toml (\|\| .*)$", (SOURCE / "docs/reliability.md").read_text())[1]
        (self.folder / "b.stop").write_text("")
        job = self.call("sbatch", "--parsable", "--requeue", "--open-mode=append", "--output=b.out",
                        f"--wrap={PROGRAM} run small.toml --name b {line}").strip()
        said = self.ended(job)[0]
        self.assertIn("JobState=COMPLETED", said)
        self.assertIn("Restarts=1", said)
        self.assertRegex((self.folder / "b.out").read_text(), "(?s)stopped by the file b.stop .*\ncontinued .*\ndone in ")


if __name__ == "__main__":
    unittest.main()
