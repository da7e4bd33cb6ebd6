// The messages around search results: new, deleted and moved messages change them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { ResultContexts } from '../../web/message-list/results/result-contexts.ts';
import type { Message } from '../../web/store/message.ts';
import { made } from './naive-server.ts';

/** Results 10 and 20 of topic a, between 9 and 21, and 30, the last one of topic b. */
function setUp() {
  const messages = new Map<number, Message>([
    [10, made(10, 1, 'a')],
    [20, made(20, 1, 'a')],
    [30, made(30, 1, 'b')],
  ]);
  const contexts = new ResultContexts((id) => messages.get(id), 9);
  const fetched = new Map([
    [10, { before: 9, after: 11 }],
    [20, { before: 19, after: 21 }],
    [30, { before: null, after: null }],
  ]);
  contexts.add(fetched);
  return { messages, contexts, fetched, missing: () => contexts.missing([10, 20, 30]) };
}

const sent = (id: number, topic: string) =>
  ({ type: 'message', message: made(id, 1, topic) }) as unknown as ApiEvent;
const deleted = (...message_ids: number[]) =>
  ({ type: 'delete_message', message_ids }) as unknown as ApiEvent;
const moved = (message_ids: number[], orig_subject: string, subject: string) =>
  ({ type: 'update_message', message_ids, stream_id: 1, orig_subject, subject }) as unknown as ApiEvent;

test('the first new message of the conversation follows its last result, also if several arrive at once', () => {
  const { contexts } = setUp();
  for (const event of [sent(31, 'a'), sent(32, 'B'), sent(33, 'b')]) contexts.apply(event);
  assert.deepEqual(contexts.known.get(30), { before: null, after: 32 });
  assert.deepEqual(contexts.known.get(20), { before: 19, after: 21 });
});

test('a message that arrives while contexts are fetched follows, too', () => {
  const { contexts, fetched } = setUp();
  contexts.beginFetch();
  contexts.apply(sent(31, 'b'));
  contexts.apply(deleted(21));
  contexts.add(fetched);
  assert.equal(contexts.known.get(30)?.after, 31);
  assert.equal(contexts.known.has(20), false);
});

test('contexts with a deleted message are fetched again', () => {
  const { contexts, missing } = setUp();
  contexts.apply(deleted(5, 21));
  assert.deepEqual(missing(), [20]);
  contexts.apply(deleted(9));
  assert.deepEqual(missing(), [10, 20]);
});

test('contexts are fetched again where messages were moved from, and where they were moved to', () => {
  const { contexts, missing } = setUp();
  contexts.apply(moved([11], 'a', 'c'));
  assert.deepEqual(missing(), [10]);
  contexts.apply(moved([50], 'c', 'B'));
  assert.deepEqual(missing(), [10, 30]);
  const { messages, contexts: others, missing: missingThere } = setUp();
  messages.set(20, made(20, 1, 'c'));
  others.apply(moved([20], 'a', 'c'));
  assert.deepEqual(missingThere(), [20]);
  others.apply({ type: 'update_message', message_ids: [11], message_id: 11 } as unknown as ApiEvent);
  assert.deepEqual(missingThere(), [20], 'an edit moves nothing');
});

test('after missed events nothing is known, whatever a running fetch brings', () => {
  const { contexts, fetched, missing } = setUp();
  contexts.beginFetch();
  contexts.forgetAll();
  contexts.add(fetched);
  assert.deepEqual(missing(), [10, 20, 30]);
  contexts.beginFetch();
  contexts.add(fetched);
  assert.deepEqual(missing(), []);
});
