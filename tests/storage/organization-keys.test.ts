// Keys and indexes of an organization's tables begin with the organization, so that a database can be divided by
// organizations (docs/design/scale.md). The exceptions have a reason each; a new table or index needs one to be added here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import type { AnyTable } from '../../src/storage/schema/table.ts';
import { declarations } from '../../src/storage/schema.ts';

/** Tables of the whole deployment. */
const WITHOUT_ORGANIZATION: Readonly<Record<string, string>> = {
  deployment: 'one row for the whole deployment',
  schema_version: 'the versions of the schema',
  message_attachment: 'its rows belong to messages; it takes their organization when a database is divided',
};

const OF_AN_ID = 'it begins with an id, which is unique in the deployment and belongs to one organization';
const A_SECRET = 'a secret that a request presents before its organization is known';
const A_SWEEP = 'work that is due, searched in all organizations at once';

/** Primary keys that do not begin with the organization, apart from generated ids. */
const OTHER_KEYS: Readonly<Record<string, readonly string[]>> = {
  [OF_AN_ID]: [
    'account_period',
    'alert_word',
    'bot_service',
    'bot_storage',
    'call_token',
    'conversation_participant',
    'directory_deactivation',
    'do_not_disturb',
    'known_login',
    'message_arrival',
    'message_local_id',
    'message_mention',
    'missed_by_many',
    'missed_message',
    'muted_user',
    'onboarding_step',
    'person_erasure',
    'personal_message',
    'pin_notice',
    'presence',
    'profile_value',
    'push_shown',
    'push_token',
    'push_waiting',
    'quota_use',
    'read_exception',
    'read_state',
    'received_mail',
    'recovery_code',
    'role_period',
    'sample_channel',
    'sample_message',
    'scim_group',
    'scim_user',
    'second_factor',
    'subscription',
    'subscription_period',
    'user_group_member',
    'user_group_subgroup',
    'user_status',
    'user_topic',
  ],
  [A_SECRET]: ['email_change', 'passkey_challenge', 'password_reset', 'sign_up'],
  'a host, which selects the organization': ['host_alias'],
};

/** Unique indexes without the organization. */
const UNIQUE_INDEXES: Readonly<Record<string, readonly string[]>> = {
  [OF_AN_ID]: [
    'call_live',
    'call_participant_live',
    'call_ring_live',
    'channel_email_key',
    'conversation_topic',
    'external_identity_account',
    'muted_direct_conversation_account',
    'navigation_view_fragment',
    'pinned_message_message',
    'pinned_topic_conversation',
    'reaction_unique',
  ],
  [A_SECRET]: [
    'account_api_key',
    'call_participant_session',
    'channel_email_token',
    'invitation_key',
    'invitation_link_key',
    'mail_reply_token',
    'session_token',
  ],
  'a name that selects the organization': ['organization_string_id'],
};

/** Other indexes that begin neither with the organization nor with the id of a row that belongs to one. */
const OTHER_INDEXES: Readonly<Record<string, readonly string[]>> = {
  [A_SWEEP]: [
    'audit_entry_age',
    'call_empty',
    'call_ended',
    'call_participant_seen',
    'call_ring_until',
    'data_export_pending',
    'invitation_reminder',
    'later_conversation_due',
    'link_preview_fetched',
    'message_local_id_sent',
    'missed_by_many_due',
    'missed_message_due',
    'muted_direct_conversation_muted_until',
    'muted_user_muted_until',
    'outbox_due',
    'outbox_receiver',
    'pending_notice_due',
    'push_waiting_look',
    'reminder_due',
    'scheduled_message_due',
    'subscription_muted_until',
    'user_topic_muted_until',
    'wrong_code_age',
  ],
  [A_SECRET]: ['session_old_token'],
  'the id of a row of this organization, which other organizations never have': [
    'event_delivery_subscription',
    'web_push_subscription_session',
  ],
};

const ofOrganizations = declarations.filter(
  ([name]) => !(name in WITHOUT_ORGANIZATION) && name !== 'organization',
);

function excepted(exceptions: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> {
  return new Set(Object.values(exceptions).flat());
}

test('every table has a column with its organization', () => {
  const without = declarations
    .filter(([, { columns }]) => !('organization_id' in columns))
    .map(([name]) => name);
  assert.deepEqual(
    without.sort(),
    [...Object.keys(WITHOUT_ORGANIZATION), 'organization'].sort(),
    'Add organization_id to the table, or its reason to WITHOUT_ORGANIZATION.',
  );
});

test('every primary key begins with the organization, or is a generated id', () => {
  const found = ofOrganizations
    .filter(([, { key }]) => key[0] !== 'organization_id' && key.join() !== 'id')
    .map(([name]) => name as string);
  assert.deepEqual(
    found.sort(),
    [...excepted(OTHER_KEYS)].sort(),
    'Begin the key with organization_id, or add the table with its reason to OTHER_KEYS.',
  );
});

interface Index {
  readonly table: string;
  readonly name: string;
  readonly sql: string;
  readonly isUnique: number;
  readonly columns: string;
}

const rows = SqliteRows.inMemory();
await migrate('sqlite', rows.execute);
const indexes = (await rows.execute(
  `select t.name as name, t.tbl_name as "table", t.sql, l."unique" as isUnique,
      (select group_concat(coalesce(name, '')) from pragma_index_info(t.name)) as columns
    from sqlite_schema as t join pragma_index_list(t.tbl_name) as l on l.name = t.name
    where t.type = 'index' and t.sql is not null`,
  [],
)) as unknown as Index[];

const byName = new Map<string, AnyTable>(declarations);

/** `(organization_id + 0)` is the organization, written so that the planner prefers no other index. */
const beginsWithOrganization = ({ sql, columns }: Index) =>
  columns.split(',')[0] === 'organization_id' || /\(\(organization_id \+ 0\)/.test(sql);

/** An id of another table that a column refers to by its declaration. */
function beginsWithId({ table, columns }: Index): boolean {
  const rule = byName.get(table)?.columns[columns.split(',')[0] ?? '']?.rule;
  return rule?.is === 'id';
}

test('every unique index contains the organization', () => {
  const found = indexes
    .filter(({ isUnique, columns }) => isUnique === 1 && !columns.split(',').includes('organization_id'))
    .map(({ name }) => name);
  assert.deepEqual(
    found.sort(),
    [...excepted(UNIQUE_INDEXES)].sort(),
    'Begin the index with organization_id, or add it with its reason to UNIQUE_INDEXES.',
  );
});

test('every other index begins with the organization or with the id of a row', () => {
  const found = indexes
    .filter((index) => index.isUnique === 0 && !beginsWithOrganization(index) && !beginsWithId(index))
    .map(({ name }) => name);
  assert.deepEqual(
    found.sort(),
    [...excepted(OTHER_INDEXES)].sort(),
    'Begin the index with organization_id, or add it with its reason to OTHER_INDEXES.',
  );
});
