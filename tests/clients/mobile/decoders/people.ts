// People, their profiles, statuses and presence, and user groups, as the mobile client reads them.

import {
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
  table,
  tableById,
  text,
} from '../decoder.ts';

const profileValue = object({ value: text, rendered_value: maybe(text) });

const userFields = {
  user_id: int,
  delivery_email: nullable(text),
  email: text,
  full_name: text,
  date_joined: text,
  is_bot: boolean,
  bot_type: nullable(int),
  bot_owner_id: nullable(int),
  role: oneOf(100, 200, 300, 400, 600),
  timezone: text,
  avatar_url: nullable(text),
  avatar_version: int,
  profile_data: optional(tableById(profileValue)),
};

/** A person in one of the snapshot's lists, which need not say whether they are active. */
export const listedUser = object({
  ...userFields,
  is_active: optional(boolean),
  is_system_bot: optional(boolean),
});

/** A person in an event. */
export const user = object({ ...userFields, is_active: boolean });

/** A change of a person: the id, and any of the changeable fields. */
export const userChange = object({
  user_id: int,
  full_name: optional(text),
  avatar_url: maybe(text),
  avatar_version: optional(int),
  timezone: optional(text),
  bot_owner_id: optional(int),
  role: optional(oneOf(100, 200, 300, 400, 600)),
  delivery_email: optional(nullable(text)),
  custom_profile_field: optional(object({ id: int, value: nullable(text), rendered_value: maybe(text) })),
  new_email: optional(text),
  is_active: optional(boolean),
});

const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;

/** A status. Its three emoji fields are all absent, all empty, or a known type with a name and a code. */
export const status: Decoder<{ readonly text: string | undefined; readonly emoji: string | undefined }> = (
  value,
  at,
) => {
  const found = object({
    status_text: optional(text),
    emoji_name: optional(text),
    emoji_code: optional(text),
    reaction_type: optional(text),
  })(value, at);
  const parts = [found.emoji_name, found.emoji_code, found.reaction_type];
  if (parts.some((part) => part === undefined) !== parts.every((part) => part === undefined)) {
    throw new Malformed(at, 'an emoji with name, code and type', members(value, at));
  }
  if (parts.some((part) => part === '') !== parts.every((part) => part === '')) {
    throw new Malformed(at, 'an emoji with all parts set or all empty', members(value, at));
  }
  if (found.reaction_type) oneOf(...reactionTypes)(found.reaction_type, `${at}.reaction_type`);
  return { text: found.status_text, emoji: found.emoji_name };
};

export const reactionType = oneOf(...reactionTypes);

export const presence = object({ active_timestamp: int, idle_timestamp: int });

/** Presence in the older form, sent to clients that do not declare the newer one. */
export const presenceByClient = table(
  object({ client: text, status: oneOf('active', 'idle'), timestamp: int, pushable: boolean }),
);

/** A permission: the id of a group, or an object with people and groups. */
export const permission: Decoder<unknown> = (value, at) =>
  typeof value === 'number'
    ? int(value, at)
    : object({ direct_members: list(int), direct_subgroups: list(int) })(value, at);

export const userGroup = object({
  id: int,
  name: text,
  description: text,
  members: list(int),
  direct_subgroup_ids: list(int),
  is_system_group: boolean,
  deactivated: boolean,
  date_created: nullable(int),
  creator_id: nullable(int),
  can_add_members_group: permission,
  can_join_group: permission,
  can_leave_group: permission,
  can_manage_group: permission,
  can_mention_group: permission,
  can_remove_members_group: permission,
});

export const userGroupChange = object({
  name: optional(text),
  description: optional(text),
  deactivated: optional(boolean),
});
