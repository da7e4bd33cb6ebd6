"""Drives the server with the Python library for this API, as any bot or script does.

Arguments: address, email, API key of one person; email, API key of another. Prints one JSON line of what it saw.
"""

import json
import sys
import threading

import zulip

site, email, key, other_email, other_key = sys.argv[1:6]


def connect(user, api_key):
    return zulip.Client(site=site, email=user, api_key=api_key, client="ParleyTest/1.0", insecure=True)


sender, receiver = connect(email, key), connect(other_email, other_key)
seen = []
registered = threading.Event()
done = threading.Event()


def on_event(event):
    if event["type"] == "message":
        seen.append(event["message"]["content"])
        if event["message"]["content"] == "last":
            done.set()


class Stop(Exception):
    pass


def listen():
    def callback(event):
        on_event(event)
        if done.is_set():
            raise Stop

    original = receiver.register

    def register(*args, **kwargs):
        result = original(*args, **kwargs)
        registered.set()
        return result

    receiver.register = register
    try:
        receiver.call_on_each_event(callback, event_types=["message"])
    except Stop:
        pass


listener = threading.Thread(target=listen, daemon=True)
listener.start()
registered.wait(20)

results = {
    "profile": sender.get_profile(),
    "streams": sender.get_streams(),
    "users": sender.get_users(),
    "subscriptions": sender.get_subscriptions(),
    "server": sender.get_server_settings(),
}
sent = sender.send_message({"type": "stream", "to": "general", "topic": "python", "content": "first"})
results["sent"] = sent
results["direct"] = sender.send_message({"type": "private", "to": [other_email], "content": "second"})
results["edited"] = sender.update_message({"message_id": sent["id"], "content": "first, edited"})
results["reaction"] = sender.add_reaction({"message_id": sent["id"], "emoji_name": "octopus"})
results["flags"] = sender.update_message_flags({"messages": [sent["id"]], "op": "add", "flag": "starred"})
results["fetched"] = sender.get_messages(
    {"anchor": "newest", "num_before": 3, "num_after": 0, "narrow": [["stream", "general"], ["topic", "python"]]}
)
results["added"] = sender.add_subscriptions(streams=[{"name": "from python", "description": "made by a library"}])
results["presence"] = sender.update_presence({"status": "active", "ping_only": False, "new_user_input": True})
results["typing"] = sender.set_typing_status({"op": "start", "to": [receiver.get_profile()["user_id"]]})
results["deleted"] = sender.delete_message(results["direct"]["id"])
results["last"] = sender.send_message({"type": "private", "to": [other_email], "content": "last"})
done.wait(20)
listener.join(5)
results["seen"] = seen
print(json.dumps(results))
