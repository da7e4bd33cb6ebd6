// Operations on channels, subscriptions and topic policies.

import { addDefaultChannel } from './add-default-channel.ts';
import { archiveChannel } from './archive-channel.ts';
import { createChannel } from './create-channel.ts';
import { getChannel } from './get-channel.ts';
import { getChannelEmailAddress } from './get-channel-email-address.ts';
import { getChannelId } from './get-channel-id.ts';
import { getChannels } from './get-channels.ts';
import { getSubscribers } from './get-subscribers.ts';
import { getSubscriptionStatus } from './get-subscription-status.ts';
import { getSubscriptions } from './get-subscriptions.ts';
import { getTopics } from './get-topics.ts';
import { getUserChannels } from './get-user-channels.ts';
import { muteTopic } from './mute-topic.ts';
import { removeDefaultChannel } from './remove-default-channel.ts';
import { subscribeToChannels } from './subscribe.ts';
import { unsubscribeFromChannels } from './unsubscribe.ts';
import { updateChannel } from './update-channel.ts';
import { updateSubscriptionSetting } from './update-subscription-setting.ts';
import { updateSubscriptionSettings } from './update-subscription-settings.ts';
import { updateSubscriptions } from './update-subscriptions.ts';
import { updateUserTopic } from './update-user-topic.ts';

export const channelOperations = [
  getChannels,
  getChannel,
  getChannelId,
  getChannelEmailAddress,
  createChannel,
  updateChannel,
  archiveChannel,
  getSubscribers,
  getTopics,
  getSubscriptions,
  subscribeToChannels,
  unsubscribeFromChannels,
  updateSubscriptions,
  updateSubscriptionSettings,
  updateSubscriptionSetting,
  getSubscriptionStatus,
  getUserChannels,
  addDefaultChannel,
  removeDefaultChannel,
  updateUserTopic,
  muteTopic,
];
