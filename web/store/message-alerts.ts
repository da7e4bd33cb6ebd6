// Whether a new message causes a notification or a sound, by the viewer's settings.

import type { State } from '../../client/state/state.ts';
import { isTopicMuted, TopicVisibility, topicPolicyOf } from '../../client/state/topics.ts';
import { mutedDirect } from './muted-direct.ts';
import { otherParticipants } from './narrow.ts';
import { otherIds } from './narrow-targets.ts';
import { peopleKey } from './unread-counts.ts';

/** The fields of a new message's event. */
export interface ReceivedMessage {
  readonly sender_id: number;
  readonly type: string;
  readonly stream_id?: number | undefined;
  readonly subject: string;
  readonly display_recipient: Parameters<typeof otherParticipants>[0]['display_recipient'];
  /** The viewer's flags. */
  readonly flags: readonly string[];
}

export interface MessageAlerts {
  readonly desktop: boolean;
  readonly sound: boolean;
}

const nothing: MessageAlerts = { desktop: false, sound: false };

function either(a: MessageAlerts, b: MessageAlerts): MessageAlerts {
  return { desktop: a.desktop || b.desktop, sound: a.sound || b.sound };
}

const wildcards = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned'];

/** The alerts for a message. Muted accounts never cause any; muted conversations only by a personal mention. */
export function alertsFor(state: State, message: ReceivedMessage, ownId: number): MessageAlerts {
  const { user_settings: settings } = state;
  if (!settings || message.sender_id === ownId || message.flags.includes('read')) return nothing;
  if (state.muted_users?.some(({ id }) => id === message.sender_id)) return nothing;
  const personal = { desktop: settings.enable_desktop_notifications, sound: settings.enable_sounds };
  if (message.flags.includes('mentioned')) return personal;
  if (message.type === 'private') {
    const others = otherIds(otherParticipants(message, ownId), ownId);
    return mutedDirect(state).has(peopleKey(others)) ? nothing : personal;
  }
  const channelId = message.stream_id ?? 0;
  if (isTopicMuted(state, channelId, message.subject)) return nothing;
  const isFollowed = topicPolicyOf(state, channelId, message.subject) === TopicVisibility.followed;
  const isWildcard = wildcards.some((flag) => message.flags.includes(flag));
  const isWildcardAlert =
    isWildcard &&
    (channelSetting(state, channelId, 'wildcard_mentions_notify') ||
      (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify));
  const channel = {
    desktop: channelSetting(state, channelId, 'desktop_notifications'),
    sound: channelSetting(state, channelId, 'audible_notifications'),
  };
  const followed = {
    desktop: settings.enable_followed_topic_desktop_notifications,
    sound: settings.enable_followed_topic_audible_notifications,
  };
  const all = either(channel, isFollowed ? followed : nothing);
  return isWildcardAlert ? either(all, personal) : all;
}

const generalSettings = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;

/** A channel's own setting, or the general one if it has none. */
function channelSetting(state: State, channelId: number, name: keyof typeof generalSettings): boolean {
  const own = state.subscriptions?.find(({ stream_id }) => stream_id === channelId)?.[name];
  return own ?? state.user_settings?.[generalSettings[name]] ?? false;
}
