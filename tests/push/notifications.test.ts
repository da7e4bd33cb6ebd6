// Who is notified of a message, and what is shown on their phones.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startNotifiedPerson } from './notified-person.ts';

const { channel, clock, delivered, mel, mia, ofChannel, olive, policy, server, setting } =
  await startNotifiedPerson();

describe('a message notifies', () => {
  test('its recipient, marked as a direct message', async () => {
    const id = await mel.sendDirect([mia.userId], 'hello **you** :tada:');
    const [notification, ...more] = await delivered();
    assert.deepEqual(more, []);
    const {
      time,
      realm_name: _name,
      sender_avatar_url: avatar,
      sender_full_name: name,
      ...rest
    } = notification;
    assert.ok(Math.abs(time - Date.now() / 1000) < 60);
    assert.ok(URL.canParse(avatar));
    assert.equal(typeof name, 'string');
    assert.deepEqual(rest, {
      type: 'message',
      message_id: id,
      realm_url: server.url,
      user_id: mia.userId,
      sender_id: mel.userId,
      content: 'hello you 🎉',
      recipient_type: 'direct',
      recipient_user_ids: [mel.userId, mia.userId].sort((a, b) => a - b),
    });
  });

  test('people mentioned by name, with the conversation', async () => {
    const id = await mel.sendToChannel(channel.name, 'lunch', `hey @**|${mia.userId}**`);
    const [notification] = await delivered();
    assert.equal(notification.message_id, id);
    assert.equal(notification.recipient_type, 'channel');
    assert.equal(notification.channel_id, channel.stream_id);
    assert.equal(notification.channel_name, channel.name);
    assert.equal(notification.topic, 'lunch');
    assert.equal(notification.mentioned_user_group_id, undefined);
  });

  test('people mentioned through a group, with its name', async () => {
    const { group_id: groupId } = await olive.ok('POST', '/user_groups/create', {
      name: 'cooks',
      description: '',
      members: [mia.userId],
    });
    // They also get a direct message about joining the group.
    await delivered();
    await mel.sendToChannel(channel.name, 'lunch', '@*cooks* please');
    const [notification] = await delivered();
    assert.equal(notification.mentioned_user_group_id, groupId);
    assert.equal(notification.mentioned_user_group_name, 'cooks');
  });

  test('everyone by @all, unless they disabled that, or muted the topic', async () => {
    await mel.sendToChannel(channel.name, 'lunch', '@**all** soup');
    assert.equal((await delivered()).length, 1);
    await ofChannel('wildcard_mentions_notify', false);
    await mel.sendToChannel(channel.name, 'lunch', '@**all** soup');
    assert.equal((await delivered()).length, 0);
    await ofChannel('wildcard_mentions_notify', true);
    await policy('lunch', 1);
    await mel.sendToChannel(channel.name, 'lunch', '@**all** soup');
    assert.equal((await delivered()).length, 0);
    await policy('lunch', 0);
  });

  test('those who enabled it for the channel, and no others', async () => {
    await mel.sendToChannel(channel.name, 'quiet', 'nobody is notified');
    assert.equal((await delivered()).length, 0);
    await setting('enable_stream_push_notifications', true);
    await mel.sendToChannel(channel.name, 'quiet', 'one person is notified');
    assert.equal((await delivered()).length, 1);
    await ofChannel('push_notifications', false);
    await mel.sendToChannel(channel.name, 'quiet', 'not in this one');
    assert.equal((await delivered()).length, 0);
    await setting('enable_stream_push_notifications', false);
    await ofChannel('push_notifications', true);
    await mel.sendToChannel(channel.name, 'quiet', 'one person is notified');
    assert.equal((await delivered()).length, 1);
    await ofChannel('is_muted', true);
    await mel.sendToChannel(channel.name, 'quiet', 'it is muted');
    assert.equal((await delivered()).length, 0);
    await ofChannel('is_muted', false);
    await ofChannel('push_notifications', false);
  });

  test('followers of the topic', async () => {
    await policy('followed', 3);
    await mel.sendToChannel(channel.name, 'followed', 'news');
    assert.equal((await delivered()).length, 1);
    await setting('enable_followed_topic_push_notifications', false);
    await mel.sendToChannel(channel.name, 'followed', 'news');
    assert.equal((await delivered()).length, 0);
    await setting('enable_followed_topic_push_notifications', true);
  });

  test('no one who disabled it, muted the sender, or sent it', async () => {
    await setting('enable_offline_push_notifications', false);
    await mel.sendDirect([mia.userId], 'not now');
    assert.equal((await delivered()).length, 0);
    await setting('enable_offline_push_notifications', true);
    await mia.ok('POST', `/users/me/muted_users/${mel.userId}`);
    await mel.sendDirect([mia.userId], 'not from you');
    assert.equal((await delivered()).length, 0);
    await mia.ok('DELETE', `/users/me/muted_users/${mel.userId}`);
    await mia.sendDirect([mel.userId], 'from me');
    assert.equal((await delivered()).length, 0);
  });

  test('people mentioned by an edit, once', async () => {
    const id = await mel.sendToChannel(channel.name, 'lunch', 'who comes?');
    assert.equal((await delivered()).length, 0);
    await mel.ok('PATCH', `/messages/${id}`, { content: `who comes? @**|${mia.userId}**` });
    assert.equal((await delivered()).length, 1);
    await mel.ok('PATCH', `/messages/${id}`, { content: `who comes now? @**|${mia.userId}**` });
    assert.equal((await delivered()).length, 0);
  });

  test('with truncated text', async () => {
    await mel.sendDirect([mia.userId], 'x'.repeat(300));
    const [notification] = await delivered();
    assert.equal(notification.content, `${'x'.repeat(200)}…`);
  });
});

test('no one hours after it was sent', async () => {
  clock.ahead = 2 * 3600;
  await mel.sendDirect([mia.userId], 'a while ago');
  assert.equal((await delivered()).length, 1);
  clock.ahead = 4 * 3600;
  await mel.sendDirect([mia.userId], 'long ago');
  assert.deepEqual(await delivered(), []);
});
