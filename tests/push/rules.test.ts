// Why a message notifies, as a table: the facts about an account and a message, and the trigger for push and mail.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type ChannelNotificationSettings,
  type NotificationFacts,
  type NotificationSettings,
  notificationTriggers,
} from '../../src/model/notifications/notification-rules.ts';

const settings: NotificationSettings = {
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
};
const defaultSettings: ChannelNotificationSettings = {
  isChannelMuted: false,
  topicPolicy: 0,
  pushNotifications: null,
  emailNotifications: null,
  wildcardMentionsNotify: null,
};
const inChannel: NotificationFacts = {
  isSender: false,
  isBot: false,
  hasMutedSender: false,
  isSilent: false,
  isMentioned: false,
  isMentionedInTopic: false,
  isMentionedInChannel: false,
  isDirectMessage: false,
  isDirectMuted: false,
  channelSettings: defaultSettings,
  settings,
};

interface Case {
  readonly name: string;
  readonly facts?: Partial<NotificationFacts>;
  readonly channelSettings?: Partial<ChannelNotificationSettings>;
  readonly settings?: Partial<NotificationSettings>;
  readonly push: string | undefined;
  readonly email: string | undefined;
}

const expectTrigger = (trigger: string | undefined) => ({ push: trigger, email: trigger });
const mutedTopic = { topicPolicy: 1 } as const;
const unmuted = { topicPolicy: 2 } as const;
const followed = { topicPolicy: 3 } as const;
const direct = { isDirectMessage: true, channelSettings: undefined };
const allOff = { enable_offline_push_notifications: false, enable_offline_email_notifications: false };

const cases: readonly Case[] = [
  { name: 'an ordinary message', ...expectTrigger(undefined) },
  { name: 'a direct message', facts: direct, ...expectTrigger('direct_message') },
  {
    name: 'a direct message of a muted conversation',
    facts: { ...direct, isDirectMuted: true },
    ...expectTrigger(undefined),
  },
  {
    name: 'a mention in a muted direct conversation',
    facts: { ...direct, isDirectMuted: true, isMentioned: true },
    ...expectTrigger('mentioned'),
  },
  {
    name: 'a direct message that mentions',
    facts: { ...direct, isMentioned: true },
    ...expectTrigger('direct_message'),
  },
  { name: 'own messages', facts: { ...direct, isSender: true }, ...expectTrigger(undefined) },
  { name: 'for a bot', facts: { ...direct, isBot: true }, ...expectTrigger(undefined) },
  { name: 'of a muted person', facts: { ...direct, hasMutedSender: true }, ...expectTrigger(undefined) },
  { name: 'sent silently', facts: { ...direct, isSilent: true }, ...expectTrigger(undefined) },
  {
    name: 'push turned off',
    facts: direct,
    settings: { enable_offline_push_notifications: false },
    push: undefined,
    email: 'direct_message',
  },
  {
    name: 'mail turned off',
    facts: direct,
    settings: { enable_offline_email_notifications: false },
    push: 'direct_message',
    email: undefined,
  },
  { name: 'a mention', facts: { isMentioned: true }, ...expectTrigger('mentioned') },
  {
    name: 'a mention in a muted topic',
    facts: { isMentioned: true },
    channelSettings: mutedTopic,
    ...expectTrigger('mentioned'),
  },
  {
    name: 'a mention in a channel without a subscription',
    facts: { isMentioned: true, channelSettings: undefined },
    ...expectTrigger('mentioned'),
  },
  {
    name: '@topic before @all',
    facts: { isMentionedInTopic: true, isMentionedInChannel: true },
    ...expectTrigger('topic_wildcard_mentioned'),
  },
  { name: '@all', facts: { isMentionedInChannel: true }, ...expectTrigger('stream_wildcard_mentioned') },
  {
    name: '@all in a muted topic',
    facts: { isMentionedInChannel: true },
    channelSettings: mutedTopic,
    ...expectTrigger(undefined),
  },
  {
    name: '@all in a muted channel',
    facts: { isMentionedInChannel: true },
    channelSettings: { isChannelMuted: true },
    ...expectTrigger(undefined),
  },
  {
    name: '@all in an unmuted topic of a muted channel',
    facts: { isMentionedInChannel: true },
    channelSettings: { isChannelMuted: true, ...unmuted },
    ...expectTrigger('stream_wildcard_mentioned'),
  },
  {
    name: '@all that the channel’s setting stops',
    facts: { isMentionedInChannel: true },
    channelSettings: { wildcardMentionsNotify: false },
    ...expectTrigger(undefined),
  },
  {
    name: '@all that the channel’s setting lets through',
    facts: { isMentionedInChannel: true },
    channelSettings: { wildcardMentionsNotify: true },
    settings: { wildcard_mentions_notify: false },
    ...expectTrigger('stream_wildcard_mentioned'),
  },
  {
    name: '@all with everything personal off',
    facts: { isMentionedInChannel: true },
    settings: allOff,
    ...expectTrigger(undefined),
  },
  {
    name: '@all in a followed topic',
    facts: { isMentionedInChannel: true },
    channelSettings: followed,
    ...expectTrigger('stream_wildcard_mentioned_in_followed_topic'),
  },
  {
    name: '@topic in a followed topic',
    facts: { isMentionedInTopic: true },
    channelSettings: followed,
    ...expectTrigger('topic_wildcard_mentioned_in_followed_topic'),
  },
  {
    name: '@all in a followed topic, by the general setting',
    facts: { isMentionedInChannel: true },
    channelSettings: followed,
    settings: { enable_followed_topic_wildcard_mentions_notify: false },
    ...expectTrigger('stream_wildcard_mentioned'),
  },
  { name: 'a followed topic', channelSettings: followed, ...expectTrigger('followed_topic_notify') },
  {
    name: 'a followed topic of a muted channel',
    channelSettings: { ...followed, isChannelMuted: true },
    ...expectTrigger('followed_topic_notify'),
  },
  {
    name: 'a followed topic, push only',
    channelSettings: followed,
    settings: { enable_followed_topic_email_notifications: false },
    push: 'followed_topic_notify',
    email: undefined,
  },
  {
    name: 'a channel with push on',
    channelSettings: { pushNotifications: true },
    push: 'stream_notify',
    email: undefined,
  },
  {
    name: 'a channel with mail on',
    channelSettings: { emailNotifications: true },
    push: undefined,
    email: 'stream_notify',
  },
  {
    name: 'all channels with push on',
    settings: { enable_stream_push_notifications: true },
    push: 'stream_notify',
    email: undefined,
  },
  {
    name: 'all channels with push on, but this one',
    channelSettings: { pushNotifications: false },
    settings: { enable_stream_push_notifications: true },
    ...expectTrigger(undefined),
  },
  {
    name: 'a channel with push on, muted',
    channelSettings: { pushNotifications: true, isChannelMuted: true },
    ...expectTrigger(undefined),
  },
  {
    name: 'a channel with push on, topic muted',
    channelSettings: { pushNotifications: true, ...mutedTopic },
    ...expectTrigger(undefined),
  },
  {
    name: 'channel push needs no personal one',
    channelSettings: { pushNotifications: true },
    settings: allOff,
    push: 'stream_notify',
    email: undefined,
  },
];

describe('notification triggers', () => {
  for (const one of cases) {
    test(one.name, () => {
      const facts = {
        ...inChannel,
        channelSettings: { ...defaultSettings, ...one.channelSettings },
        settings: { ...settings, ...one.settings },
        ...one.facts,
      };
      assert.deepEqual(notificationTriggers(facts), { push: one.push, email: one.email });
    });
  }
});
