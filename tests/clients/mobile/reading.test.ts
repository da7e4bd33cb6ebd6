// Everything that the mobile client fetches after login, as each person of the demo organization, decoded strictly.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DemoName, startTestServer } from '../../support/server.ts';
import { messages, oneMessage, ownId, presences, readReceipts } from './decoders/answers.ts';
import { channelTopics } from './decoders/channels.ts';
import { Phone, raw } from './phone.ts';

const server = await startTestServer();
const everybody: readonly DemoName[] = ['olive', 'adam', 'mona', 'mel', 'mia', 'max', 'gus', 'helper'];

/** One page of a narrow, requested as by the client: without parameters for Markdown or avatars. */
const page = (phone: Phone, narrow: readonly unknown[], anchor: string, more: Record<string, unknown> = {}) =>
  phone.get(messages, 'messages', {
    narrow,
    anchor: raw(anchor),
    num_before: 50,
    num_after: 50,
    allow_empty_topic_name: true,
    ...more,
  });

for (const name of everybody) {
  test(`${name} reads every narrow that the client can show`, async () => {
    const phone = new Phone(await server.as(name));
    const { subscriptions, user_id, recent_private_conversations } = await phone.register();
    const all = await page(phone, [], 'newest');
    assert.ok(all.messages.length > 0);
    assert.equal(all.found_newest, true);
    await page(phone, [], 'first_unread');
    for (const operand of ['mentioned', 'starred', 'unread', 'dm', 'resolved', 'followed', 'alerted']) {
      await page(phone, [{ operator: 'is', operand }], 'newest');
    }
    for (const { stream_id } of subscriptions) {
      const found = await page(phone, [{ operator: 'stream', operand: stream_id }], 'oldest');
      assert.ok(found.messages.every((one) => one.type === 'stream' && one.stream_id === stream_id));
      const { topics } = await phone.get(channelTopics, `users/me/${stream_id}/topics`, {
        allow_empty_topic_name: true,
      });
      assert.ok(topics.length > 0);
      for (const topic of topics) {
        const narrow = [
          { operator: 'stream', operand: stream_id },
          { operator: 'topic', operand: topic.name },
        ];
        const inTopic = await page(phone, narrow, 'newest');
        assert.equal(inTopic.messages.at(-1)?.id, topic.max_id);
        await page(phone, [...narrow, { operator: 'with', operand: topic.max_id }], String(topic.max_id), {
          include_anchor: false,
          num_after: 0,
        });
      }
    }
    for (const { user_ids } of recent_private_conversations) {
      const found = await page(phone, [{ operator: 'dm', operand: [...user_ids, user_id] }], 'newest');
      assert.ok(found.messages.length > 0);
    }
    await page(phone, [{ operator: 'dm', operand: [user_id] }], 'newest');
  });

  test(`${name} reads single messages and who has read them`, async () => {
    const phone = new Phone(await server.as(name));
    const { messages: found } = await page(phone, [], 'newest');
    for (const { id, sender_id } of found.slice(-5)) {
      const html = await phone.get(oneMessage, `messages/${id}`, { allow_empty_topic_name: true });
      assert.equal(html.message.content_type, 'text/html');
      const source = await phone.get(oneMessage, `messages/${id}`, {
        apply_markdown: false,
        allow_empty_topic_name: true,
      });
      assert.equal(source.message.content, source.raw_content);
      const { user_ids } = await phone.get(readReceipts, `messages/${id}/read_receipts`);
      assert.ok(!user_ids.includes(sender_id));
    }
  });

  test(`${name} reports presence and reads that of others`, async () => {
    const phone = new Phone(await server.as(name));
    const { user_id } = await phone.get(ownId, 'users/me', {});
    const body = { status: raw('active'), slim_presence: true };
    if (name === 'helper') return;
    const pinged = await phone.post(presences, 'users/me/presence', {
      ...body,
      new_user_input: true,
      ping_only: true,
    });
    assert.equal(pinged.presences, undefined);
    const first = await phone.post(presences, 'users/me/presence', {
      ...body,
      last_update_id: -1,
      history_limit_days: 14,
      new_user_input: false,
      ping_only: false,
    });
    assert.ok(first.presences?.has(user_id));
    const next = await phone.post(presences, 'users/me/presence', {
      ...body,
      last_update_id: first.presence_last_update_id,
      ping_only: false,
    });
    assert.ok(Number(next.presence_last_update_id) >= Number(first.presence_last_update_id));
    // Older versions send the form without an id.
    await phone.post(presences, 'users/me/presence', { ...body, ping_only: false });
  });
}

test('a search returns the matches', async () => {
  const phone = new Phone(await server.as('mel'));
  const found = await page(phone, [{ operator: 'search', operand: 'queue' }], 'newest');
  assert.ok(found.messages.length > 0);
  assert.ok(
    found.messages.every((one) => one.match_content !== undefined && one.match_subject !== undefined),
  );
});

test('pages reach both ends and report it', async () => {
  const phone = new Phone(await server.as('mel'));
  const [newest] = (await page(phone, [], 'newest', { num_before: 1, num_after: 0 })).messages;
  assert.ok(newest);
  const older = await page(phone, [], String(newest.id), {
    include_anchor: false,
    num_before: 100,
    num_after: 0,
  });
  assert.equal(older.found_anchor, false);
  assert.ok(older.messages.every((one) => one.id < newest.id));
  const oldest = await page(phone, [], 'oldest', { num_before: 0, num_after: 1000 });
  assert.deepEqual([oldest.found_oldest, oldest.found_newest], [true, true]);
  const one = await page(phone, [{ operator: 'id', operand: String(newest.id) }], String(newest.id), {
    num_before: 0,
    num_after: 0,
  });
  assert.deepEqual(
    one.messages.map(({ id }) => id),
    [newest.id],
  );
});
