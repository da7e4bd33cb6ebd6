// Which messages trigger a notification or a sound.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { initialUserSettings } from '../../src/model/accounts/user-settings.ts';
import { alertsFor, type ReceivedMessage } from '../../web/store/message-alerts.ts';

const me = 1;

function notificationFor(
  message: Partial<ReceivedMessage>,
  more: object = {},
  settings: object = {},
): string {
  const state = {
    user_settings: { ...initialUserSettings, ...settings },
    subscriptions: [
      { stream_id: 7, is_muted: false, desktop_notifications: null, audible_notifications: null },
    ],
    user_topics: [],
    muted_users: [],
    ...more,
  } as unknown as State;
  const arrived = {
    sender_id: 2,
    type: 'stream',
    stream_id: 7,
    subject: 'plans',
    flags: [],
    display_recipient: 'talk',
    ...message,
  };
  const { desktop, sound } = alertsFor(state, arrived, me);
  return [desktop && 'desktop', sound && 'sound'].filter(Boolean).join(' and ') || 'nothing';
}

const stateWithMute = { user_topics: [{ stream_id: 7, topic_name: 'Plans', visibility_policy: 1 }] };
const followed = { user_topics: [{ stream_id: 7, topic_name: 'plans', visibility_policy: 3 }] };

test('direct messages and mentions notify, other channel messages do not', () => {
  assert.equal(notificationFor({ type: 'private' }), 'desktop and sound');
  assert.equal(notificationFor({ flags: ['mentioned'] }), 'desktop and sound');
  assert.equal(notificationFor({}), 'nothing');
});

test('own messages, read messages and muted people do not notify', () => {
  assert.equal(notificationFor({ type: 'private', sender_id: me }), 'nothing');
  assert.equal(notificationFor({ type: 'private', flags: ['read'] }), 'nothing');
  assert.equal(notificationFor({ type: 'private' }, { muted_users: [{ id: 2, timestamp: 1 }] }), 'nothing');
});

test('muted direct conversations notify only with a mention by name', () => {
  const people = [{ id: me }, { id: 2 }, { id: 3 }];
  const trio = {
    muted_direct_conversations: [{ user_ids: [1, 2, 3], timestamp: 1, muted_until: null }],
    user_id: me,
  };
  const direct = { type: 'private', display_recipient: people };
  assert.equal(notificationFor(direct, trio), 'nothing');
  assert.equal(notificationFor({ ...direct, flags: ['mentioned'] }, trio), 'desktop and sound');
  const pair = { ...direct, display_recipient: people.slice(0, 2) };
  assert.equal(notificationFor(pair, trio), 'desktop and sound');
});

test('settings for direct messages and channels are applied', () => {
  assert.equal(notificationFor({ type: 'private' }, {}, { enable_sounds: false }), 'desktop');
  assert.equal(notificationFor({ type: 'private' }, {}, { enable_desktop_notifications: false }), 'sound');
  assert.equal(notificationFor({}, {}, { enable_stream_desktop_notifications: true }), 'desktop');
});

test('the setting of a channel overrides the default', () => {
  const loud = { subscriptions: [{ stream_id: 7, is_muted: false, desktop_notifications: true }] };
  assert.equal(notificationFor({}, loud), 'desktop');
  const quiet = { subscriptions: [{ stream_id: 7, is_muted: false, desktop_notifications: false }] };
  assert.equal(notificationFor({}, quiet, { enable_stream_desktop_notifications: true }), 'nothing');
});

test('followed topics notify, muted ones only with a mention by name', () => {
  assert.equal(notificationFor({}, followed), 'desktop and sound');
  assert.equal(notificationFor({}, stateWithMute, { enable_stream_desktop_notifications: true }), 'nothing');
  assert.equal(notificationFor({ flags: ['stream_wildcard_mentioned'] }, stateWithMute), 'nothing');
  assert.equal(notificationFor({ flags: ['mentioned'] }, stateWithMute), 'desktop and sound');
});

test('wildcard mentions notify everyone, depending on the setting', () => {
  assert.equal(notificationFor({ flags: ['topic_wildcard_mentioned'] }), 'desktop and sound');
  assert.equal(
    notificationFor({ flags: ['topic_wildcard_mentioned'] }, {}, { wildcard_mentions_notify: false }),
    'nothing',
  );
});

test('followed topics have their own settings, for each kind of alert and for wildcard mentions', () => {
  const silent = {
    enable_followed_topic_desktop_notifications: false,
    enable_followed_topic_audible_notifications: false,
    enable_followed_topic_wildcard_mentions_notify: false,
    wildcard_mentions_notify: false,
  };
  const alerts = (settings: object, state: object = followed, flags: readonly string[] = []) =>
    notificationFor({ flags }, state, { ...silent, ...settings });
  const wildcard = ['stream_wildcard_mentioned'];
  assert.equal(alerts({}), 'nothing');
  assert.equal(alerts({ enable_followed_topic_desktop_notifications: true }), 'desktop');
  assert.equal(alerts({ enable_followed_topic_audible_notifications: true }), 'sound');
  assert.equal(alerts({ enable_followed_topic_audible_notifications: true }, {}), 'nothing');
  assert.equal(alerts({}, followed, wildcard), 'nothing');
  const mention = { enable_followed_topic_wildcard_mentions_notify: true };
  assert.equal(alerts(mention, followed, wildcard), 'desktop and sound');
  assert.equal(alerts(mention, {}, wildcard), 'nothing');
  assert.equal(alerts(mention), 'nothing');
  const loud = { subscriptions: [{ stream_id: 7, is_muted: false, audible_notifications: true }] };
  assert.equal(
    alerts({ enable_followed_topic_desktop_notifications: true }, { ...followed, ...loud }),
    'desktop and sound',
  );
  assert.equal(alerts({ enable_sounds: false }, loud, wildcard), 'sound');
});
