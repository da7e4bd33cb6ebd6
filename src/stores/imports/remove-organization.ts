// Removes an organization with everything that belongs to it, in units of work of bounded size. Its own row
// is removed first, so that it is no longer served.

import { idsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';
import { unindexMessages } from '../search/search-store.ts';

type OrganizationTable = {
  [T in keyof Schema]: Schema[T] extends { organization_id: unknown } ? T : never;
}[keyof Schema];

/** Tables whose rows belong to messages and are removed with them. The row of the import is removed last. */
const ofMessages = [
  'message_arrival',
  'message_edit',
  'message_mention',
  'message_local_id',
  'reaction',
  'submessage',
  'personal_message',
  'read_exception',
  'missed_by_many',
] as const satisfies readonly OrganizationTable[];

/** All other tables with rows of an organization. */
export const organizationTables = [
  'account',
  'account_period',
  'alert_word',
  'allowed_domain',
  'attachment',
  'audit_entry',
  'bot_service',
  'bot_storage',
  'call_token',
  'channel',
  'channel_email',
  'channel_folder',
  'client_device',
  'conversation',
  'conversation_participant',
  'custom_emoji',
  'data_export',
  'default_channel_group',
  'delivered_schedule',
  'doomed_file',
  'draft',
  'email_change',
  'erased_identity',
  'event',
  'event_delivery',
  'event_queue',
  'event_subscription',
  'external_identity',
  'host_alias',
  'invitation',
  'invitation_link',
  'job_mark',
  'known_device',
  'known_login',
  'link_preview',
  'linkifier',
  'login_failure',
  'login_token',
  'used_logout_token',
  'directory_deactivation',
  'mail_reply',
  'message_erasure',
  'missed_message',
  'muted_user',
  'navigation_view',
  'onboarding_step',
  'organization_sequence',
  'outbox',
  'passkey',
  'passkey_challenge',
  'password_reset',
  'pending_notice',
  'person_erasure',
  'playground',
  'presence',
  'profile_field',
  'profile_value',
  'push_position',
  'push_shown',
  'push_token',
  'push_waiting',
  'quota_use',
  'read_state',
  'received_mail',
  'recovery_code',
  'reminder',
  'role_period',
  'saved_snippet',
  'scheduled_message',
  'scim_group',
  'scim_user',
  'second_factor',
  'session',
  'sign_in_answer',
  'sign_up',
  'subscription',
  'subscription_period',
  'upload_usage',
  'user_group',
  'user_group_member',
  'user_group_subgroup',
  'user_status',
  'user_topic',
  'web_push_subscription',
  'webhook_delivery',
  'wrong_code',
] as const satisfies readonly OrganizationTable[];

type Missing = Exclude<
  OrganizationTable,
  (typeof organizationTables)[number] | (typeof ofMessages)[number] | 'message' | 'organization_import'
>;
/** `never` if a table is missing in all lists, so that removing from tables does not compile. */
type Removable = [Missing] extends [never] ? (typeof organizationTables)[number] : never;

/** Removes the organization's own row, so that it is no longer served. */
export async function removeOrganizationRow(writer: Writer): Promise<void> {
  await writer.db.deleteFrom('organization').where('id', '=', writer.organizationId).execute();
}

/** Removes up to `most` messages with their rows in other tables; returns how many. */
export async function removeSomeMessages(writer: Writer, most: number): Promise<number> {
  const rows = await writer.db
    .selectFrom('message')
    .select('id')
    .where((e) => e(e('organization_id', '+', 0), '=', writer.organizationId))
    .orderBy('sequence')
    .limit(most)
    .execute();
  if (rows.length === 0) return 0;
  const messageIds = rows.map(({ id }) => id);
  const ids = idsOf(writer.engine, JSON.stringify(messageIds));
  await unindexMessages(writer, messageIds);
  for (const table of ofMessages) await writer.db.deleteFrom(table).where('message_id', 'in', ids).execute();
  await writer.db.deleteFrom('message_attachment').where('message_id', 'in', ids).execute();
  await writer.db.deleteFrom('message').where('id', 'in', ids).execute();
  return rows.length;
}

/** Removes rows of messages that do not exist, after all messages are removed. */
export async function removeStrayRows(writer: Writer): Promise<void> {
  for (const table of ofMessages)
    await writer.db.deleteFrom(table).where('organization_id', '=', writer.organizationId).execute();
}

/** Removes all rows of the organization from one table. */
export async function removeFrom(writer: Writer, table: Removable): Promise<void> {
  await writer.db.deleteFrom(table).where('organization_id', '=', writer.organizationId).execute();
}
