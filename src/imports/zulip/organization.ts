// The settings of a Zulip archive's organization, by our names.

import { userSettings } from '../../model/accounts/user-settings.ts';
import { organizationPermissions } from '../../model/groups/permission-settings.ts';
import {
  isOrganizationSetting,
  organizationSettings,
} from '../../model/organizations/organization-settings.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedOrganization } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import type { ArchivedGroups } from './group-settings.ts';

/** Settings that name a channel: the archive's names and ours. */
const channelSettings = {
  moderation_request_channel: 'moderation_request_channel_id',
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'zulip_update_announcements_stream_id',
} as const;

const HISTORY_POLICIES = ['', 'all', 'moves', 'none'];
const TOPICS_POLICIES: Readonly<Record<number, string>> = {
  2: 'allow_empty_topic',
  3: 'disable_empty_topic',
};

/** Settings that have another name or other values in archives. */
function renamedSettings(row: Row): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [archivedName, settingName] of Object.entries(channelSettings))
    if (row.has(archivedName)) found[settingName] = row.optionalId(archivedName) ?? -1;
  if (row.has('giphy_rating')) found.gif_rating_policy = row.number('giphy_rating');
  const policy = HISTORY_POLICIES[row.number('message_edit_history_visibility_policy', 0)];
  if (policy) found.message_edit_history_visibility_policy = policy;
  else if (row.value('allow_edit_history') === false) found.message_edit_history_visibility_policy = 'moves';
  const topics = TOPICS_POLICIES[row.number('topics_policy', 0)];
  if (topics) found.topics_policy = topics;
  else if (row.value('mandatory_topics') === true) found.topics_policy = 'disable_empty_topic';
  return found;
}

/** Decodes fields of a row as settings; invalid ones are noted. */
function decodedSettings(
  row: Row,
  names: readonly string[],
  decode: (name: string, value: unknown) => unknown,
  notes: Notes,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const name of names) {
    if (!row.has(name)) continue;
    try {
      settings[name] = decode(name, row.value(name));
    } catch {
      notes.add('settings', `"${name}" has an unknown value`);
    }
  }
  return settings;
}

export function personalSettings(row: Row, notes: Notes): Record<string, unknown> {
  const table: Readonly<
    Record<string, { readonly codec: { decode(value: unknown, path: string): unknown } }>
  > = userSettings;
  const names = Object.keys(table);
  return decodedSettings(row, names, (name, value) => table[name]?.codec.decode(value, name), notes);
}

function decodedSetting(name: string, value: unknown): unknown {
  if (!isOrganizationSetting(name)) return undefined;
  const declaration = organizationSettings[name];
  return declaration.kind === 'group' ? undefined : declaration.codec.decode(value, name);
}

/** Settings whose name and values are the same in archives. */
const sameNames = Object.entries(organizationSettings).flatMap(([name, { kind }]) =>
  kind === 'value' && !['authentication_methods', 'plan_type', 'owner_full_content_access'].includes(name)
    ? [name]
    : [],
);
const renamedNames = new Set(['message_edit_history_visibility_policy', 'topics_policy']);
/** Pictures are imported as files, and settings of push notifications are not imported. */
const notImportedNames = /^(?:icon|logo|night_logo)_|^push_notifications/;

/** Converts the organization of an archive. */
export function organizationOf(
  row: Row,
  defaults: Row | undefined,
  groups: ArchivedGroups,
  notes: Notes,
): ImportedOrganization {
  const names = sameNames.filter((name) => !renamedNames.has(name) && !notImportedNames.test(name));
  const direct = decodedSettings(row, names, (name, value) => decodedOrNull(name, value), notes);
  notes.add(
    'login methods',
    'they belong to the server; people set a password with a link, or use another login method',
  );
  return {
    id: row.id('id'),
    uuid: row.optionalText('uuid') ?? undefined,
    stringId: row.text('string_id', ''),
    name: row.text('name'),
    createdAt: row.seconds('date_created', 0),
    settings: {
      ...direct,
      ...renamedSettings(row),
      ...groups.settings(row, Object.keys(organizationPermissions)),
    },
    defaultSettings: defaults ? personalSettings(defaults, notes) : {},
  };
}

/** In archives, null or -1 stands for unlimited or the server's default, for which clients send a word. */
function decodedOrNull(name: string, value: unknown): unknown {
  if (value !== null && value !== -1) return decodedSetting(name, value);
  const attempts = [value, 'unlimited', 'default'].map((candidate) => {
    try {
      return { decoded: decodedSetting(name, candidate) };
    } catch {
      return undefined;
    }
  });
  const valid = attempts.find((attempt) => attempt !== undefined);
  if (!valid) throw new Error(`"${name}" cannot be empty`);
  return valid.decoded;
}
