// The kinds of audit log entries, and their sentences.

import type { AnswerOf } from '../../../client/api-types.ts';
import { tParts } from '../../i18n/texts.ts';

export type Entry = AnswerOf<'get-audit-log'>['entries'][number];
export type AuditKind = Entry['kind'];

/** All kinds; the compiler reports a kind of the server that is missing here. */
const allKinds: Readonly<Record<AuditKind, 1>> = {
  log_in: 1,
  log_in_failed: 1,
  logged_out_everywhere: 1,
  session_ended: 1,
  provider_bound: 1,
  user_created: 1,
  user_renamed: 1,
  profile_changed: 1,
  user_settings_changed: 1,
  user_deactivated: 1,
  user_reactivated: 1,
  profile_erased: 1,
  user_erased: 1,
  messages_erased: 1,
  role_changed: 1,
  email_changed: 1,
  email_confirmed: 1,
  password_changed: 1,
  password_link_made: 1,
  api_key_changed: 1,
  api_key_shown: 1,
  second_factor_on: 1,
  second_factor_off: 1,
  authenticator_removed: 1,
  passkey_added: 1,
  passkey_removed: 1,
  recovery_codes_made: 1,
  permissions_granted: 1,
  permissions_revoked: 1,
  bot_created: 1,
  bot_service_changed: 1,
  bot_owner_changed: 1,
  invitation_sent: 1,
  invitation_resent: 1,
  invitation_revoked: 1,
  invitation_link_created: 1,
  invitation_link_revoked: 1,
  organization_created: 1,
  organization_imported: 1,
  organization_deactivated: 1,
  organization_reactivated: 1,
  organization_setting_changed: 1,
  default_setting_changed: 1,
  gif_key_changed: 1,
  quota_changed: 1,
  organization_picture_changed: 1,
  export_started: 1,
  export_written: 1,
  export_deleted: 1,
  channel_created: 1,
  channel_changed: 1,
  channel_archived: 1,
  channel_unarchived: 1,
  subscribers_added: 1,
  subscribers_removed: 1,
  default_channel_added: 1,
  default_channel_removed: 1,
  default_group_added: 1,
  default_group_changed: 1,
  default_group_removed: 1,
  message_deleted: 1,
  topic_deleted: 1,
  call_ended: 1,
  call_participant_removed: 1,
  group_created: 1,
  group_changed: 1,
  group_deactivated: 1,
  group_reactivated: 1,
  group_members_added: 1,
  group_members_removed: 1,
  group_subgroups_added: 1,
  group_subgroups_removed: 1,
  linkifier_added: 1,
  linkifier_changed: 1,
  linkifier_removed: 1,
  emoji_added: 1,
  emoji_removed: 1,
  domain_added: 1,
  domain_changed: 1,
  domain_removed: 1,
  profile_field_added: 1,
  profile_field_changed: 1,
  profile_field_removed: 1,
  playground_added: 1,
  playground_removed: 1,
};

/** The sentence of an entry in parts; `who` is its actor, and `what` the person or thing that it names, if any. */
export function actParts<T>(kind: AuditKind, who: T | string, what: string): (T | string)[] {
  return tParts(`audit.${kind}` as 'audit.user_renamed', { who, what });
}

/** The sentence of a kind without its actor, as far as the language's order of words leaves one: "renamed …". */
export function kindText(kind: AuditKind): string {
  return actParts<string>(kind, '…', '…')
    .join('')
    .replace(/^\p{Cf}?…\p{Cf}?[\s:]+/u, '');
}

/** The kinds, ordered by their sentences. */
export function auditKinds(): readonly AuditKind[] {
  const named = (Object.keys(allKinds) as AuditKind[]).map((kind) => ({ kind, name: kindText(kind) }));
  return named.sort((a, b) => a.name.localeCompare(b.name)).map(({ kind }) => kind);
}
