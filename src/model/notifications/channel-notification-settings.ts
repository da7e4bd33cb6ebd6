// An account's notification settings for a topic of a channel it is subscribed to, assembled from its rows.

import type { Schema } from '../../storage/schema.ts';
import { VisibilityPolicy } from '../user-topics/visibility-policy.ts';
import type { ChannelNotificationSettings } from './notification-rules.ts';

type SubscriptionChoices = Pick<
  Schema['subscription'],
  'is_muted' | 'push_notifications' | 'email_notifications' | 'wildcard_mentions_notify'
>;

function choice(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/** @param policy undefined if the account has no policy for the topic */
export function channelNotificationSettings(
  subscription: SubscriptionChoices,
  policy: VisibilityPolicy | undefined,
): ChannelNotificationSettings {
  return {
    isChannelMuted: subscription.is_muted === 1,
    topicPolicy: policy ?? VisibilityPolicy.inherit,
    pushNotifications: choice(subscription.push_notifications),
    emailNotifications: choice(subscription.email_notifications),
    wildcardMentionsNotify: choice(subscription.wildcard_mentions_notify),
  };
}
