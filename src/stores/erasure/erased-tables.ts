// What the erasure of a person does with each table. Must list every table; the compiler reports missing
// ones.

import type { Schema } from '../../storage/schema.ts';

type ErasureRule =
  /** The rows of the person's accounts are deleted at the start, since there are few. */
  | { readonly is: 'deleted'; readonly by: 'account_id' | 'sender_id' }
  /**
   * The rows are deleted in batches, found by `account_id` and identified by `key`, since there may be very
   * many.
   */
  | { readonly is: 'deleted in batches'; readonly key: 'message_id' | 'conversation_id' | 'id' }
  /** A stage of the erasure handles it. */
  | { readonly is: 'changed' }
  | { readonly is: 'kept'; readonly why: string };

const byAccount = { is: 'deleted', by: 'account_id' } as const;
const batches = { is: 'deleted in batches', key: 'message_id' } as const;
const changed = { is: 'changed' } as const;
const kept = (why: string) => ({ is: 'kept', why }) as const;
const NUMBERS = 'it refers to accounts only by id';
const OTHERS = 'it contains nothing about individual people';

const erasedTables: { readonly [T in keyof Schema]: ErasureRule } = {
  organization: kept(NUMBERS),
  organization_sequence: kept(OTHERS),
  organization_import: changed,
  account: changed,
  account_period: kept(NUMBERS),
  role_period: kept(NUMBERS),
  email_change: byAccount,
  audit_entry: changed,
  bot_service: byAccount,
  bot_storage: byAccount,
  presence: byAccount,
  user_status: byAccount,
  alert_word: byAccount,
  muted_user: byAccount,
  user_topic: byAccount,
  channel: changed,
  channel_folder: changed,
  subscription: kept(NUMBERS),
  subscription_period: kept(NUMBERS),
  conversation: kept('topics belong to the content of their messages'),
  conversation_participant: kept(NUMBERS),
  message: changed,
  message_arrival: kept(OTHERS),
  message_edit: changed,
  message_mention: kept(NUMBERS),
  message_local_id: batches,
  link_preview: kept(OTHERS),
  reaction: changed,
  submessage: changed,
  personal_message: batches,
  read_state: { is: 'deleted in batches', key: 'conversation_id' },
  read_exception: batches,
  user_group: changed,
  user_group_member: kept(NUMBERS),
  user_group_subgroup: kept(OTHERS),
  linkifier: kept(OTHERS),
  allowed_domain: kept(OTHERS),
  host_alias: kept(OTHERS),
  playground: kept(OTHERS),
  profile_field: kept(OTHERS),
  profile_value: changed,
  custom_emoji: kept(NUMBERS),
  onboarding_step: byAccount,
  scheduled_message: { is: 'deleted', by: 'sender_id' },
  delivered_schedule: { is: 'deleted', by: 'sender_id' },
  reminder: byAccount,
  draft: byAccount,
  saved_snippet: byAccount,
  navigation_view: byAccount,
  attachment: changed,
  message_attachment: kept(OTHERS),
  upload_usage: kept(OTHERS),
  doomed_file: kept('the server deletes these files'),
  call_token: byAccount,
  client_device: byAccount,
  push_token: byAccount,
  web_push_subscription: byAccount,
  push_shown: batches,
  push_waiting: batches,
  push_position: kept(OTHERS),
  job_mark: kept(OTHERS),
  event: changed,
  event_queue: byAccount,
  outbox: changed,
  password_reset: byAccount,
  login_failure: changed,
  known_device: byAccount,
  known_login: byAccount,
  session: byAccount,
  external_identity: byAccount,
  login_token: byAccount,
  used_logout_token: kept('it contains keyed hashes, for hours'),
  directory_deactivation: byAccount,
  sign_in_answer: kept('it is encrypted, and kept for minutes'),
  second_factor: byAccount,
  recovery_code: byAccount,
  wrong_code: byAccount,
  quota_use: byAccount,
  passkey: byAccount,
  passkey_challenge: byAccount,
  scim_user: byAccount,
  scim_group: kept(OTHERS),
  channel_email: kept(NUMBERS),
  received_mail: kept('it contains hashes, for days'),
  missed_by_many: kept(OTHERS),
  missed_message: batches,
  mail_reply: byAccount,
  message_erasure: changed,
  person_erasure: changed,
  erased_identity: changed,
  data_export: changed,
  pending_notice: changed,
  invitation: changed,
  invitation_link: kept(NUMBERS),
  sign_up: changed,
  default_channel_group: kept(OTHERS),
  schema_version: kept(OTHERS),
  deployment: kept(OTHERS),
  webhook_delivery: { is: 'deleted in batches', key: 'id' },
  event_subscription: changed,
  event_delivery: changed,
};

const rules = Object.entries(erasedTables) as [keyof Schema, ErasureRule][];

/** Tables whose rows are deleted at the start, with the column that identifies the account. */
export const tablesDeletedAtOnce = rules.flatMap(([table, rule]) =>
  rule.is === 'deleted' ? [{ table, column: rule.by }] : [],
);

/** Tables whose rows are deleted in batches, with the column that identifies an account's rows. */
export const tablesDeletedInBatches = rules.flatMap(([table, rule]) =>
  rule.is === 'deleted in batches' ? [{ table, key: rule.key }] : [],
);
