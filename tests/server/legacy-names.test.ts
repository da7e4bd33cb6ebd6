// Names with two spellings: both are understood from every client, and answers use the neutral one except for clients that
// only know the other.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const NEUTRAL = { 'user-agent': 'my-program/2.0' };
const FAMILY = { 'user-agent': 'ZulipFlutter/30.0.0 (Android 14)' };

describe('names in answers', async () => {
  const server = await startTestServer();
  const [mel, olive] = await Promise.all([server.as('mel'), server.as('olive')]);

  test('name the namespace of the extra emoji as the client knows it', async () => {
    const id = await mel.sendToChannel('general', 'words', 'an emoji for this');
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' };
    await mel.ok('POST', '/users/me/status', extra);
    const queue = await mel.ok('POST', '/register', { fetch_event_types: [] });
    await mel.ok('POST', `/messages/${id}/reactions`, extra);
    for (const [headers, word] of [
      [NEUTRAL, 'service_extra_emoji'],
      [FAMILY, 'zulip_extra_emoji'],
      [{ 'user-agent': 'website' }, 'zulip_extra_emoji'],
    ] as const) {
      const status = await mel.request('GET', `/users/${mel.userId}/status`, {}, headers);
      assert.equal(status.body.status.reaction_type, word);
      const page = await mel.request('GET', '/messages', { message_ids: [id] }, headers);
      assert.equal(page.body.messages[0].reactions[0].reaction_type, word);
      const one = await mel.request('GET', `/messages/${id}`, {}, headers);
      assert.equal(one.body.message.reactions[0].reaction_type, word);
      const polled = { queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true };
      const { body } = await mel.request('GET', '/events', polled, headers);
      // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
      const reaction = body.events.find((event: any) => event.type === 'reaction');
      assert.equal(reaction.reaction_type, word);
      const { body: snapshot } = await mel.request('POST', '/register', {}, headers);
      assert.equal(snapshot.user_status[mel.userId].reaction_type, word);
    }
  });

  test('name the emoji sets as the client knows them', async () => {
    const queue = await mel.ok('POST', '/register', { fetch_event_types: [] });
    await mel.ok('PATCH', '/settings', { emojiset: 'emoji_set_2' });
    await olive.ok('PATCH', '/realm/user_settings_defaults', { emojiset: 'twitter' });
    for (const [headers, first, second] of [
      [NEUTRAL, 'emoji_set_1', 'emoji_set_2'],
      [FAMILY, 'google', 'twitter'],
    ] as const) {
      const { body: snapshot } = await mel.request('POST', '/register', {}, headers);
      assert.equal(snapshot.user_settings.emojiset, second);
      assert.equal(snapshot.realm_user_settings_defaults.emojiset, second);
      assert.deepEqual(
        snapshot.user_settings.emojiset_choices.map(({ key }: { key: string }) => key),
        [first, second, 'text'],
      );
      const polled = { queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true };
      const { body } = await mel.request('GET', '/events', polled, headers);
      const receivedValues = body.events.map(({ type, value }: { type: string; value: unknown }) => [
        type,
        value,
      ]);
      assert.deepEqual(receivedValues, [
        ['user_settings', second],
        ['realm_user_settings_defaults', second],
      ]);
    }
  });

  test('leave user content unchanged', async () => {
    const text = '{"reaction_type":"zulip_extra_emoji","emojiset":"google"}';
    const id = await mel.sendToChannel('general', 'words', text);
    const { body } = await mel.request('GET', `/messages/${id}`, { apply_markdown: false }, NEUTRAL);
    assert.equal(body.message.content, text);
  });
});
