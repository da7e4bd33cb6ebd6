"""Starts the terminal client for this API in a pseudo terminal and uses it as a person would.

Arguments: the client's program, its configuration file; address, email and API key of another account, which writes,
edits, reacts, types and moves messages meanwhile. Prints one JSON line: which steps happened, the screens it saw, and
what the client noted about its own failures.
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
import zulip

ROWS, COLUMNS = 45, 150
program, configuration, site, other_email, other_key = sys.argv[1:6]
screen = pyte.Screen(COLUMNS, ROWS)
stream = pyte.ByteStream(screen)
other = zulip.Client(site=site, email=other_email, api_key=other_key, client="ParleyTest/1.0")

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
ESCAPE, TAB, ENTER, SEND, DOWN, UP = "\x1b", "\t", "\r", "\x04", "\x1b[B", "\x1b[A"


def read_until(seconds, holds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        read_for(0.1)
    return holds()


def step(name, keys, holds, seconds=10):
    """Presses keys one after another and waits until the screen shows a text, or a condition holds."""
    for key in keys:
        press(key)
        read_for(0.15)
    wanted = (lambda: holds in shown()) if isinstance(holds, str) else holds
    ok[name] = read_until(seconds, wanted)
    screens[name] = shown()
    return ok[name]


def last_message(**narrow):
    terms = [{"operator": operator, "operand": operand} for operator, operand in narrow.items()]
    found = other.get_messages(
        {"anchor": "newest", "num_before": 1, "num_after": 0, "narrow": terms, "apply_markdown": False}
    )
    return found["messages"][-1] if found.get("messages") else None


def write(topic, content):
    return other.send_message({"type": "stream", "to": "general", "topic": topic, "content": content})["id"]


ok["channels"] = read_for(40, "engineering")
ok["messages"] = read_for(20, "Every message in a channel has a topic")
screens["start"] = shown()

# A new message to a channel: the box has the fields channel, topic and text, in this order.
step("box", ["c", "general", TAB, "from a terminal", TAB, "typed by hand"], "typed by hand")
step("sent", [SEND], lambda: (last_message(topic="from a terminal") or {}).get("content") == "typed by hand")
mine = last_message(topic="from a terminal")["id"]

# Opens the conversation, where the other account answers, edits and reacts.
step("search", [ESCAPE, "/", "typed by hand", ENTER], "typed by hand")
step("conversation", [DOWN, "S"], "from a terminal")
answer = write("from a terminal", "an answer from elsewhere")
step("receives", [], "an answer from elsewhere")
other.update_message({"message_id": answer, "content": "an answer that was edited"})
step("sees an edit", [], "an answer that was edited")
other.add_reaction({"message_id": answer, "emoji_name": "octopus"})
step("sees a reaction", [], "octopus")
other.remove_reaction({"message_id": answer, "emoji_name": "octopus"})
step("sees a reaction go", [], lambda: "octopus" not in shown())

# Actions on a message.
step("reacts", ["+"], lambda: "thumbs" in shown() or "+1" in shown())
step("takes a reaction back", ["+"], lambda: "thumbs_up" not in shown() and "+1" not in shown())
step("stars", ["*"], lambda: "*" in shown())
step("message information", ["i"], "Message Information")
step("leaves it", [ESCAPE], lambda: "Message Information" not in shown())
step("quotes", [">"], "quote")
step(
    "replies",
    ["a reply", SEND],
    lambda: "a reply" in (last_message(topic="from a terminal") or {}).get("content", ""),
)
reply = last_message(topic="from a terminal")
ok["quoted"] = "```quote\ntyped by hand\n```" in reply["content"]
read_for(1)
step("edits", [ESCAPE, "G", "e"], "a reply")
step("saves", [" and more", SEND], lambda: "and more" in last_message(topic="from a terminal")["content"])

# The other account moves its message to another topic; this account deletes one of its messages.
other.update_message({"message_id": answer, "topic": "elsewhere", "propagate_mode": "change_one"})
step("sees a move", [ESCAPE, "a"], "elsewhere")

# Direct messages with one person, who types.
step("direct box", ["x", "Mia Member <mia@example.com>", TAB, "between us"], "between us")
step("direct conversation", ["\x1b."], "Private conversation")
step("direct sent", [SEND], lambda: (last_message(**{"is": "dm"}) or {}).get("content") == "between us")
step("direct messages", [ESCAPE, "G"], "between us")
me = next(each for each in other.get_users()["members"] if each["full_name"] == "Mel Member")["user_id"]
other.set_typing_status({"op": "start", "to": [me]})
step("sees typing", [], "typing")
other.set_typing_status({"op": "stop", "to": [me]})
other.send_message({"type": "private", "to": [me], "content": "a direct answer"})
step("receives directly", [], "a direct answer")

# All lists and searches.
step("starred", [ESCAPE, "f"], "typed by hand")
step("mentions", [ESCAPE, "#"], "could you put numbers to it?")
step("all", [ESCAPE, "a"], "general")
step("people", ["w", "Mia"], "Mia Member")
step("leaves people", [ESCAPE], "Max Member")
step("channel search", ["q", "design"], "No Results")
step("leaves channel search", [ESCAPE], "engineering")
step("help", ["?"], "Help")
step("leaves help", [ESCAPE], "engineering")
step("about", ["\x1b?"], "Server")
step("leaves about", [ESCAPE], "engineering")
step("next unread", ["n"], "topic narrow")

# Changes by others, whose events the client handles.
other.update_presence({"status": "active", "ping_only": True, "new_user_input": True})
other.add_subscriptions(streams=[{"name": "made meanwhile"}], principals=[me])
read_for(1)
screens["end"] = shown()
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
failures = ""
for name in os.listdir(os.path.dirname(configuration)):
    if name.endswith(".log"):
        with open(os.path.join(os.path.dirname(configuration), name)) as log:
            failures += log.read()
print(json.dumps({"ok": ok, "screens": screens, "status": status, "failures": failures}))
