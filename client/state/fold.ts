// The state as the fold of events: what a registration answered, with each event after it applied, is what a
// registration would answer now. The server's own tests check it after every operation.

import type { ApiEvent } from '../event-stream.ts';
import { channelFolder, stream } from './channels.ts';
import { userGroup } from './groups.ts';
import { drafts, navigationView, reminders, savedSnippets, scheduledMessages } from './kept.ts';
import { deleteMessage, message, updateMessage, updateMessageFlags } from './messages.ts';
import {
  customProfileFields,
  defaultSettings,
  realm,
  realmDomains,
  realmEmoji,
  userSettings,
} from './organization.ts';
import { device, realmBot, webexToken, zoomToken } from './own-lists.ts';
import { realmUser, userStatus } from './people.ts';
import type { Reducer, Section, State } from './state.ts';
import { withSection } from './state.ts';
import { subscription } from './subscriptions.ts';
import { userTopic } from './topics.ts';

type EventType = ApiEvent['type'];

/** Events that hold the whole new value of a section, under a name of their own. */
function replacing<K extends keyof State, N extends string = K>(section: K, field?: N) {
  return (state: State, event: Readonly<Record<N, Section<K>>>): State =>
    withSection(state, section, () => event[field ?? (section as unknown as N)]);
}

const unchanged = (state: State): State => state;

// Each reducer names the fields it reads. That the server sends them is what its own tests check.
const reducers: Readonly<Record<EventType, Reducer<never>>> = {
  alert_words: replacing('alert_words'),
  attachment: unchanged,
  channel_folder: channelFolder,
  custom_profile_fields: customProfileFields,
  default_stream_groups: replacing('realm_default_stream_groups', 'default_stream_groups'),
  default_streams: replacing('realm_default_streams', 'default_streams'),
  delete_message: deleteMessage,
  device,
  drafts,
  has_vendor_token: webexToken,
  has_webex_token: webexToken,
  has_zoom_token: zoomToken,
  heartbeat: unchanged,
  invites_changed: unchanged,
  message,
  muted_topics: replacing('muted_topics'),
  muted_users: replacing('muted_users'),
  navigation_view: navigationView,
  onboarding_steps: replacing('onboarding_steps'),
  presence: unchanged,
  reaction: unchanged,
  realm,
  realm_bot: realmBot,
  realm_domains: realmDomains,
  realm_emoji: realmEmoji,
  realm_export: unchanged,
  realm_export_consent: unchanged,
  realm_filters: replacing('realm_filters'),
  realm_linkifiers: replacing('realm_linkifiers'),
  realm_playgrounds: replacing('realm_playgrounds'),
  realm_user: realmUser,
  realm_user_settings_defaults: defaultSettings,
  reminders,
  restart: unchanged,
  saved_snippets: savedSnippets,
  scheduled_messages: scheduledMessages,
  stream,
  submessage: unchanged,
  subscription,
  typing: unchanged,
  typing_edit_message: unchanged,
  update_message: updateMessage,
  update_message_flags: updateMessageFlags,
  user_group: userGroup,
  user_settings: userSettings,
  user_status: userStatus,
  user_topic: userTopic,
};

/**
 * The state after an event; the same object where the event says nothing of it, as does an event of a type that this
 * client does not know. `ownId` is whose state it is.
 *
 * @example
 * for await (const step of followOrganization(client, {}, signal)) {
 *   state = step.kind === 'snapshot' ? step.snapshot : fold(state, step.event, ownId);
 * }
 */
export function fold(state: State, event: ApiEvent, ownId: number): State {
  const reduce: Reducer<ApiEvent> | undefined = reducers[event.type] as Reducer<ApiEvent> | undefined;
  return reduce ? reduce(state, event, ownId) : state;
}
