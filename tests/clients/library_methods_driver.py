"""Calls every method of the Python library once, in the ways its own documentation shows.

Arguments: address; email and API key of an owner, of a member, of a bot. Prints one JSON line: what each call
answered, and which methods nothing called.
"""

import inspect
import io
import json
import struct
import sys
import zlib

import zulip

site, *credentials = sys.argv[1:8]
called = set()


class Watched(zulip.Client):
    """Records which methods of the library the driver called."""

    def __getattribute__(self, name):
        if not name.startswith("_") and name in vars(zulip.Client):
            called.add(name)
        return super().__getattribute__(name)


owner, member, bot = (
    Watched(site=site, email=email, api_key=key) for email, key in zip(credentials[::2], credentials[1::2])
)


def named_file(name, content):
    made = io.BytesIO(content)
    made.name = name
    return made


def picture():
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    size = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x20\x80\x40" * 8 for _ in range(8)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


results = {}


def note(name, result):
    results[name] = result
    return result


# People
me = note("get_profile", member.get_profile())
users = note("get_users", member.get_users({"client_gravatar": True, "include_custom_profile_fields": True}))
note("get_members", member.get_members())
ids = {user["full_name"]: user["user_id"] for user in users["members"]}
note("get_user_by_id", member.get_user_by_id(me["user_id"], include_custom_profile_fields=True))
created = note(
    "create_user",
    owner.create_user({"email": "new@example.com", "full_name": "New Person", "password": "a-long-new-password"}),
)
note("update_user_by_id", owner.update_user_by_id(created["user_id"], full_name="Newer Person"))
note("deactivate_user_by_id", owner.deactivate_user_by_id(created["user_id"]))
note("reactivate_user_by_id", owner.reactivate_user_by_id(created["user_id"]))
note("update_presence", member.update_presence({"status": "active", "ping_only": False, "new_user_input": True}))
note("get_user_presence", owner.get_user_presence(me["email"]))
note("get_realm_presence", owner.get_realm_presence())

# Channels
note("get_streams", member.get_streams(include_subscribed=True, include_public=True))
note(
    "add_subscriptions",
    member.add_subscriptions(
        streams=[{"name": "from a library", "description": "made by a script"}], principals=[me["email"]]
    ),
)
note("add_subscriptions again", member.add_subscriptions(streams=[{"name": "from a library"}]))
stream_id = note("get_stream_id", member.get_stream_id("from a library"))["stream_id"]
general = member.get_stream_id("general")["stream_id"]
note("get_subscription_status", member.get_subscription_status(user_id=me["user_id"], stream_id=stream_id))
note("get_subscriptions", member.get_subscriptions({"include_subscribers": True}))
note("list_subscriptions", member.list_subscriptions())
note("get_subscribers", member.get_subscribers(stream="from a library"))
note("get_stream_email_address", member.get_stream_email_address(stream_id))
note(
    "update_subscription_settings",
    member.update_subscription_settings(
        [
            {"stream_id": stream_id, "property": "pin_to_top", "value": True},
            {"stream_id": general, "property": "color", "value": "#f00f00"},
        ]
    ),
)
note("update_stream", owner.update_stream({"stream_id": stream_id, "description": "changed", "is_private": False}))
note("add_default_stream", owner.add_default_stream(stream_id))

# Messages
uploaded = note("upload_file", member.upload_file(named_file("notes.txt", b"some notes")))
sent = note(
    "send_message",
    member.send_message({"type": "stream", "to": "from a library", "topic": "one", "content": "first"}),
)["id"]
note(
    "send_message by subject",
    member.send_message(
        {"type": "stream", "to": [stream_id], "subject": "two", "content": f"[notes]({uploaded['uri']})"}
    ),
)
note("send_message to ids", member.send_message({"type": "direct", "to": [ids["Mia Member"]], "content": "by id"}))
note(
    "send_message to a bot",
    member.send_message({"type": "private", "to": ["helper-bot@example.com"], "content": "x"}),
)
note("get_attachments", member.get_attachments())
note(
    "get_messages",
    member.get_messages(
        {
            "anchor": "newest",
            "num_before": 5,
            "num_after": 0,
            "narrow": [
                {"operator": "sender", "operand": me["email"]},
                {"operator": "stream", "operand": "from a library"},
            ],
            "client_gravatar": True,
            "apply_markdown": True,
        }
    ),
)
note(
    "get_messages by old words",
    member.get_messages({"use_first_unread_anchor": True, "num_before": 1, "num_after": 1}),
)
note("get_raw_message", member.get_raw_message(sent))
note("render_message", member.render_message({"content": "**bold**"}))
note(
    "check_messages_match_narrow",
    member.check_messages_match_narrow(msg_ids=[sent], narrow=[{"operator": "topic", "operand": "one"}]),
)
note("update_message", member.update_message({"message_id": sent, "content": "edited", "topic": "one again"}))
note("get_message_history", member.get_message_history(sent))
note("get_stream_topics", member.get_stream_topics(stream_id))
reaction = {"message_id": sent, "emoji_name": "joy", "emoji_code": "1f602", "reaction_type": "unicode_emoji"}
note("add_reaction", member.add_reaction(reaction))
note("remove_reaction", member.remove_reaction(reaction))
note("update_message_flags", member.update_message_flags({"messages": [sent], "op": "add", "flag": "starred"}))
note("mark_topic_as_read", member.mark_topic_as_read(stream_id, "one again"))
note("mark_stream_as_read", member.mark_stream_as_read(stream_id))
note("mark_all_as_read", member.mark_all_as_read())
note("mute_topic", member.mute_topic({"stream": "from a library", "topic": "two", "op": "add"}))
note("mute_topic by id", member.mute_topic({"stream_id": stream_id, "topic": "two", "op": "remove"}))
note("set_typing_status", member.set_typing_status({"op": "start", "to": [ids["Mia Member"]]}))
note("move_topic", owner.move_topic("from a library", "general", "one again", "moved here", notify_old_topic=False))
note("delete_message", owner.delete_message(sent))

# The organization
note("get_server_settings", member.get_server_settings())
note("upload_custom_emoji", owner.upload_custom_emoji("green_square", named_file("square.png", picture())))
note("get_realm_emoji", member.get_realm_emoji())
note("delete_custom_emoji", owner.delete_custom_emoji("green_square"))
linkifier = note("add_realm_filter", owner.add_realm_filter("LIB-(?P<id>[0-9]+)", "https://example.com/lib/{id}"))
note("get_realm_linkifiers", member.get_realm_linkifiers())
note("remove_realm_filter", owner.remove_realm_filter(linkifier["id"]))
field = note("create_realm_profile_field", owner.create_realm_profile_field(name="Phone", hint="", field_type=1))
note("update_realm_profile_field", owner.update_realm_profile_field(field_id=field["id"], name="Telephone"))
fields = note("get_realm_profile_fields", owner.get_realm_profile_fields())["custom_fields"]
note(
    "reorder_realm_profile_fields",
    owner.reorder_realm_profile_fields(order=[each["id"] for each in reversed(fields)]),
)
note("remove_realm_profile_field", owner.remove_realm_profile_field(field_id=field["id"]))

# Groups and settings
note(
    "create_user_group",
    owner.create_user_group({"name": "library", "description": "Made here", "members": [me["user_id"]]}),
)
groups = note("get_user_groups", owner.get_user_groups())["user_groups"]
group_id = next(group["id"] for group in groups if group["name"] == "library")
note(
    "update_user_group",
    owner.update_user_group({"group_id": group_id, "name": "libraries", "description": "Other"}),
)
note(
    "update_user_group_members",
    owner.update_user_group_members(group_id, {"delete": [me["user_id"]], "add": [ids["Mia Member"]]}),
)
note("remove_user_group", owner.remove_user_group(group_id))
note("get_alert_words", member.get_alert_words())
note("add_alert_words", member.add_alert_words(["library", "script"]))
note("remove_alert_words", member.remove_alert_words(["script"]))
note(
    "update_notification_settings",
    member.update_notification_settings(
        {"enable_stream_push_notifications": True, "enable_offline_push_notifications": False}
    ),
)

# A bot's own things
entries = {"entry 1": "value 1", "entry 2": "value 2", "entry 3": "value 3"}
note("update_storage", bot.update_storage({"storage": entries}))
note("get_storage", bot.get_storage())
note("get_storage by keys", bot.get_storage({"keys": ["entry 1", "entry 3"]}))

# Events
queue = note("register", member.register(["message"], [["stream", "general"]], all_public_streams=True))
note("queued", owner.send_message({"type": "stream", "to": "general", "topic": "queued", "content": "queued"}))
note("get_events", member.get_events(queue_id=queue["queue_id"], last_event_id=queue["last_event_id"]))
note("deregister", member.deregister(queue["queue_id"], timeout=10))
whole = note("register for everything", member.register())
note("deregister everything", member.deregister(whole["queue_id"]))
note("register with fetch", member.register(["realm_user"], fetch_event_types=["realm_user", "subscription"]))
note("remove_subscriptions", owner.remove_subscriptions(["general"], principals=[ids["Max Member"]]))
note("delete_stream", owner.delete_stream(stream_id))

# Methods that send no request, or only repeat others.
own = {
    "call_on_each_event",
    "call_on_each_message",
    "call_endpoint",
    "do_api_query",
    "ensure_session",
    "get_user_agent",
}
methods = {name for name, _ in inspect.getmembers(zulip.Client, inspect.isfunction) if not name.startswith("_")}
print(json.dumps({"results": results, "not_called": sorted(methods - called - own)}))
