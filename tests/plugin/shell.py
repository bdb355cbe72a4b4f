"""An interactive shell on a pseudo-terminal: types a line, presses TAB, and tells what stands on the line then."""
import os
import pty
import re
import select
import signal
import time

SECONDS = 20


class Shell:
    def __init__(self, arguments, environment, folder, set_up):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, environment)
        for line in set_up:
            self.send(line + "\n")
        self.send("echo rea''dy\n")
        self.read_until("ready")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, pattern):
        seen, end = "", time.monotonic() + SECONDS
        while time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    seen += os.read(self.terminal, 65536).decode("utf-8", "replace")
                except OSError:
                    break
                found = re.search(pattern, seen)
                if found:
                    return found
        raise AssertionError(f"the shell never showed {pattern!r}: {seen!r}")

    def completed(self, line):
        """The command line after `line` and TAB, without trailing space."""
        self.send(line + "\t")
        time.sleep(0.5)  # the shell reads the line as typed, not as pasted
        # Home, then the line becomes the argument of printf.
        self.send("\x01printf '<%s>' \"")
        self.send("\x05\"; echo ' do''ne'\n")
        return self.read_until(r"<([^<>]*)> done")[1].rstrip()

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)
