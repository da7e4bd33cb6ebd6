// How long a client pauses after failures: longer each time, and short again after an answer.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { followBatches } from '../../client/event-stream.ts';
import { followOrganization } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';

/** The pauses of a client whose consecutive calls end like this: with a failure or an answer. */
async function pausesWith(
  { mock }: TestContext,
  outcomes: readonly ('lost' | 'queue gone' | object)[],
  use: (client: ParleyClient, signal: AbortSignal) => AsyncIterable<unknown>,
): Promise<number[]> {
  const pauses: number[] = [];
  mock.method(Math, 'random', () => 0.5);
  const realSetTimeout = globalThis.setTimeout;
  mock.method(globalThis, 'setTimeout', ((run: () => void, milliseconds: number) => {
    // A poll also has a timeout, which is not a pause.
    if (milliseconds >= 90_000) return realSetTimeout(run, milliseconds);
    pauses.push(milliseconds);
    return realSetTimeout(run, 0);
  }) as never);
  const stop = new AbortController();
  const remaining = [...outcomes];
  const call = async () => {
    const outcome = remaining.shift();
    if (outcome === undefined) stop.abort();
    if (outcome === 'lost' || outcome === undefined) throw new ParleyError(0, 'NO_ANSWER', '');
    if (outcome === 'queue gone') throw new ParleyError(400, 'BAD_EVENT_QUEUE_ID', '');
    return outcome;
  };
  const nextAnswer = new AbortController().signal;
  for await (const _ of use({ call, nextAnswer, noteSlow() {} } as unknown as ParleyClient, stop.signal));
  mock.restoreAll();
  return pauses;
}
const some = { events: [{ type: 'message', id: 1 }] };
const none = { events: [{ type: 'heartbeat', id: 2 }] };
const cursor = { queue_id: 'q', last_event_id: 0 };

test('the pauses of a poll are short again after an answer, even without events', async (t) => {
  for (const answer of [some, none]) {
    const pauses = await pausesWith(
      t,
      ['lost', 'lost', 'lost', answer, 'lost', 'lost', answer, 'lost'],
      (one, signal) => followBatches(one, { queueId: 'q', lastEventId: 0 }, signal),
    );
    assert.deepEqual(pauses, [500, 1000, 2000, 500, 1000, 500]);
  }
});

test('the pauses between registrations are short again after an event, and grow if queues end at once', async (t) => {
  const follow = (one: ParleyClient, signal: AbortSignal) => followOrganization(one, {}, signal);
  const expiredQueues = [cursor, 'queue gone', cursor, 'queue gone', cursor, 'queue gone'] as const;
  assert.deepEqual(await pausesWith(t, expiredQueues, follow), [500, 1000, 2000]);
  const eventsArrived = ['lost', 'lost', cursor, some, 'queue gone', cursor, 'queue gone'] as const;
  assert.deepEqual(await pausesWith(t, eventsArrived, follow), [500, 1000, 500, 1000]);
});
