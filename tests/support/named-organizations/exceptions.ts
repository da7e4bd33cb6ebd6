// The statements that need not name an organization, with the reasons, and what is wrong with the others.

import { declarations } from '../../../src/storage/schema.ts';
import type { NamedOrganizations } from './named-organizations.ts';

/**
 * Statements that concern several organizations, by their table and, after "by", the columns that they compare for
 * equality. Where one is `organization_id`, it is compared with that of another table of all organizations.
 */
const ACROSS_ORGANIZATIONS: Readonly<Record<string, readonly string[]>> = {
  'the newest id of the sequence that all organizations share, above which later messages are': ['message'],
  'finds the organization of a request, or checks that no other has the name': [
    'host_alias',
    'host_alias by host',
    'organization',
    'organization by host',
    'organization by string_id',
    'organization by uuid',
    'organization_import',
  ],
  'a secret that a request presents before its organization is known': [
    'account by api_key_hash',
    'channel_email by token_hash',
    'mail_reply by token_hash',
  ],
  'the organizations of one address, for the name that its mails show': [
    'account by email_key,is_active,organization_id',
  ],
  'searches work that is due in all organizations; each row is then processed in a unit of its organization':
    [
      'call',
      'call_participant',
      'call_ring',
      'data_export',
      'doomed_file',
      'event_queue',
      'event_subscription by is_active',
      'event_subscription by is_active,organization_id',
      'invitation',
      'later_conversation by organization_id',
      'message_erasure',
      'missed_by_many',
      'missed_message',
      'muted_direct_conversation by organization_id',
      'muted_user by organization_id',
      'organization by id,is_deactivated',
      'organization_sequence by organization_id',
      'outbox by kind',
      'outbox by kind,receiver',
      'pending_notice by organization_id',
      'person_erasure',
      'push_position by organization_id',
      'push_waiting',
      'reminder by is_failed,organization_id',
      'scheduled_message by is_failed,organization_id',
      'subscription by is_active,organization_id',
      'user_topic by organization_id',
      'web_push_subscription',
      'web_push_subscription by organization_id',
    ],
  'deletes what has expired in all organizations': [
    'audit_entry',
    'link_preview',
    'login_failure',
    'message_local_id',
    'wrong_code',
  ],
  'counts for the operator of the server': ['outbox', 'upload_usage'],
  'seals what an older version stored in plain form, before the server starts': ['bot_service', 'push_token'],
};

/** Files and folders whose statements concern all organizations, where a table and its columns would allow too much. */
const FILES_ACROSS_ORGANIZATIONS: Readonly<Record<string, string>> = {
  'src/backups/': 'copies all rows of all tables',
  'src/cli/backups/': 'copies, checks and counts all rows of all tables',
  'src/cli/checks/': 'checks the whole database',
  'src/stores/deployment/reseal.ts': 'changes all rows with secrets when the deployment secret changes',
  'src/stores/imports/reserve-ids.ts':
    'reserves ids of the sequences that all organizations share, for an import',
  'src/stores/search/phrase-filter.ts':
    'walks the topics of all organizations by their ids, since no index has the organization and the id',
};

export function isAcrossOrganizations(file: string): boolean {
  return Object.keys(FILES_ACROSS_ORGANIZATIONS).some((start) => file.startsWith(start));
}

/**
 * Tables whose rows statements find by an id alone: an account's, a channel's, a message's, their own. Such an id is unique in
 * the deployment and belongs to one organization, so nothing of another one is found; but a database that is divided by
 * organizations does not know where to look. New tables do not belong here.
 */
const FOUND_BY_ID: ReadonlySet<string> = new Set(
  `account account_period alert_word attachment audit_entry bot_service bot_storage call call_participant call_ring
  call_token channel channel_folder client_device conversation conversation_participant delivered_schedule
  directory_deactivation do_not_disturb doomed_file draft email_change event_delivery event_queue event_subscription
  external_identity known_device known_login later_conversation login_failure login_token mail_reply message
  message_arrival message_edit message_erasure message_local_id message_mention missed_by_many missed_message
  muted_direct_conversation muted_user navigation_view onboarding_step passkey passkey_challenge password_reset
  pending_notice person_erasure personal_message pin_notice pinned_message pinned_topic presence profile_value push_shown
  push_token push_waiting quota_use reaction read_exception read_state recovery_code reminder role_period sample_channel
  sample_message saved_snippet scheduled_message scim_user second_factor session sidebar_row sidebar_section submessage
  subscription subscription_period user_group user_group_member user_group_subgroup user_status user_topic
  web_push_subscription webhook_delivery wrong_code`.split(/\s+/),
);

/** Tables whose upserts rely on a key without the organization: it begins with an id, or is that of the organization. */
const UPSERTED_BY_ID: ReadonlySet<string> = new Set(
  `alert_word bot_service bot_storage call_token directory_deactivation do_not_disturb host_alias known_login missed_by_many
  missed_message onboarding_step personal_message pin_notice presence profile_value push_shown push_waiting quota_use read_exception
  read_state received_mail sample_channel scim_group scim_user second_factor user_status user_topic`.split(
    /\s+/,
  ),
);

const across: ReadonlySet<string> = new Set(Object.values(ACROSS_ORGANIZATIONS).flat());
const tables = new Map<string, (typeof declarations)[number][1]>(declarations);

/** Columns with an id whose declaration does not say so, since archives do not contain it. */
const OTHER_IDS: ReadonlySet<string> = new Set(['id', 'account_id', 'session_id', 'subscription_id']);

function isId(table: string, column: string): boolean {
  if (table === 'organization') return false;
  return OTHER_IDS.has(column) || tables.get(table)?.columns[column]?.rule?.is === 'id';
}

/** What is wrong with a statement; undefined if it names one organization, or is an exception. */
export function problemOf(named: NamedOrganizations, values: readonly unknown[]): string | undefined {
  for (const { table, foundBy } of named.unnamed) {
    if (FOUND_BY_ID.has(table) && foundBy.some((column) => isId(table, column))) continue;
    const use = foundBy.length === 0 ? table : `${table} by ${foundBy.join()}`;
    if (!across.has(use)) return `names no organization for "${use}"`;
  }
  for (const table of named.conflictWithout)
    if (!UPSERTED_BY_ID.has(table)) return `relies on a key of "${table}" without the organization`;
  const organizations = new Set(named.parameters.map((parameter) => Number(values[parameter - 1])));
  if (organizations.size > 1) return `names several organizations: ${[...organizations].join(', ')}`;
  return undefined;
}
