// What a whole export of an organization includes of each table, so that another server can import it
// unchanged. Decided for every table here, and nowhere else. Secrets and what belongs to the server alone are
// left out.

import type { Schema } from '../../storage/schema.ts';

/** Tables whose rows are referenced by id from others. */
export const numberedTables = [
  'account',
  'channel',
  'channel_folder',
  'user_group',
  'conversation',
  'message',
  'message_edit',
  'reaction',
  'submessage',
  'attachment',
  'custom_emoji',
  'linkifier',
  'playground',
  'profile_field',
  'allowed_domain',
  'audit_entry',
  'default_channel_group',
  'external_identity',
  'invitation',
  'invitation_link',
  'message_erasure',
  'scheduled_message',
  'reminder',
  'draft',
  'saved_snippet',
  'navigation_view',
] as const satisfies readonly (keyof Schema)[];
export type NumberedTable = (typeof numberedTables)[number];

/** How to convert a column that is not copied unchanged. */
export type ColumnRule =
  /** The id of a row that the archive includes. */
  | { readonly is: 'id'; readonly of: NumberedTable }
  /**
   * The newest message that is included or, with `of` 'before', the first that is not. A message with this id
   * need not exist: it may be another organization's, or deleted, and above all of the archive.
   */
  | { readonly is: 'mark'; readonly of: 'through' | 'before' }
  /** JSON: a list of ids. */
  | { readonly is: 'list'; readonly of: NumberedTable }
  /** Other formats that contain ids or must be checked. */
  | {
      readonly is:
        | 'organization'
        | 'permissions'
        | 'organization settings'
        | 'json'
        | 'personal settings'
        | 'text'
        | 'html'
        | 'direct key'
        | 'draft recipients'
        | 'profile value'
        | 'fragment'
        | 'emoji code'
        | 'path'
        | 'avatar'
        | 'emoji file'
        | 'email'
        | 'submessage'
        | 'bot config'
        | 'audit kind'
        | 'audit details';
    }
  /** Not in the archive; the importing server makes a new value or leaves it empty. */
  | { readonly is: 'left'; readonly why: string };

const id = (of: NumberedTable) => ({ is: 'id', of }) as const;
const throughMessage = { is: 'mark', of: 'through' } as const;
const beforeMessage = { is: 'mark', of: 'before' } as const;
const list = (of: NumberedTable) => ({ is: 'list', of }) as const;
const leftOut = (why: string) => ({ is: 'left', why }) as const;
const organization = { is: 'organization' } as const;
const permissions = { is: 'permissions' } as const;
const json = { is: 'json' } as const;
const personal = { is: 'personal settings' } as const;
const text = { is: 'text' } as const;
const html = { is: 'html' } as const;
const address = leftOut('the new server has another address');

/** A table whose rows are included; columns not named here are copied unchanged. */
interface MovedTable<T> {
  readonly columns: { readonly [C in keyof T]?: ColumnRule };
}
/** A table that is left out. */
interface LeftTable {
  readonly why: string;
}

const own = { organization_id: organization, account_id: id('account') } as const;
const ofMessage = { organization_id: organization, message_id: id('message') } as const;
const SECRET = 'it is a credential';
const newKey = leftOut('the key of a link is a credential; the new server creates another');
const UNDER_WAY = 'it is work in progress of the server';
const LOGGED_IN = 'people log in again on the new server';
const DEVICES = 'devices register again with the new server';

const terms = {
  organization_id: organization,
  inviter_id: id('account'),
  channel_ids: list('channel'),
  group_ids: list('user_group'),
  key_hash: newKey,
  key_sealed: newKey,
} as const;

/** Must list every table; the compiler reports missing ones. */
export const movedTables: { readonly [T in keyof Schema]: MovedTable<Schema[T]> | LeftTable } = {
  organization: {
    columns: {
      id: organization,
      host: leftOut('the operator sets the host on import'),
      public_host: leftOut('it belongs to the server'),
      is_demo: leftOut('another server fills its own demo organization'),
      settings: { is: 'organization settings' },
      default_settings: personal,
    },
  },
  organization_sequence: {
    columns: { organization_id: organization, log_bytes: leftOut('the log itself stays') },
  },
  organization_import: { why: 'it describes how the organization came to this server' },
  account: {
    columns: {
      organization_id: organization,
      email: { is: 'email' },
      bot_owner_id: id('account'),
      password_hash: leftOut(SECRET),
      api_key_hash: leftOut(SECRET),
      api_key_sealed: leftOut(SECRET),
      avatar_key: { is: 'avatar' },
      access_version: leftOut('issued credentials are not valid on the new server'),
      settings: personal,
      edited_settings: json,
      default_sending_channel_id: id('channel'),
      default_events_channel_id: id('channel'),
      read_base: throughMessage,
    },
  },
  audit_entry: {
    columns: {
      organization_id: organization,
      acting_account_id: id('account'),
      account_id: id('account'),
      channel_id: id('channel'),
      group_id: id('user_group'),
      kind: { is: 'audit kind' },
      details: { is: 'audit details' },
    },
  },
  email_change: { why: SECRET },
  account_period: { columns: own },
  role_period: { columns: own },
  bot_service: { columns: { ...own, token: leftOut(SECRET), config: { is: 'bot config' } } },
  bot_storage: { columns: own },
  presence: { columns: own },
  user_status: { columns: { ...own, emoji_code: { is: 'emoji code' } } },
  alert_word: { columns: own },
  muted_user: { columns: { ...own, muted_account_id: id('account') } },
  user_topic: { columns: { ...own, channel_id: id('channel') } },
  channel: {
    columns: {
      organization_id: organization,
      description: text,
      rendered_description: html,
      creator_id: id('account'),
      folder_id: id('channel_folder'),
      group_settings: permissions,
      first_message_id: throughMessage,
    },
  },
  channel_folder: {
    columns: {
      organization_id: organization,
      description: text,
      rendered_description: html,
      creator_id: id('account'),
    },
  },
  subscription: { columns: { ...own, channel_id: id('channel') } },
  subscription_period: {
    columns: { ...own, channel_id: id('channel'), after_message_id: throughMessage },
  },
  conversation: {
    columns: {
      organization_id: organization,
      channel_id: id('channel'),
      direct_key: { is: 'direct key' },
      first_message_id: throughMessage,
      last_message_id: throughMessage,
    },
  },
  conversation_participant: { columns: { ...own, conversation_id: id('conversation') } },
  message: {
    columns: {
      organization_id: organization,
      conversation_id: id('conversation'),
      channel_id: id('channel'),
      sender_id: id('account'),
      content: text,
      rendered_content: html,
    },
  },
  message_arrival: { columns: { ...ofMessage, channel_id: id('channel') } },
  message_edit: {
    columns: {
      ...ofMessage,
      editor_id: id('account'),
      prev_content: text,
      prev_rendered_content: html,
      prev_channel_id: id('channel'),
      channel_id: id('channel'),
    },
  },
  message_mention: {
    columns: { ...ofMessage, group_ids: list('user_group'), topic_participant_ids: list('account') },
  },
  message_local_id: { why: UNDER_WAY },
  link_preview: { why: 'it is computed again when needed' },
  reaction: { columns: { ...ofMessage, account_id: id('account'), emoji_code: { is: 'emoji code' } } },
  submessage: { columns: { ...ofMessage, sender_id: id('account'), content: { is: 'submessage' } } },
  personal_message: { columns: { ...ofMessage, account_id: id('account') } },
  read_state: {
    columns: { ...own, conversation_id: id('conversation'), read_through: throughMessage },
  },
  read_exception: {
    columns: { ...ofMessage, account_id: id('account'), conversation_id: id('conversation') },
  },
  user_group: {
    columns: { organization_id: organization, creator_id: id('account'), group_settings: permissions },
  },
  user_group_member: { columns: { ...own, group_id: id('user_group') } },
  user_group_subgroup: {
    columns: {
      organization_id: organization,
      group_id: id('user_group'),
      subgroup_id: id('user_group'),
    },
  },
  linkifier: { columns: { organization_id: organization, alternative_url_templates: json } },
  allowed_domain: { columns: { organization_id: organization } },
  host_alias: { why: 'it belongs to the server' },
  playground: { columns: { organization_id: organization } },
  profile_field: { columns: { organization_id: organization } },
  profile_value: {
    columns: {
      ...own,
      field_id: id('profile_field'),
      value: { is: 'profile value' },
      rendered_value: html,
    },
  },
  custom_emoji: {
    columns: { organization_id: organization, author_id: id('account'), file_name: { is: 'emoji file' } },
  },
  onboarding_step: { columns: own },
  scheduled_message: {
    columns: {
      organization_id: organization,
      sender_id: id('account'),
      channel_id: id('channel'),
      recipient_ids: list('account'),
      content: text,
      rendered_content: html,
      organization_url: address,
    },
  },
  delivered_schedule: { why: UNDER_WAY },
  reminder: {
    columns: {
      ...own,
      message_id: id('message'),
      content: text,
      rendered_content: html,
      organization_url: address,
    },
  },
  draft: { columns: { ...own, recipient_ids: { is: 'draft recipients' }, content: text } },
  saved_snippet: { columns: { ...own, content: text } },
  navigation_view: { columns: { ...own, fragment: { is: 'fragment' } } },
  attachment: { columns: { ...own, path_id: { is: 'path' } } },
  message_attachment: { columns: { message_id: id('message'), attachment_id: id('attachment') } },
  upload_usage: { columns: { organization_id: organization } },
  doomed_file: { why: UNDER_WAY },
  call_token: { why: SECRET },
  client_device: { why: DEVICES },
  push_token: { why: DEVICES },
  web_push_subscription: { why: DEVICES },
  push_shown: { why: DEVICES },
  push_waiting: { why: DEVICES },
  push_position: { why: DEVICES },
  job_mark: { why: UNDER_WAY },
  event: { why: 'clients register again with the new server' },
  event_queue: { why: 'clients register again with the new server' },
  outbox: { why: UNDER_WAY },
  password_reset: { why: SECRET },
  login_failure: { why: LOGGED_IN },
  wrong_code: { why: LOGGED_IN },
  quota_use: { why: 'it counts what was created on this server' },
  known_login: { why: LOGGED_IN },
  known_device: { why: LOGGED_IN },
  session: { why: LOGGED_IN },
  external_identity: { columns: own },
  login_token: { why: LOGGED_IN },
  used_logout_token: { why: LOGGED_IN },
  directory_deactivation: { columns: own },
  sign_in_answer: { why: LOGGED_IN },
  second_factor: { why: SECRET },
  recovery_code: { why: SECRET },
  passkey: { why: 'it works only at the host it was created for' },
  passkey_challenge: { why: LOGGED_IN },
  scim_user: { columns: own },
  scim_group: { columns: { organization_id: organization, group_id: id('user_group') } },
  channel_email: { why: SECRET },
  received_mail: { why: UNDER_WAY },
  missed_by_many: { why: UNDER_WAY },
  missed_message: { why: UNDER_WAY },
  mail_reply: { why: SECRET },
  message_erasure: { columns: { ...own, before_id: beforeMessage } },
  person_erasure: { why: UNDER_WAY },
  erased_identity: { why: 'it is encrypted with the secret of this server' },
  data_export: { why: 'its archives are not exported' },
  pending_notice: { why: UNDER_WAY },
  invitation: { columns: { ...terms, email: { is: 'email' }, organization_url: address } },
  invitation_link: { columns: terms },
  sign_up: { why: SECRET },
  default_channel_group: { columns: { organization_id: organization, channel_ids: list('channel') } },
  schema_version: { why: 'it belongs to the database' },
  deployment: { why: 'it belongs to the database' },
  webhook_delivery: { why: 'it records what this server received' },
  event_subscription: { why: SECRET },
  event_delivery: { why: 'it records what this server sent' },
};

/** The rules of a table's columns; undefined for a table that is left out. */
export function columnRulesOf(table: string): Readonly<Record<string, ColumnRule | undefined>> | undefined {
  if (!Object.hasOwn(movedTables, table)) return undefined;
  const found = movedTables[table as keyof Schema];
  return 'columns' in found ? (found.columns as Readonly<Record<string, ColumnRule>>) : undefined;
}
