// Bounds on the size of responses: pages, searches and batches of events end early, and a client that continues from there
// gets everything once.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { LargeResponses } from '../../src/server/http/large-responses.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { longestAnswerOf } from '../support/statement-count.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const [mel, mia] = [await server.as('mel'), await server.as('mia')];

const BYTES = 9000;
const TOPIC = 'large';
const ids: number[] = [];
const listener = await mia.registerQueue({ event_types: ['message'] });
for (let count = 0; count < 12; count++) {
  ids.push(await mel.sendToChannel('general', TOPIC, `word ${'x'.repeat(BYTES)}`));
}
const at = (index: number) => ids.at(index) ?? 0;

const narrow = [{ operator: 'topic', operand: TOPIC }];
const sizeOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

interface Page {
  readonly body: Json & { found_oldest: boolean; found_newest: boolean; found_anchor: boolean };
  readonly ids: number[];
  readonly size: number;
}

async function page(parameters: Json): Promise<Page> {
  const body = await mia.ok('GET', '/messages', { narrow, ...parameters });
  return { body, ids: body.messages.map(({ id }: { id: number }) => id), size: sizeOf(body) };
}

/** Runs an action while a response has room for that many of the messages. */
function withRoomFor<T>(messages: number, action: () => Promise<T>): Promise<T> {
  const bytes = Math.round((messages + 0.5) * (BYTES + 800)) + 1000;
  return withLimit('smallResponseBytes', 1, () => withLimit('responseBytes', bytes, action));
}

describe('bytes of a response', () => {
  test('bound responseBytes: a page around an anchor has the messages nearest to it', async () => {
    const whole = await page({ anchor: at(6), num_before: 20, num_after: 20 });
    assert.deepEqual([whole.ids, whole.body.found_oldest, whole.body.found_newest], [ids, true, true]);
    await withRoomFor(5, async () => {
      const cut = await page({ anchor: at(6), num_before: 20, num_after: 20 });
      assert.deepEqual(cut.ids, ids.slice(4, 9));
      const { found_oldest, found_newest, found_anchor } = cut.body;
      assert.deepEqual([found_oldest, found_newest, found_anchor], [false, false, true]);
      assert.ok(cut.size <= 6 * (BYTES + 1000), `${cut.size} bytes`);
      const nearEnd = await page({ anchor: at(11), num_before: 20, num_after: 20 });
      assert.deepEqual(nearEnd.ids, ids.slice(7));
      assert.deepEqual([nearEnd.body.found_oldest, nearEnd.body.found_newest], [false, true]);
    });
  });

  test('a client that continues from the end of each page gets every message once', async () => {
    await withRoomFor(5, async () => {
      const older: number[] = [];
      for (let anchor: number | string = 'newest'; ; ) {
        const part = await page({ anchor, num_before: 1000, num_after: 0, include_anchor: false });
        older.unshift(...part.ids);
        if (part.body.found_oldest) break;
        anchor = part.ids[0] ?? 0;
      }
      assert.deepEqual(older, ids);
      const newer = [at(0)];
      for (let isEnd = false; !isEnd; ) {
        const part = await page({ anchor: newer.at(-1), num_before: 0, num_after: 1000 });
        assert.equal(part.ids[0], newer.at(-1));
        newer.push(...part.ids.slice(1));
        isEnd = part.body.found_newest;
      }
      assert.deepEqual(newer, ids);
    });
  });

  test('however large messages are, a page has one besides its anchor', async () => {
    await withRoomFor(0, async () => {
      const around = await page({ anchor: at(6), num_before: 9, num_after: 0 });
      assert.deepEqual([around.ids, around.body.found_oldest], [[at(5), at(6)], false]);
      const newest = await page({ anchor: 'newest', num_before: 9, num_after: 0 });
      assert.deepEqual(newest.ids, [at(11)]);
    });
  });

  test('the first of the messages requested by id are returned', async () => {
    await withRoomFor(5, async () => {
      const requestedById = await mia.ok('GET', '/messages', { message_ids: ids });
      assert.deepEqual(
        requestedById.messages.map(({ id }: { id: number }) => id),
        ids.slice(0, 5),
      );
    });
  });

  test('match fields of a search count too', async () => {
    const search = [...narrow, { operator: 'search', operand: 'word' }];
    await withRoomFor(5, async () => {
      const found = await page({ narrow: search, anchor: 'newest', num_before: 20, num_after: 0 });
      assert.deepEqual([found.ids, found.body.found_oldest], [ids.slice(-2), false]);
    });
  });

  test('events are returned in batches, and the next poll continues', async () => {
    await withRoomFor(5, async () => {
      const eventIds: number[] = [];
      const sizes: number[] = [];
      while (eventIds.length < ids.length) {
        const events = await listener.events();
        eventIds.push(...events.map(({ message }) => message.id));
        sizes.push(events.length);
      }
      assert.deepEqual(eventIds, ids);
      assert.deepEqual(sizes, [5, 5, 2]);
    });
  });

  test('a waiting poll is answered with an event of any size', async () => {
    const waitingQueue = await mia.registerQueue({ event_types: ['message'] });
    await withRoomFor(0, async () => {
      const next = waitingQueue.next();
      const id = await mel.sendToChannel('general', 'alone', 'y'.repeat(BYTES));
      assert.deepEqual(
        (await next).map(({ message }) => message?.id),
        [id],
      );
    });
  });

  test('matches_narrow answers for a bounded number of messages, and more are refused', async () => {
    const ask = () =>
      mia.request('GET', '/messages/matches_narrow', {
        msg_ids: ids,
        narrow: [{ operator: 'search', operand: 'word' }],
      });
    assert.equal(Object.keys((await ask()).body.messages).length, ids.length);
    await withRoomFor(5, async () => {
      const { status, body } = await ask();
      assert.equal(status, 400);
      assert.match(body.msg, /fewer messages/);
    });
  });
});

describe('slots for large responses', () => {
  const newest = () => page({ anchor: 'newest', num_before: 20, num_after: 0 });

  test('bound smallResponseBytes largeResponsesAtOnce largeResponsesPerRequester: without a slot a page is small', async () => {
    const small = 3 * (BYTES + 1000);
    await withLimit('smallResponseBytes', small, async () => {
      for (const bound of ['largeResponsesAtOnce', 'largeResponsesPerRequester'] as const) {
        await withLimit(bound, 0, async () => {
          const cut = await newest();
          assert.ok(cut.ids.length < ids.length && cut.size <= small, `${cut.size} bytes`);
          assert.equal(cut.body.found_oldest, false);
        });
        await withLimit(bound, 1, async () => {
          // Each takes the slot that the previous one released.
          for (let count = 0; count < 4; count++) assert.deepEqual((await newest()).ids, ids);
        });
      }
    });
  });

  test('a list that cannot end early is refused without a slot', async () => {
    await withLimit('smallResponseBytes', 1, () =>
      withLimit('largeResponsesAtOnce', 0, async () => {
        const { status, body } = await mia.request('GET', '/drafts');
        assert.deepEqual([status, body.code], [429, 'RATE_LIMIT_HIT']);
      }),
    );
    assert.equal((await mia.request('GET', '/drafts')).status, 200);
  });

  test('a response takes one slot and releases it when it ends', () => {
    const slots = new LargeResponses();
    const response = () =>
      Object.assign(new EventEmitter(), { destroyed: false, closed: false }) as unknown as ServerResponse;
    const [first, second] = [response(), response()];
    return withLimit('largeResponsesAtOnce', 1, async () => {
      const takesFirst = slots.slotFor('a', first);
      assert.deepEqual([takesFirst(), takesFirst()], [true, true]);
      assert.equal(slots.slotFor('b', second)(), false);
      first.emit('close');
      assert.equal(slots.slotFor('b', second)(), true);
      second.emit('close');
      const disconnected = Object.assign(response(), { destroyed: true }) as ServerResponse;
      assert.equal(slots.slotFor('a', disconnected)(), false);
      assert.equal(slots.slotFor('a', response())(), true);
    });
  });
});

test('bound bytesPerTurn: contents are read in portions', async () => {
  const long = async (topic: string) => {
    // Each `&` becomes five characters of HTML.
    for (let count = 0; count < 10; count++) await mel.sendToChannel('general', topic, '&'.repeat(BYTES));
    return () =>
      mia.ok('GET', '/messages', {
        narrow: [{ operator: 'topic', operand: topic }],
        anchor: 'newest',
        num_before: 20,
        num_after: 0,
      });
  };
  const [inPortions, atOnce] = [await long('in portions'), await long('at once')];
  const few = await withLimit('bytesPerTurn', 10 * BYTES, () => longestAnswerOf(inPortions));
  assert.ok(few < 12 * BYTES, `${few} characters in one read`);
  const many = await longestAnswerOf(atOnce);
  assert.ok(many > 40 * BYTES, `${many} characters in one read`);
});

test('bound topicsPerList: the newest topics of a channel are listed', async () => {
  const { stream_id: general } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
  const topicNames = async () => {
    const { topics } = await mel.ok('GET', `/users/me/${general}/topics`);
    return topics.map(({ name }: { name: string }) => name);
  };
  const all = await topicNames();
  assert.ok(all.length > 2);
  assert.deepEqual(await withLimit('topicsPerList', 2, topicNames), all.slice(0, 2));
});
