// Events by which clients update lists: the account's drafts, scheduled messages, reminders, views and files, and the
// lists that administrators see. The current mobile client ignores them, but its next version and other strict clients
// will not.

import {
  boolean,
  type Decoder,
  int,
  list,
  Malformed,
  members,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../decoder.ts';

type AnyEvent = Decoder<Readonly<Record<string, unknown>>>;

const draft = object({
  id: int,
  type: oneOf('', 'stream', 'private'),
  to: list(int),
  topic: text,
  content: text,
  timestamp: int,
});

const later = {
  content: text,
  rendered_content: text,
  scheduled_delivery_timestamp: int,
  failed: boolean,
};

/** A message to a channel has one id and a topic; a message to people has a list of ids and no topic. */
const scheduledMessage: AnyEvent = (value, at) => {
  const { type } = object({ type: oneOf('stream', 'private') })(value, at);
  const fields = { ...later, scheduled_message_id: int };
  if (type === 'stream') return object({ ...fields, to: int, topic: text })(value, at);
  if ('topic' in members(value, at)) throw new Malformed(`${at}.topic`, 'no topic between people', value);
  return object({ ...fields, to: list(int) })(value, at);
};

const reminder = object({
  ...later,
  reminder_id: int,
  type: oneOf('private'),
  to: list(int),
  reminder_target_message_id: int,
});

const view = object({ fragment: text, is_pinned: boolean, name: optional(nullable(text)) });

const attachment = object({
  id: int,
  name: text,
  path_id: text,
  size: int,
  create_time: int,
  message_ids: list(int),
});

const fileEvent = object({ attachment, upload_space_used: int });
const domain = object({ domain: text, allow_subdomains: boolean });

/** A setting with its value, whose type is the setting's. */
const setting: AnyEvent = (value, at) => {
  const found = object({ property: text })(value, at);
  if (members(value, at).value === undefined) throw new Malformed(`${at}.value`, 'a value', undefined);
  return found;
};

const settings: AnyEvent = (value, at) => {
  const { data } = object({ property: oneOf('default'), data: members })(value, at);
  if (Object.keys(data).length === 0) throw new Malformed(`${at}.data`, 'what has changed', data);
  return { data };
};

/** Events without operations. */
export const listsByType: Readonly<Record<string, AnyEvent>> = {
  realm_linkifiers: object({
    realm_linkifiers: list(object({ id: int, pattern: text, url_template: text })),
  }),
  realm_playgrounds: object({
    realm_playgrounds: list(object({ id: int, name: text, pygments_language: text, url_template: text })),
  }),
};

/** Events with operations. */
export const listsByOperation: Readonly<Record<string, Readonly<Record<string, AnyEvent>>>> = {
  drafts: {
    add: object({ drafts: list(draft) }),
    update: object({ draft }),
    remove: object({ draft_id: int }),
  },
  scheduled_messages: {
    add: object({ scheduled_messages: list(scheduledMessage) }),
    update: object({ scheduled_message: scheduledMessage }),
    remove: object({ scheduled_message_id: int }),
  },
  reminders: {
    add: object({ reminders: list(reminder) }),
    remove: object({ reminder_id: int }),
  },
  navigation_view: {
    add: object({ navigation_view: view }),
    update: object({ fragment: text, data: members }),
    remove: object({ fragment: text }),
  },
  attachment: {
    add: fileEvent,
    update: fileEvent,
    remove: object({ attachment: object({ id: int }), upload_space_used: int }),
  },
  realm: {
    update: setting,
    update_dict: settings,
    deactivated: object({ realm_id: int }),
  },
  realm_domains: {
    add: object({ realm_domain: domain }),
    change: object({ realm_domain: domain }),
    remove: object({ domain: text }),
  },
  realm_user_settings_defaults: { update: setting },
};
