// The server and the organization, as the mobile client reads them: before login, and the lists that administrators
// see.

import {
  absoluteUrl,
  boolean,
  type Decoder,
  int,
  list,
  Malformed,
  maybe,
  members,
  nullable,
  object,
  oneOf,
  optional,
  parseJson,
  table,
  text,
} from '../decoder.ts';

/** The server's settings, which the client reads before login. */
export const serverSettings = object({
  authentication_methods: table(boolean),
  external_authentication_methods: list(
    object({
      name: text,
      display_name: text,
      display_icon: nullable(text),
      login_url: text,
      signup_url: text,
    }),
  ),
  zulip_feature_level: int,
  zulip_version: text,
  zulip_merge_base: text,
  push_notifications_enabled: boolean,
  is_incompatible: boolean,
  email_auth_enabled: boolean,
  require_email_format_usernames: boolean,
  realm_uri: absoluteUrl,
  realm_url: absoluteUrl,
  realm_name: text,
  realm_icon: text,
  realm_description: text,
  realm_web_public_access_enabled: boolean,
});

/** The names of all emoji, from the address in the snapshot. */
export const emojiData = object({ code_to_names: table(list(text)) });

export const customEmoji = object({
  id: text,
  name: text,
  source_url: text,
  still_url: nullable(text),
  deactivated: boolean,
  author_id: nullable(int),
});

export const customEmojiTable: Decoder<Map<string, unknown>> = (value, at) => {
  const found = table(customEmoji)(value, at);
  for (const [key, { id }] of found) if (key !== id) throw new Malformed(`${at}.${key}.id`, key, id);
  return found;
};

const choices = table(object({ text, order: text }));
const externalAccount = object({ subtype: text, url_pattern: optional(text) });

/** A profile field; the data of its type is JSON in a text. */
export const profileField: Decoder<{ readonly id: number }> = (value, at) => {
  const found = object({
    id: int,
    type: oneOf(1, 2, 3, 4, 5, 6, 7, 8),
    order: int,
    name: text,
    hint: text,
    field_data: text,
    display_in_profile_summary: optional(boolean),
    required: boolean,
    editable_by_user: boolean,
  })(value, at);
  if (found.type === 3) choices(parseJson(found.field_data), `${at}.field_data`);
  if (found.type === 7) externalAccount(parseJson(found.field_data), `${at}.field_data`);
  return found;
};

export const accountKind = object({ name: text, text, hint: text, url_pattern: text });

export const savedSnippet = object({ id: int, title: text, content: text, date_created: int });

/** A phone registered for notifications. */
export const device = object({
  push_key_id: nullable(int),
  push_token_id: nullable(text),
  pending_push_token_id: nullable(text),
  push_token_last_updated_timestamp: nullable(int),
  push_registration_error_code: nullable(text),
});

/** Personal settings that the client follows, with their types. */
export const userSettings: Readonly<Record<string, Decoder<unknown>>> = {
  twenty_four_hour_time: maybe(boolean),
  display_emoji_reaction_users: boolean,
  emojiset: text,
  presence_enabled: boolean,
  starred_message_counts: boolean,
  web_inbox_show_channel_folders: boolean,
};

/** The existing permissions, and their possible values. */
const permissionKind = object({
  allow_everyone_group: boolean,
  allow_internet_group: boolean,
  allow_nobody_group: boolean,
  require_system_group: boolean,
  default_group_name: text,
  default_for_system_groups: nullable(text),
  allowed_system_groups: list(text),
});

export const permissionKinds = object({
  realm: table(permissionKind),
  stream: table(permissionKind),
  group: table(permissionKind),
});

/** An error: any 4xx answer, with additional fields by code. */
export const errorAnswer: Decoder<{
  readonly code: string;
  readonly msg: string;
  readonly more: Readonly<Record<string, unknown>>;
}> = (value, at) => {
  const { result: _result, ...more } = members(value, at);
  const { code, msg } = object({ result: oneOf('error'), code: text, msg: text })(value, at);
  return { code, msg, more };
};
