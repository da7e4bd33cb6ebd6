// Decides why a message notifies an account outside of its open clients, by mail or push. A pure function over
// facts. Callers choose the accounts, and check whether they are at their computers.

import { VisibilityPolicy } from '../user-topics/visibility-policy.ts';

/** From the strongest to the weakest. A message notifies for the first that applies. */
export type NotificationTrigger =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_mentioned_in_followed_topic'
  | 'stream_wildcard_mentioned_in_followed_topic'
  | 'topic_wildcard_mentioned'
  | 'stream_wildcard_mentioned'
  | 'followed_topic_notify'
  | 'stream_notify';

/** Triggers for which an edited message notifies again. */
export const mentionTriggers: ReadonlySet<NotificationTrigger> = new Set([
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
]);

/** The personal settings that the decision depends on. */
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

/** An account's settings for the channel and topic of a message. Null if the personal settings apply. */
export interface ChannelNotificationSettings {
  readonly isChannelMuted: boolean;
  readonly topicPolicy: VisibilityPolicy;
  readonly pushNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

/** The facts about an account and a message that it received. */
export interface NotificationFacts {
  readonly isSender: boolean;
  readonly isBot: boolean;
  readonly hasMutedSender: boolean;
  /** Whether the message is meant only for open clients, like the service's notices about moved messages. */
  readonly isSilent: boolean;
  /** By name, or through a group. */
  readonly isMentioned: boolean;
  /** As a participant of the topic. */
  readonly isMentionedInTopic: boolean;
  /** As a subscriber of the channel. */
  readonly isMentionedInChannel: boolean;
  /** Undefined for direct messages, and for channels that the account is not subscribed to. */
  readonly channelSettings: ChannelNotificationSettings | undefined;
  readonly isDirectMessage: boolean;
  /** Whether the account has muted the direct conversation: only a mention notifies it. */
  readonly isDirectMuted: boolean;
  readonly settings: NotificationSettings;
}

export interface NotificationTriggers {
  readonly push: NotificationTrigger | undefined;
  readonly email: NotificationTrigger | undefined;
}

/** Whether notifications of the channel apply to the topic. The topic's policy overrides the channel's. */
function isUnmuted({ isChannelMuted, topicPolicy }: ChannelNotificationSettings): boolean {
  if (topicPolicy === VisibilityPolicy.muted) return false;
  if (topicPolicy === VisibilityPolicy.unmuted || topicPolicy === VisibilityPolicy.followed) return true;
  return !isChannelMuted;
}

interface MediumSettings {
  /** For direct messages and all kinds of mentions. */
  readonly personal: boolean;
  readonly followedTopic: boolean;
  /** Applies if the subscription has no value. */
  readonly channel: boolean;
  readonly ofSubscription: boolean | null;
}

function wildcardTrigger(
  facts: NotificationFacts,
  channelSettings: ChannelNotificationSettings,
): NotificationTrigger | undefined {
  const { settings, isMentionedInTopic, isMentionedInChannel } = facts;
  if (
    channelSettings.topicPolicy === VisibilityPolicy.followed &&
    settings.enable_followed_topic_wildcard_mentions_notify
  ) {
    if (isMentionedInTopic) return 'topic_wildcard_mentioned_in_followed_topic';
    if (isMentionedInChannel) return 'stream_wildcard_mentioned_in_followed_topic';
  }
  if (
    !isUnmuted(channelSettings) ||
    !(channelSettings.wildcardMentionsNotify ?? settings.wildcard_mentions_notify)
  ) {
    return undefined;
  }
  if (isMentionedInTopic) return 'topic_wildcard_mentioned';
  return isMentionedInChannel ? 'stream_wildcard_mentioned' : undefined;
}

function triggerFor(facts: NotificationFacts, medium: MediumSettings): NotificationTrigger | undefined {
  if (medium.personal && facts.isDirectMessage && !facts.isDirectMuted) return 'direct_message';
  if (medium.personal && facts.isMentioned) return 'mentioned';
  const { channelSettings } = facts;
  if (!channelSettings) return undefined;
  const wildcard = medium.personal ? wildcardTrigger(facts, channelSettings) : undefined;
  if (wildcard) return wildcard;
  if (medium.followedTopic && channelSettings.topicPolicy === VisibilityPolicy.followed)
    return 'followed_topic_notify';
  return isUnmuted(channelSettings) && (medium.ofSubscription ?? medium.channel)
    ? 'stream_notify'
    : undefined;
}

/** Whether an account still wants mail for a trigger that applied earlier, according to its current settings. */
export function stillWantsMail(
  trigger: NotificationTrigger,
  settings: NotificationSettings,
  channelSettings: ChannelNotificationSettings | undefined,
): boolean {
  if (trigger === 'direct_message' || trigger === 'mentioned') {
    return settings.enable_offline_email_notifications;
  }
  if (!channelSettings) return false;
  const isFollowed = channelSettings.topicPolicy === VisibilityPolicy.followed;
  if (trigger === 'followed_topic_notify') {
    return isFollowed && settings.enable_followed_topic_email_notifications;
  }
  if (trigger !== 'stream_notify')
    return isUnmuted(channelSettings) && settings.enable_offline_email_notifications;
  return (
    isUnmuted(channelSettings) &&
    (channelSettings.emailNotifications ?? settings.enable_stream_email_notifications)
  );
}

/**
 * The trigger for which a message notifies an account by push and by mail, if any. It does not consider whether
 * the account is idle: mail waits until it is, and so does push without `enable_online_push_notifications`.
 */
export function notificationTriggers(facts: NotificationFacts): NotificationTriggers {
  if (facts.isSender || facts.isBot || facts.hasMutedSender || facts.isSilent) {
    return { push: undefined, email: undefined };
  }
  const { settings, channelSettings } = facts;
  return {
    push: triggerFor(facts, {
      personal: settings.enable_offline_push_notifications,
      followedTopic: settings.enable_followed_topic_push_notifications,
      channel: settings.enable_stream_push_notifications,
      ofSubscription: channelSettings?.pushNotifications ?? null,
    }),
    email: triggerFor(facts, {
      personal: settings.enable_offline_email_notifications,
      followedTopic: settings.enable_followed_topic_email_notifications,
      channel: settings.enable_stream_email_notifications,
      ofSubscription: channelSettings?.emailNotifications ?? null,
    }),
  };
}
