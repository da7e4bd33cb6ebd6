"""Runs the commands and the example scripts that come with the Python library, as people do in a shell.

Arguments: the folder of programs, a folder for files of its own, a configuration file of an owner.
Prints one JSON line: what each of them printed and how it ended.
"""

import json
import os
import re
import subprocess
import sys

programs, folder, owner = sys.argv[1:4]
python = os.path.join(programs, "python")
site_packages = subprocess.run(
    [python, "-c", "import os, zulip; print(os.path.dirname(zulip.__file__))"], capture_output=True, text=True
).stdout.strip()
# zulip-api reads its configuration only from this file.
environment = dict(os.environ, HOME=folder)
done = {}


def run(name, *command, text=None):
    process = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=30, env=environment, cwd=folder
    )
    done[name] = {"status": process.returncode, "output": process.stdout, "errors": process.stderr[-2000:]}
    return process.stdout


def example(name, *arguments):
    script = os.path.join(site_packages, "examples", name)
    return run(name, python, script, "--config-file", owner, *arguments)


def number(text, key="id"):
    found = re.search(rf"'{key}': (\d+)", text)
    return found.group(1) if found else "0"


send = os.path.join(programs, "zulip-send")
run("zulip-send", send, "--config-file", owner, "-s", "general", "-S", "commands", "-m", "from a shell")
run("zulip-send reads", send, "--config-file", owner, "mia@example.com", "max@example.com", text="from a pipe")

example(
    "create-user",
    "--new-email=script@example.com",
    "--new-password=a-long-password",
    "--new-full-name=Script Person",
    "--new-short-name=sp",
)
example("subscribe", "--streams=scripted other")
example("get-subscriptions")
example("get-public-streams")
example("list-users")
sent = number(example("send-message", "--type=stream", "--subject=examples", "scripted", "--message=by an example"))
example("send-message", "--type=private", "mia@example.com", "--message=by an example, to one")
example("edit-message", f"--message-id={sent}", "--subject=examples again", "--content=edited by an example")
example("get-raw-message", sent)
example("message-history", sent)
example("get-messages", "--anchor=" + sent, "--num-before=2", "--num-after=0")
example("get-history", "--stream=scripted", "--topic=examples again", f"--filename={folder}/history.json")
example("update-message-flags", "add", "starred", sent)
example("realm-emoji")
example("alert-words", "add", "scripted")
example("alert-words", "get")
stream_id = number(
    run(
        "get_stream_id",
        python,
        "-c",
        f"import zulip; print(zulip.Client(config_file={owner!r}).get_stream_id('scripted'))",
    ),
    "stream_id",
)
example("get-stream-topics", "--stream-id=" + stream_id)
example("mute-topic", "mute", "scripted", "examples again")
example(
    "edit-stream",
    f"--stream-id={stream_id}",
    "--description=edited",
    "--new-name=scripted2",
    "--history-public-to-subscribers",
)
with open(os.path.join(folder, "upload.txt"), "w") as made:
    made.write("made for an upload")
example("upload-file", f"--file-path={folder}/upload.txt")
example("delete-message", sent)
example("unsubscribe", "--streams=other")
example("delete-stream", stream_id)
example("get-user-presence", "--email=mona@example.com")

api = os.path.join(programs, "zulip-api")
posted = run(
    "zulip-api send-message", api, "send-message", "--stream", "general", "--subject", "api", "--message", "sent"
)
message = number(posted)
run("zulip-api update-message", api, "update-message", message, "-m", "changed")
run("zulip-api add-reaction", api, "add-reaction", message, "octopus")
run("zulip-api remove-reaction", api, "remove-reaction", message, "octopus")
run("zulip-api get-message-history", api, "get-message-history", message)
run("zulip-api get-subscriptions", api, "get-subscriptions")
run("zulip-api mark-all-as-read", api, "mark-all-as-read")
run("zulip-api delete-message", api, "delete-message", message)
print(json.dumps(done))
