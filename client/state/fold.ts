// The state as a fold of events: a registration's answer with every later event applied equals the answer of
// a new registration. The server's tests check this after every operation.

import type { ApiEvent, EventOf } from '../event-stream.ts';
import { call } from './calls.ts';
import { channelFolder, stream } from './channels.ts';
import { doNotDisturb } from './do-not-disturb.ts';
import { userGroup } from './groups.ts';
import { laterConversations } from './later-conversations.ts';
import { deleteMessage, message, updateMessage, updateMessageFlags } from './messages.ts';
import { mutedDirectConversations } from './muted-direct-conversations.ts';
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
import { pinnedTopics } from './pinned-topics.ts';
import { drafts, navigationView, reminders, savedSnippets, scheduledMessages } from './saved-items.ts';
import type { Reducer, Section, State } from './state.ts';
import { withSection } from './state.ts';
import { subscription } from './subscriptions.ts';
import { userTopic } from './topics.ts';

type EventType = ApiEvent['type'];

/** Reducer of events that contain the whole new value of a section, in the named field. */
function replaceSection<K extends keyof State, N extends string>(section: K, field: N) {
  return (state: State, event: Readonly<Record<N, Section<K>>>): State =>
    withSection(state, section, () => event[field]);
}

const unchanged = (state: State): State => state;

const reducers: { readonly [T in EventType]: Reducer<EventOf<T>> } = {
  alert_words: replaceSection('alert_words', 'alert_words'),
  attachment: unchanged,
  call,
  call_ring: unchanged,
  call_signal: unchanged,
  channel_folder: channelFolder,
  custom_profile_fields: customProfileFields,
  default_stream_groups: replaceSection('realm_default_stream_groups', 'default_stream_groups'),
  default_streams: replaceSection('realm_default_streams', 'default_streams'),
  delete_message: deleteMessage,
  device,
  do_not_disturb: doNotDisturb,
  drafts,
  has_vendor_token: webexToken,
  has_webex_token: webexToken,
  has_zoom_token: zoomToken,
  heartbeat: unchanged,
  invites_changed: unchanged,
  later_conversations: laterConversations,
  message,
  muted_direct_conversations: mutedDirectConversations,
  muted_topics: replaceSection('muted_topics', 'muted_topics'),
  muted_users: replaceSection('muted_users', 'muted_users'),
  navigation_view: navigationView,
  onboarding_steps: replaceSection('onboarding_steps', 'onboarding_steps'),
  pinned_messages: unchanged,
  pinned_topics: pinnedTopics,
  presence: unchanged,
  reaction: unchanged,
  realm,
  realm_bot: realmBot,
  realm_domains: realmDomains,
  realm_emoji: realmEmoji,
  realm_export: unchanged,
  realm_export_consent: unchanged,
  realm_linkifiers: replaceSection('realm_linkifiers', 'realm_linkifiers'),
  realm_playgrounds: replaceSection('realm_playgrounds', 'realm_playgrounds'),
  realm_user: realmUser,
  realm_user_settings_defaults: defaultSettings,
  reminders,
  restart: unchanged,
  sample_content: replaceSection('has_sample_content', 'has_sample_content'),
  saved_snippets: savedSnippets,
  scheduled_messages: scheduledMessages,
  sidebar: replaceSection('sidebar', 'sidebar'),
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
 * The state after an event; the same object if the event does not affect it, or its type is unknown to this
 * client. `ownId` is the account whose state it is.
 *
 * @example
 * for await (const step of followOrganization(client, {}, signal)) {
 *   state = step.kind === 'snapshot' ? step.snapshot : fold(state, step.event, ownId);
 * }
 */
export function fold(state: State, event: ApiEvent, ownId: number): State {
  // The table assigns to each type a reducer of its events, which the compiler cannot follow for an unknown type.
  const reduce = reducers[event.type] as Reducer<ApiEvent> | undefined;
  return reduce ? reduce(state, event, ownId) : state;
}
