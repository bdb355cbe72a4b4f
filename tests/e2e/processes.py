"""The child processes of a cluster: each in a process group of its own, all of them stopped at the end."""
import os
import pathlib
import signal
import subprocess
import time

STOP_SECONDS = 5


class Group:
    """Children that are stopped together, the last one first."""

    def __init__(self, detached=False):
        # Without `detached` the kernel ends a child with the thread that started it, whatever ends that.
        self.prefix = [] if detached else ["setpriv", "--pdeathsig", "KILL", "--"]
        self.children = []

    def start(self, command, log, env=None):
        child = subprocess.Popen(self.prefix + command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                 start_new_session=True, env=env)
        self.children.append((pathlib.Path(command[0]).name, child))
        return child

    def pids(self):
        return [child.pid for _, child in self.children if child.poll() is None]

    def ended(self):
        """(name, exit code) of those that ended by themselves."""
        return [(name, child.returncode) for name, child in self.children if child.poll() is not None]

    def stop_one(self, child):
        if child.poll() is None:
            kill_group(child.pid, signal.SIGTERM)
            try:
                child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                pass
        kill_group(child.pid, signal.SIGKILL)
        child.wait()
        self.children = [(name, other) for name, other in self.children if other is not child]

    def stop(self):
        # Nothing here has state worth keeping, and an API server takes its time over SIGTERM.
        for _, child in reversed(self.children):
            kill_group(child.pid, signal.SIGKILL)
        for _, child in self.children:
            child.wait()
        self.children = []


def kill_group(pid, signal_number):
    try:
        os.killpg(pid, signal_number)
    except ProcessLookupError:
        pass


def command_line(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""


def stop_pids(pids, directory):
    """Stops processes of another run, only those whose command line names `directory`: a pid may be somebody else's by now."""
    ours = [pid for pid in pids if str(directory) in command_line(pid)]
    for pid in ours:
        kill_group(pid, signal.SIGKILL)
    deadline = time.monotonic() + STOP_SECONDS
    while any(str(directory) in command_line(pid) for pid in ours) and time.monotonic() < deadline:
        time.sleep(0.02)
