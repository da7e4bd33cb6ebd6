// Why a message notifies a person outside their open clients: by mail, or on their phone. A pure function over facts;
// who is asked about, and whether they are at their computer at the moment, is for those who deliver.

import { VisibilityPolicy } from '../user-topics/policy.ts';

/** From the strongest to the weakest; a message notifies for the first that holds. */
export type NotificationTrigger =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_mentioned_in_followed_topic'
  | 'stream_wildcard_mentioned_in_followed_topic'
  | 'topic_wildcard_mentioned'
  | 'stream_wildcard_mentioned'
  | 'followed_topic_notify'
  | 'stream_notify';

/** Those for which an edit notifies anew. */
export const mentionTriggers: ReadonlySet<NotificationTrigger> = new Set([
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
]);

/** The personal settings that decide. */
export interface NotificationSettings {
  readonly enable_offline_email_notifications: boolean;
  readonly enable_offline_push_notifications: boolean;
  readonly enable_online_push_notifications: boolean;
  readonly enable_stream_email_notifications: boolean;
  readonly enable_stream_push_notifications: boolean;
  readonly enable_followed_topic_email_notifications: boolean;
  readonly enable_followed_topic_push_notifications: boolean;
  readonly enable_followed_topic_wildcard_mentions_notify: boolean;
  readonly wildcard_mentions_notify: boolean;
}

/** How a person stands to the channel and topic of a message. Null: what the personal settings say. */
export interface ChannelStanding {
  readonly isChannelMuted: boolean;
  readonly topicPolicy: VisibilityPolicy;
  readonly pushNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

/** What is known of one person and one message that they received. */
export interface NotificationFacts {
  readonly isSender: boolean;
  readonly isBot: boolean;
  readonly hasMutedSender: boolean;
  /** Sent so that it stays inside the clients, as what the server itself says of a move. */
  readonly isSilent: boolean;
  /** By name, or through a group. */
  readonly isMentioned: boolean;
  /** As a participant of the topic. */
  readonly isMentionedInTopic: boolean;
  /** As one of the whole channel. */
  readonly isMentionedInChannel: boolean;
  /** Undefined: a direct message, or a channel that they are not subscribed to. */
  readonly standing: ChannelStanding | undefined;
  readonly isDirectMessage: boolean;
  readonly settings: NotificationSettings;
}

export interface NotificationTriggers {
  readonly push: NotificationTrigger | undefined;
  readonly email: NotificationTrigger | undefined;
}

/** Whether the topic lets notifications of the channel as a whole through: its own policy before the channel's. */
function isHeard({ isChannelMuted, topicPolicy }: ChannelStanding): boolean {
  if (topicPolicy === VisibilityPolicy.muted) return false;
  if (topicPolicy === VisibilityPolicy.unmuted || topicPolicy === VisibilityPolicy.followed) return true;
  return !isChannelMuted;
}

interface Medium {
  /** For direct messages and mentions of every kind. */
  readonly personal: boolean;
  readonly followedTopic: boolean;
  /** Where the subscription says nothing. */
  readonly channel: boolean;
  readonly ofSubscription: boolean | null;
}

function wildcardTrigger(
  facts: NotificationFacts,
  standing: ChannelStanding,
): NotificationTrigger | undefined {
  const { settings, isMentionedInTopic, isMentionedInChannel } = facts;
  if (
    standing.topicPolicy === VisibilityPolicy.followed &&
    settings.enable_followed_topic_wildcard_mentions_notify
  ) {
    if (isMentionedInTopic) return 'topic_wildcard_mentioned_in_followed_topic';
    if (isMentionedInChannel) return 'stream_wildcard_mentioned_in_followed_topic';
  }
  if (!isHeard(standing) || !(standing.wildcardMentionsNotify ?? settings.wildcard_mentions_notify)) {
    return undefined;
  }
  if (isMentionedInTopic) return 'topic_wildcard_mentioned';
  return isMentionedInChannel ? 'stream_wildcard_mentioned' : undefined;
}

function triggerBy(facts: NotificationFacts, medium: Medium): NotificationTrigger | undefined {
  if (medium.personal && facts.isDirectMessage) return 'direct_message';
  if (medium.personal && facts.isMentioned) return 'mentioned';
  const { standing } = facts;
  if (!standing) return undefined;
  const wildcard = medium.personal ? wildcardTrigger(facts, standing) : undefined;
  if (wildcard) return wildcard;
  if (medium.followedTopic && standing.topicPolicy === VisibilityPolicy.followed)
    return 'followed_topic_notify';
  return isHeard(standing) && (medium.ofSubscription ?? medium.channel) ? 'stream_notify' : undefined;
}

/** Whether somebody still wants to be mailed for a reason that held before, by what they have chosen since. */
export function isMailStillWanted(
  trigger: NotificationTrigger,
  settings: NotificationSettings,
  standing: ChannelStanding | undefined,
): boolean {
  if (trigger === 'direct_message' || trigger === 'mentioned') {
    return settings.enable_offline_email_notifications;
  }
  if (!standing) return false;
  const isFollowed = standing.topicPolicy === VisibilityPolicy.followed;
  if (trigger === 'followed_topic_notify') {
    return isFollowed && settings.enable_followed_topic_email_notifications;
  }
  if (trigger !== 'stream_notify') return isHeard(standing) && settings.enable_offline_email_notifications;
  return isHeard(standing) && (standing.emailNotifications ?? settings.enable_stream_email_notifications);
}

/**
 * For which reason a message notifies a person on each of the two ways, if at all. It says nothing of whether they
 * are idle: mail waits until they are, and so does push without `enable_online_push_notifications`.
 */
export function notificationTriggers(facts: NotificationFacts): NotificationTriggers {
  if (facts.isSender || facts.isBot || facts.hasMutedSender || facts.isSilent) {
    return { push: undefined, email: undefined };
  }
  const { settings, standing } = facts;
  return {
    push: triggerBy(facts, {
      personal: settings.enable_offline_push_notifications,
      followedTopic: settings.enable_followed_topic_push_notifications,
      channel: settings.enable_stream_push_notifications,
      ofSubscription: standing?.pushNotifications ?? null,
    }),
    email: triggerBy(facts, {
      personal: settings.enable_offline_email_notifications,
      followedTopic: settings.enable_followed_topic_email_notifications,
      channel: settings.enable_stream_email_notifications,
      ofSubscription: standing?.emailNotifications ?? null,
    }),
  };
}
