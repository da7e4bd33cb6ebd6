// The pinned messages that the browser client knows, as events change them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import type { Conversation } from '../../web/store/narrow-targets.ts';
import { type PinnedMessage, PinnedMessages } from '../../web/store/pinned-messages.ts';

const OWN_ID = 7;
const lunch: Conversation = { kind: 'topic', channelId: 3, topic: 'lunch' };
const withMia: Conversation = { kind: 'direct', ids: [8] };
const pin = (id: number, content = 'soup'): PinnedMessage => ({ id, sender: 'Mia', content });

/** Pinned messages, of which the server has those in `stored`, by conversation kind. */
function pinnedMessages(stored: Partial<Record<Conversation['kind'], PinnedMessage[]>>) {
  let requests = 0;
  const pins = new PinnedMessages(async ({ kind }) => {
    requests += 1;
    return stored[kind] ?? [];
  }, OWN_ID);
  const apply = (event: object) => pins.apply({ id: 1, ...event } as unknown as ApiEvent);
  const ids = (conversation: Conversation) => pins.of(conversation)?.map(({ id }) => id);
  return { pins, apply, ids, requests: () => requests };
}

test('the pins of a conversation are known once they were fetched, in any case of its topic', async () => {
  const { pins, ids } = pinnedMessages({ topic: [pin(2), pin(1)] });
  assert.equal(ids(lunch), undefined);
  await pins.open({ ...lunch, topic: 'LUNCH' });
  assert.deepEqual(ids(lunch), [2, 1]);
  assert.deepEqual([pins.isPinned(1), pins.isPinned(3)], [true, false]);
  assert.equal(ids(withMia), undefined);
});

test('a new pin lets its conversation alone be fetched again', async () => {
  const { pins, apply, ids } = pinnedMessages({ topic: [pin(1)], direct: [pin(5)] });
  await pins.open(lunch);
  await pins.open(withMia);
  apply({
    type: 'pinned_messages',
    op: 'add',
    stream_id: null,
    topic: '',
    user_ids: [OWN_ID, 8],
    message_id: 6,
  });
  assert.deepEqual([ids(lunch), ids(withMia)], [[1], undefined]);
  apply({ type: 'pinned_messages', op: 'add', stream_id: 3, topic: 'Lunch', user_ids: [], message_id: 2 });
  assert.equal(ids(lunch), undefined);
});

test('unpinned and deleted messages leave, and edited ones show their new text', async () => {
  const { pins, apply, ids } = pinnedMessages({ topic: [pin(4), pin(3), pin(2), pin(1)] });
  await pins.open(lunch);
  apply({ type: 'pinned_messages', op: 'remove', stream_id: 3, topic: 'lunch', user_ids: [], message_id: 4 });
  apply({ type: 'delete_message', message_ids: [3, 9] });
  apply({ type: 'delete_message', message_id: 2 });
  apply({ type: 'update_message', message_id: 1, message_ids: [1], rendered_content: 'bread' });
  assert.deepEqual(pins.of(lunch), [pin(1, 'bread')]);
  assert.deepEqual(ids(lunch), [1]);
});

test('moved messages and changed channels let everything be fetched again', async () => {
  const { pins, apply, ids } = pinnedMessages({ topic: [pin(1)] });
  const moved = { type: 'update_message', message_id: 1, message_ids: [1] };
  for (const event of [
    { ...moved, orig_subject: 'lunch', subject: 'dinner' },
    { ...moved, new_stream_id: 4 },
    { type: 'stream', op: 'delete', stream_ids: [3] },
  ]) {
    await pins.open(lunch);
    apply(event);
    assert.equal(ids(lunch), undefined);
  }
  await pins.open(lunch);
  apply({ type: 'stream', op: 'create', streams: [] });
  assert.deepEqual(ids(lunch), [1]);
});

test('an answer that an event made outdated is fetched again', async () => {
  const { pins, apply, ids, requests } = pinnedMessages({ topic: [pin(1)] });
  const opening = pins.open(lunch);
  apply({ type: 'pinned_messages', op: 'add', stream_id: 3, topic: 'lunch', user_ids: [], message_id: 1 });
  await opening;
  assert.deepEqual([ids(lunch), requests()], [[1], 2]);
});

test('an answer is fetched again after an edit or deletion of a message in it, and not of another', async () => {
  for (const event of [
    { type: 'update_message', message_ids: [1], rendered_content: 'bread' },
    { type: 'delete_message' },
    { type: 'pinned_messages', op: 'remove', stream_id: 3, topic: 'lunch', user_ids: [] },
  ]) {
    for (const [messageId, expected] of [
      [1, 2],
      [9, 1],
    ]) {
      const { pins, apply, requests } = pinnedMessages({ topic: [pin(1)] });
      const opening = pins.open(lunch);
      apply({ ...event, message_id: messageId });
      await opening;
      assert.equal(requests(), expected, `${event.type} of ${messageId}`);
    }
  }
});

test('requests at once for a conversation are one, which ends with what is pinned by then', async () => {
  const stored = { topic: [pin(1)] };
  const { pins, apply, ids, requests } = pinnedMessages(stored);
  const opened = [pins.open(lunch), pins.open({ ...lunch, topic: 'LUNCH' })];
  stored.topic = [pin(2), pin(1)];
  apply({ type: 'pinned_messages', op: 'add', stream_id: 3, topic: 'lunch', user_ids: [], message_id: 2 });
  await Promise.all([...opened, pins.open(lunch)]);
  assert.deepEqual([ids(lunch), requests()], [[2, 1], 2]);
});

test('the version tells that pins were forgotten, even at once after they were fetched', async () => {
  const { pins, apply, ids, requests } = pinnedMessages({ topic: [pin(1)] });
  const before = pins.version;
  await pins.open(lunch);
  assert.equal(pins.version, before);
  apply({ type: 'pinned_messages', op: 'add', stream_id: 3, topic: 'lunch', user_ids: [], message_id: 2 });
  assert.deepEqual([ids(lunch), pins.version === before], [undefined, false]);
  await pins.open(lunch);
  assert.deepEqual([ids(lunch), requests()], [[1], 2]);
});
