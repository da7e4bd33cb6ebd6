// The parameters of operations that take the name or id of something that may be hidden: by parameter name, or by operation
// and parameter where the name is not enough.

import { allOperations } from '../../src/api/all-operations.ts';
import { id } from '../../src/api-contract/codec.ts';
import type { Declaration } from '../../src/api-contract/operation.ts';
import type { Parameter } from '../../src/api-contract/parameter.ts';
import type { Json } from '../support/client.ts';
import type { Kind, Seen, Value } from './world.ts';

/** The kind of thing that parameters name, and how a value is passed. */
type Naming = readonly [Kind, (value: Value, seen: Seen) => Json];

/** Why a parameter cannot reveal hidden things. */
type Harmless =
  | 'names nothing'
  // Other accounts' things are refused like missing ones: `tests/bad-input/every-error`.
  | 'own things'
  // Calls of hidden conversations are refused like missing ones: `tests/native-calls/access`.
  | 'calls'
  // Groups, emoji and the like are visible to everyone.
  | 'seen by everyone'
  // Names and addresses are unique, so those who may take one must learn that it is taken.
  | 'taken or free'
  | 'credentials';

type Entry = readonly Naming[] | Harmless;

const as =
  (name: string, wrap: (value: Value) => unknown = (value) => value) =>
  (kind: Kind): Naming => [kind, (value) => ({ [name]: wrap(value) })];
const asList = (value: Value) => [value];
const one = (kind: Kind, name: string, wrap?: (value: Value) => unknown) => [as(name, wrap)(kind)];
const groupSetting = (name: string) =>
  one('user id', name, (id) => ({ direct_members: [id], direct_subgroups: [] }));
const groupChange = (name: string) =>
  one('user id', name, (id) => ({ new: { direct_members: [id], direct_subgroups: [] } }));

const channelText = (name: string): Naming[] => [
  ['channel name', (value) => ({ [name]: `See #**${value}** and #**${value}>plans**.` })],
  ['channel name', (value) => ({ [name]: `See #**${value}>plans@5** and #**${value}>**.` })],
  ['topic', (value, { vault }) => ({ [name]: `See #**${vault.name}>${value}**.` })],
  ['user id', (value) => ({ [name]: `Ask @**|${value}** and @_**|${value}**.` })],
  ['user name', (value) => ({ [name]: `Ask @**${value}** and @_**${value}**.` })],
];

const term = (operator: string, operand: unknown, more: readonly unknown[] = []) => ({
  narrow: [{ operator, operand }, ...more],
});

const narrow: readonly Naming[] = [
  ...(['channel id', 'channel name'] as const).flatMap((kind): Naming[] => [
    [kind, (value) => term('channel', value)],
    [kind, (value) => term('channel', value, [{ operator: 'topic', operand: 'plans' }])],
    [kind, (value) => ({ narrow: [{ operator: 'channel', operand: value, negated: true }] })],
  ]),
  ...(['user id', 'address'] as const).flatMap((kind): Naming[] => [
    ...['sender', 'dm-including', 'group-pm-with', 'mentions'].map(
      (operator): Naming => [kind, (value) => term(operator, value)],
    ),
    [kind, (value) => term('dm', kind === 'address' ? value : [value])],
    [
      kind,
      (value, { person }) => term('dm', kind === 'address' ? `${value},mia@example.com` : [person, value]),
    ],
  ]),
  ['topic', (value) => term('topic', value)],
  ['topic', (value, { vault }) => term('topic', value, [{ operator: 'channel', operand: vault.id }])],
  ['message id', (value) => term('id', value)],
  ['message id', (value) => term('with', value)],
  ['message id', (value, { vault }) => term('id', value, [{ operator: 'channel', operand: vault.id }])],
];

const directTo = (value: Value, others: readonly Value[] = []): Json => ({
  type: 'direct',
  to: [value, ...others],
});

/** By operation and parameter. */
const byParameter: Readonly<Record<string, Entry>> = {
  'register-queue narrow': [
    ['channel name', (value) => ({ narrow: [['channel', value]], fetch_event_types: [] })],
    ['address', (value) => ({ narrow: [['sender', value]], fetch_event_types: [] })],
  ],
  'get-events narrow': 'names nothing',
  'create-event-subscription narrow': 'names nothing',
  'update-event-subscription narrow': 'names nothing',
  // Entries of the audit log, which only owners read.
  'update-quotas quotas': 'names nothing',
  'update-do-not-disturb quiet_hours': 'names nothing',
  'update-sidebar-section rows': [
    ...one('user id', 'rows', (value) => [{ user_ids: [value] }]),
    ...one('channel id', 'rows', (value) => [{ stream_id: value }]),
  ],
  'update-sidebar-section section': 'own things',
  'remove-sidebar-section section': 'own things',
  'order-sidebar-sections order': 'own things',
  'get-audit-log before': 'names nothing',
  'get-audit-log after': 'names nothing',
  'send-message to': [
    ['channel id', (value) => ({ to: value })],
    ['channel name', (value) => ({ to: value })],
    ['user id', (value) => directTo(value)],
    ['address', (value) => directTo(value)],
    ['user id', (value, { person }) => directTo(value, [person])],
    ['address', (value) => directTo(value, ['mia@example.com'])],
  ],
  'set-typing-status to': [
    ['user id', (value) => directTo(value)],
    ['user id', (value, { person }) => directTo(value, [person])],
  ],
  'set-typing-status stream_id': [
    ['channel id', (value) => ({ type: 'channel', to: undefined, stream_id: value, topic: 'plans' })],
  ],
  'set-typing-status topic': 'names nothing',
  'start-call to': [
    ['channel id', (value) => ({ type: 'channel', to: value, topic: 'plans' })],
    ['user id', (value) => ({ ...directTo(value), topic: undefined })],
    ['user id', (value, { person }) => ({ ...directTo(value, [person]), topic: undefined })],
  ],
  'start-call topic': 'names nothing',
  'start-call ring': one('user id', 'ring', asList),
  'create-scheduled-message to': [
    ['channel id', (value) => ({ type: 'channel', to: value, topic: 'plans' })],
    ['user id', (value) => directTo(value)],
  ],
  'update-scheduled-message to': 'own things',
  'subscribe subscriptions': one('channel name', 'subscriptions', (name) => [{ name }]),
  'create-channel name': one('channel name', 'name'),
  'unsubscribe subscriptions': one('channel name', 'subscriptions', asList),
  'update-subscriptions add': one('channel name', 'add', (name) => [{ name }]),
  'update-subscriptions delete': one('channel name', 'delete', asList),
  'update-subscription-settings subscription_data': one('channel id', 'subscription_data', (value) => [
    { stream_id: value, property: 'pin_to_top', value: true },
  ]),
  'create-drafts drafts': [
    ['channel id', (value) => ({ drafts: [{ type: 'stream', to: [value], topic: 'plans', content: 'x' }] })],
    ['user id', (value) => ({ drafts: [{ type: 'private', to: [value], topic: '', content: 'x' }] })],
  ],
  'edit-draft draft': 'own things',
  'update-profile-data data': one('user id', 'data', asList),
  'remove-profile-data data': 'seen by everyone',
  'update-user-group-members add': one('user id', 'add', asList),
  'update-user-group-members delete': one('user id', 'delete', asList),
  'update-user-group-subgroups add': 'seen by everyone',
  'update-user-group-subgroups delete': 'seen by everyone',
  'update-settings email': one('address', 'email'),
  'update-user new_email': 'taken or free',
  'create-user email': 'taken or free',
  'send-invites invitee_emails': one('address', 'invitee_emails'),
  'incoming-webhook stream': one('channel name', 'stream'),
  'incoming-webhook topic': 'names nothing',
  'run-zcommand command': 'names nothing',
  'get-webhook-address integration': 'names nothing',
  'get-webhook-address stream': 'names nothing',
  'get-webhook-address topic': 'names nothing',
  'incoming-webhook integration': 'names nothing',
  'incoming-webhook only_events': 'names nothing',
  'incoming-webhook exclude_events': 'names nothing',
  'check-incoming-webhook integration': 'names nothing',
  'get-channel-email-address sender_id': one('user id', 'sender_id'),
  'send-message topic': 'names nothing',
  'update-message topic': 'names nothing',
  'create-scheduled-message topic': 'names nothing',
  'update-scheduled-message topic': 'names nothing',
  'update-message content': 'names nothing',
  'render-message content': channelText('content'),
  'update-message-flags messages': one('message id', 'messages', asList),
};

const inVault = (name: string): Entry => [
  ['topic', (value, { vault }) => ({ [name]: value, stream_id: vault.id })],
];

/** By parameter name, in any operation. */
const byName: Readonly<Record<string, Entry>> = {
  stream_id: one('channel id', 'stream_id'),
  stream: one('channel name', 'stream'),
  default_sending_stream: one('channel name', 'default_sending_stream'),
  default_events_register_stream: one('channel name', 'default_events_register_stream'),
  new_stream_announcements_stream_id: one('channel id', 'new_stream_announcements_stream_id'),
  signup_announcements_stream_id: one('channel id', 'signup_announcements_stream_id'),
  zulip_update_announcements_stream_id: one('channel id', 'zulip_update_announcements_stream_id'),
  moderation_request_channel_id: one('channel id', 'moderation_request_channel_id'),
  stream_ids: one('channel id', 'stream_ids', asList),
  stream_names: one('channel name', 'stream_names', asList),
  topic: inVault('topic'),
  topic_name: inVault('topic_name'),
  message_id: one('message id', 'message_id'),
  message_ids: one('message id', 'message_ids', asList),
  msg_ids: one('message id', 'msg_ids', asList),
  anchor: one('message id', 'anchor'),
  user_id: one('user id', 'user_id'),
  user_ids: one('user id', 'user_ids', asList),
  muted_user_id: one('user id', 'muted_user_id'),
  allowed_senders: one('user id', 'allowed_senders', asList),
  bot_id: one('user id', 'bot_id'),
  bot_owner_id: one('user id', 'bot_owner_id'),
  user_id_or_email: [as('user_id_or_email', String)('user id'), as('user_id_or_email')('address')],
  subscribers: one('user id', 'subscribers', asList),
  members: one('user id', 'members', asList),
  principals: [as('principals', asList)('user id'), as('principals', asList)('address')],
  target_users: one('user id', 'target_users', (value) => ({ user_ids: [value] })),
  profile_data: one('user id', 'profile_data', asList),
  acting_user_id: one('user id', 'acting_user_id'),
  affected_user_id: one('user id', 'affected_user_id'),
  narrow,
};

const harmless: Readonly<Record<Harmless, string>> = {
  'names nothing': `actions alert_words alternative_url_templates anchor_date appid attachments blocks config_data content
    authentication_methods bot_type client_capabilities deactivation_notification_comment default_code_block_language
    default_language description digest_weekday domain emoji_code emoji_name emojiset event_types example_input
    fetch_event_types field_data field_type flag fragment full_name gif_rating_policy group_name hint icon_emoji
    interface_type jitsi_server_url keys last_event_id last_update_id local_id meeting_name msg_type new_description
    new_group_name note notification_sound onboarding_step op password old_password new_password pattern payload
    page payload_url address prev_content_sha256 property provider push_key pygments_language query queue_id reverse_template role room_name
    scheduled_delivery_timestamp service_interface service_name service_payload_url short_name status_text storage
    string_id subdomain text timezone title token_id url_template value waveform welcome_message_custom_text widget_content
    bouncer_public_key encrypted_push_registration p256dh`,
  calls: 'call_id session signals',
  'own things': `endpoint attachment_id device_id draft_id export_id filename invite_id passkey_id reminder_id saved_snippet_id
    session_id subscription_id scheduled_message_id realm_id_str`,
  'seen by everyone': `add_subgroups delete_subgroups channel_folder_id field_id filter_id folder_id group_id group_ids
    order ordered_linkifier_ids playground_id subgroups user_group_id`,
  'taken or free': 'name new_name',
  credentials: 'api_key auth code passkey token username',
};

const reasonOf = new Map(
  (Object.keys(harmless) as Harmless[]).flatMap((reason) =>
    harmless[reason].split(/\s+/).map((name) => [name, reason] as const),
  ),
);

function isSettingOfGroups(name: string, { codec }: Parameter<unknown>): Entry | undefined {
  const text = JSON.stringify(codec.schema);
  if (!text.includes('direct_members')) return undefined;
  return text.startsWith('{"anyOf"') ? groupSetting(name) : groupChange(name);
}

/** What a parameter names; undefined if unclassified. */
export function entryOf(
  operation: Declaration,
  name: string,
  parameter: Parameter<unknown>,
): Entry | undefined {
  return (
    byParameter[`${operation.name} ${name}`] ??
    byName[name] ??
    reasonOf.get(name) ??
    isSettingOfGroups(name, parameter) ??
    (canName(parameter) ? undefined : 'names nothing')
  );
}

/** Whether a value can be a name or id, unlike enumerations, booleans and numbers. */
function canName({ codec: { schema } }: Parameter<unknown>): boolean {
  const text = JSON.stringify(schema);
  return schema === id.schema || /"type":"(string|array|object)"/.test(text) || text === '{}';
}

/** One way in which an operation names a thing. */
export interface Slot {
  readonly operation: Declaration;
  readonly parameter: string;
  readonly kind: Kind;
  readonly parameters: (value: Value, seen: Seen) => Json;
}

export function allSlots(): Slot[] {
  return allOperations.flatMap((operation) =>
    Object.entries(operation.parameters).flatMap(([name, parameter]) => {
      const entry = entryOf(operation, name, parameter);
      if (!Array.isArray(entry)) return [];
      return entry.map(([kind, parameters]: Naming) => ({ operation, parameter: name, kind, parameters }));
    }),
  );
}
