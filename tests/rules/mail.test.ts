// Whether a person still wants a mail when it is sent, as a table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ChannelNotificationSettings,
  type NotificationSettings,
  type NotificationTrigger,
  stillWantsMail,
} from '../../src/model/notifications/notification-rules.ts';

const settings = {
  enable_offline_email_notifications: true,
  enable_stream_email_notifications: false,
  enable_followed_topic_email_notifications: true,
} as NotificationSettings;
const defaultSettings: ChannelNotificationSettings = {
  isChannelMuted: false,
  topicPolicy: 0,
  pushNotifications: null,
  emailNotifications: null,
  wildcardMentionsNotify: null,
};
const noMail = { enable_offline_email_notifications: false };
const allChannels = { enable_stream_email_notifications: true };
const mailed = { emailNotifications: true };
const mutedChannel = { isChannelMuted: true };
const mutedTopic = { topicPolicy: 1 } as const;
const unmutedTopic = { topicPolicy: 2 } as const;
const followed = { topicPolicy: 3 } as const;

/** The reason, the subscription (undefined if none), the settings, and whether the mail is still wanted. */
const cases: readonly [
  NotificationTrigger,
  Partial<ChannelNotificationSettings> | undefined,
  Partial<NotificationSettings>,
  boolean,
][] = [
  ['direct_message', undefined, {}, true],
  ['direct_message', undefined, noMail, false],
  ['mentioned', undefined, {}, true],
  ['mentioned', mutedTopic, {}, true],
  ['mentioned', {}, noMail, false],
  ['stream_wildcard_mentioned', undefined, {}, false],
  ['stream_wildcard_mentioned', {}, {}, true],
  ['stream_wildcard_mentioned', mutedChannel, {}, false],
  ['topic_wildcard_mentioned', { ...mutedChannel, ...unmutedTopic }, {}, true],
  ['topic_wildcard_mentioned', mailed, noMail, false],
  ['followed_topic_notify', undefined, {}, false],
  ['followed_topic_notify', followed, {}, true],
  ['followed_topic_notify', {}, {}, false],
  ['followed_topic_notify', followed, { enable_followed_topic_email_notifications: false }, false],
  ['followed_topic_notify', followed, noMail, true],
  ['stream_notify', undefined, allChannels, false],
  ['stream_notify', {}, {}, false],
  ['stream_notify', {}, allChannels, true],
  ['stream_notify', mailed, noMail, true],
  ['stream_notify', { emailNotifications: false }, allChannels, false],
  ['stream_notify', { ...mailed, ...mutedChannel }, {}, false],
  ['stream_notify', { ...mailed, ...mutedTopic }, {}, false],
];
for (const [trigger, subscription, more, expected] of cases) {
  const name = `${trigger} ${JSON.stringify(subscription)} ${JSON.stringify(more)}: ${expected ? 'mailed' : 'not'}`;
  test(name, () => {
    const channelSettings = subscription && { ...defaultSettings, ...subscription };
    assert.equal(stillWantsMail(trigger, { ...settings, ...more }, channelSettings), expected);
  });
}
