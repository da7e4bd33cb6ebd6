"""Starts the terminal client of this API family in a pseudo terminal and uses it as a person would.

Arguments: the client's program, its configuration file. Shows channels and messages, sends one, quits. Prints one
JSON line: the screens it saw.
"""

import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

import pyte

ROWS, COLUMNS = 45, 150
program, configuration = sys.argv[1:3]
screen = pyte.Screen(COLUMNS, ROWS)
stream = pyte.ByteStream(screen)

child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm-256color"
    os.environ["HOME"] = os.path.dirname(configuration)
    os.chdir(os.environ["HOME"])
    os.execv(program, [program, "--config-file", configuration, "--no-notify", "--no-autohide"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))


def shown():
    return "\n".join(line.rstrip() for line in screen.display)


def read_for(seconds, wanted=None):
    """Reads what the client draws until a text is on the screen or the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                stream.feed(os.read(terminal, 65536))
            except OSError:
                return False
        if wanted is not None and wanted in shown():
            return True
    return wanted is None


def press(keys):
    os.write(terminal, keys.encode())


screens = {}
ok = {}
ok["channels"] = read_for(40, "engineering")
ok["messages"] = read_for(20, "Every message in a channel has a topic")
screens["start"] = shown()
# A new message to a channel: the box has the fields channel, topic and text, in this order.
press("c")
read_for(2)
press("general")
press("\t")
press("from a terminal")
press("\t")
press("typed by hand")
ok["box"] = read_for(10, "typed by hand")
screens["box"] = shown()
press("\x04")
ok["sent"] = read_for(10, "from a terminal")
read_for(2)
screens["sent"] = shown()
press("\x03")
read_for(3)
status = None
for _ in range(50):
    pid, status = os.waitpid(child, os.WNOHANG)
    if pid:
        break
    read_for(0.1)
else:
    os.kill(child, 9)
print(json.dumps({"ok": ok, "screens": screens, "status": status}))
