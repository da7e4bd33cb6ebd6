"""Runs the bots that other people wrote for this API, each in a process of its own, and talks to them.

Arguments: the folder of programs, a folder for files of its own, address; email and API key of an owner, and of a
member who talks. Prints one JSON line: what every bot said.
"""

import json
import os
import subprocess
import sys
import threading
import time

import zulip

programs, folder, site, *credentials = sys.argv[1:8]
owner, person = (
    zulip.Client(site=site, email=email, api_key=key, client="ParleyTest/1.0")
    for email, key in zip(credentials[::2], credentials[1::2])
)

# A bot written with the library, for features that its ready-made bots do not use: reactions and buttons.
BUTTONS = """
import json


class Handler:
    def usage(self):
        return "reacts and offers buttons"

    def handle_message(self, message, bot_handler):
        choices = [{"type": "multiple_choice", "short_name": "A", "long_name": "Apples", "reply": "apples"}]
        bot_handler.react(message, "octopus")
        extra = {"type": "choices", "heading": "Which?", "choices": choices}
        bot_handler.send_reply(message, "choose", json.dumps({"widget_type": "zform", "extra_data": extra}))


handler_class = Handler
"""
with open(os.path.join(folder, "buttons.py"), "w") as made:
    made.write(BUTTONS)
with open(os.path.join(folder, "followup.conf"), "w") as made:
    made.write("[followup]\nstream = followup\n")
with open(os.path.join(folder, "a file.txt"), "w") as made:
    made.write("for the uploader")

queue = person.register(["message"])
processes = []
said = {}
arrived = threading.Condition()


def listen():
    last = queue["last_event_id"]
    while True:
        answer = person.get_events(queue_id=queue["queue_id"], last_event_id=last)
        for event in answer.get("events", []):
            last = max(last, event["id"])
            if event["type"] == "message":
                with arrived:
                    said.setdefault(event["message"]["sender_email"], []).append(event["message"])
                    arrived.notify_all()


threading.Thread(target=listen, daemon=True).start()


def start(name, path=None, *options):
    """Creates a bot for the owner and starts its program; returns its address."""
    made = owner.call_endpoint("bots", request={"full_name": f"{name} bot", "short_name": name.replace("_", "-")})
    assert made["result"] == "success", made
    email = person.get_user_by_id(made["user_id"])["user"]["email"]
    configuration = os.path.join(folder, f"{name}-zuliprc")
    with open(configuration, "w") as written:
        written.write(f"[api]\nemail={email}\nkey={made['api_key']}\nsite={site}\n")
    log = open(os.path.join(folder, f"{name}.log"), "w")
    program = os.path.join(programs, "zulip-run-bot")
    processes.append(
        subprocess.Popen(
            [program, path or name, "--config-file", configuration, *options], stdout=log, stderr=log, cwd=folder
        )
    )
    return {"email": email, "user_id": made["user_id"], "name": f"{name} bot", "log": log.name}


def ask(bot, content, within=20):
    """Sends a direct message to a bot and waits for its answer."""
    with arrived:
        before = len(said.get(bot["email"], []))
    person.send_message({"type": "private", "to": [bot["user_id"]], "content": content})
    return next_words(bot, before, within)


def next_words(bot, before, within=20):
    with arrived:
        arrived.wait_for(lambda: len(said.get(bot["email"], [])) > before, within)
        words = said.get(bot["email"], [])[before:]
    return words[0] if words else None


def wake(bot):
    """Sends hello until the bot answers, because it does not report when it starts listening."""
    for _ in range(20):
        if ask(bot, "help", within=1):
            break
    settled = -1
    while settled != len(said.get(bot["email"], [])):
        settled = len(said.get(bot["email"], []))
        time.sleep(0.3)


def content(message):
    return message and message["content"]


results = {}
try:
    owner.add_subscriptions(streams=[{"name": "followup"}], principals=[person.get_profile()["user_id"]])
    bots = {
        name: start(name)
        for name in ("helloworld", "converter", "virtual_fs", "connect_four", "file_uploader", "incrementor")
    }
    bots["followup"] = start("followup", None, "--bot-config-file", os.path.join(folder, "followup.conf"))
    bots["buttons"] = start("buttons", os.path.join(folder, "buttons.py"))
    for name in ("helloworld", "converter", "virtual_fs", "connect_four", "file_uploader", "followup", "buttons"):
        wake(bots[name])
    results["helloworld"] = content(ask(bots["helloworld"], "anything"))
    results["converter"] = content(ask(bots["converter"], "2 m cm"))
    results["virtual_fs made"] = content(ask(bots["virtual_fs"], "mkdir /notes"))
    results["virtual_fs listed"] = content(ask(bots["virtual_fs"], "ls /"))
    results["connect_four rules"] = content(ask(bots["connect_four"], "rules"))
    results["connect_four game"] = content(ask(bots["connect_four"], "play game"))
    results["file_uploader"] = content(ask(bots["file_uploader"], "~/a file.txt".replace("~", folder)))
    choice = ask(bots["buttons"], "go")
    results["buttons"] = {"content": content(choice), "submessages": choice and choice["submessages"]}

    # In a channel: mentions, and a message that the bot changes afterwards.
    bot = bots["incrementor"]
    first = person.send_message({"type": "private", "to": [bot["user_id"]], "content": "count"})
    for _ in range(20):
        if next_words(bot, 0, within=1):
            break
        person.send_message({"type": "private", "to": [bot["user_id"]], "content": "count"})
    counted = said[bot["email"]][0]
    owner.add_subscriptions(streams=[{"name": "followup"}], principals=[bots["followup"]["user_id"]])
    before = len(said.get(bots["followup"]["email"], []))
    person.send_message(
        {"type": "stream", "to": "followup", "topic": "t", "content": "@**followup bot** buy paper"}
    )
    follow = next_words(bots["followup"], before)
    results["followup"] = follow and [follow["display_recipient"], follow["subject"], follow["content"]]
    person.send_message({"type": "private", "to": [bot["user_id"]], "content": "count"})
    for _ in range(50):
        number = person.get_raw_message(counted["id"])["raw_content"]
        if int(number) > 1:
            break
        time.sleep(0.1)
    results["incrementor"] = number
    results["logs"] = {name: open(bot["log"]).read()[-3000:] for name, bot in bots.items()}
finally:
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(10)
print(json.dumps(results))
