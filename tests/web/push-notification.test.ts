// Notifications for pushes, as created by the service worker without a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pushedNotification, storedTexts } from '../../web/lib/push-notification.ts';

const ORIGIN = 'https://chat.example.com';
const NOW = 1_800_000_000;
const labels = { generalChat: 'general chat', trial: 'A test.', newDirect: undefined };
const sender = {
  type: 'message',
  user_id: 5,
  sender_full_name: 'Mel Member',
  sender_avatar_url: `${ORIGIN}/avatar/4`,
  content: 'hello',
};
const direct = { ...sender, recipient_type: 'direct', recipient_user_ids: [9, 4, 5] };
const channel = {
  ...sender,
  recipient_type: 'channel',
  channel_id: 7,
  channel_name: 'design',
  topic: 'new logo',
};

test('a channel message opens its topic', () => {
  const address = '#narrow/channel/7-design/topic/new.20logo';
  assert.deepEqual(pushedNotification(channel, labels, ORIGIN, NOW), {
    title: 'Mel Member (#design › new logo)',
    body: 'hello',
    tag: address,
    address,
    icon: `${ORIGIN}/avatar/4`,
  });
});

test('a topic without a name has the same label as in the page', () => {
  assert.equal(
    pushedNotification({ ...channel, topic: '' }, labels, ORIGIN, NOW)?.title,
    'Mel Member (#design › general chat)',
  );
});

test('a direct message opens its conversation, including notes to self', () => {
  assert.equal(pushedNotification(direct, labels, ORIGIN, NOW)?.address, '#narrow/dm/4,9-dm');
  assert.equal(
    pushedNotification({ ...direct, recipient_user_ids: [5] }, labels, ORIGIN, NOW)?.address,
    '#narrow/dm/5-dm',
  );
});

test('the content of direct messages is omitted if the setting says so', () => {
  const hiding = { ...labels, newDirect: 'A new direct message' };
  assert.equal(pushedNotification(direct, hiding, ORIGIN, NOW)?.body, 'A new direct message');
  assert.equal(pushedNotification(channel, hiding, ORIGIN, NOW)?.body, 'hello');
});

test('a conversation that is back is named, and opens', () => {
  const back = { content: 'Back from later: new logo', is_return: true };
  const address = '#narrow/channel/7-design/topic/new.20logo';
  assert.deepEqual(pushedNotification({ ...channel, ...back }, labels, ORIGIN, NOW), {
    ...{
      title: 'Back from later: new logo',
      body: '#design',
      tag: address,
      address,
      icon: `${ORIGIN}/avatar/4`,
    },
  });
  const hiding = { ...labels, newDirect: 'A new direct message' };
  const notification = pushedNotification(
    { ...direct, content: 'Back from later: Mel', is_return: true },
    hiding,
    ORIGIN,
    NOW,
  );
  assert.deepEqual(
    [notification?.title, notification?.body, notification?.address],
    ['Back from later: Mel', '', '#narrow/dm/4,9-dm'],
  );
});

test('a direct message without recipients or texts is a note without a text', () => {
  const odd = { type: 'message', recipient_type: 'direct', user_id: 5, content: 7, sender_full_name: null };
  assert.deepEqual(pushedNotification(odd, labels, ORIGIN, NOW), {
    ...{ title: '', body: '', tag: '#narrow/dm/5-dm', address: '#narrow/dm/5-dm', icon: undefined },
  });
  const group = { ...direct, recipient_user_ids: [9, 4, 5, 2] };
  assert.equal(pushedNotification(group, labels, ORIGIN, NOW)?.address, '#narrow/dm/2,4,9-group');
});

test('texts that a page stored are used; broken ones hide the content of direct messages', () => {
  assert.deepEqual(storedTexts(undefined), { generalChat: '', trial: '', newDirect: undefined });
  const texts = { generalChat: 'general chat', trial: 'It works.', newDirect: undefined };
  assert.deepEqual(storedTexts(texts), texts);
  assert.deepEqual(storedTexts(JSON.parse(JSON.stringify(texts))), texts);
  for (const broken of [null, 'x', []])
    assert.deepEqual(storedTexts(broken), { generalChat: '', trial: '', newDirect: '' });
  const mixed = { generalChat: 5, trial: null, newDirect: false };
  assert.deepEqual(storedTexts(mixed), { generalChat: '', trial: '', newDirect: '' });
});

test('pictures from other servers are not requested', () => {
  const external = { ...direct, sender_avatar_url: 'https://pictures.example.com/4' };
  assert.equal(pushedNotification(external, labels, ORIGIN, NOW)?.icon, undefined);
  assert.equal(pushedNotification({ ...direct, sender_avatar_url: 7 }, labels, ORIGIN, NOW)?.icon, undefined);
});

test('a test notification says that it is a test, and nothing else is displayed', () => {
  const trial = pushedNotification({ type: 'test', realm_name: 'Acme' }, labels, ORIGIN, NOW);
  assert.deepEqual([trial?.title, trial?.body], ['Acme', 'A test.']);
  assert.deepEqual(pushedNotification({ type: 'test' }, labels, ORIGIN, NOW), {
    ...{ title: 'Parley', body: 'A test.', tag: 'trial', address: '#', icon: undefined },
  });
  for (const other of [{}, { type: 'remove', message_ids: [1] }, { type: 7 }])
    assert.equal(pushedNotification(other, labels, ORIGIN, NOW), undefined);
});
