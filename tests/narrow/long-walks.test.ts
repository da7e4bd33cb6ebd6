// A narrow that excludes almost everything is answered in parts: once a request has a result, it reads a bounded number of
// messages and says that there may be more. Continuing from there gives exactly what one walk gives.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { NEWEST } from '../../src/narrow/anchor.ts';
import { parseNarrow } from '../../src/narrow/parse-narrow.ts';
import { fetchRange } from '../../src/narrow/range.ts';
import { SearchSlots } from '../../src/narrow/search-slots.ts';
import type { WalkOptions } from '../../src/narrow/walk.ts';
import type { WireTerm as NarrowTerm } from '../../src/narrow/wire-term.ts';
import { requesterOf } from '../../src/queries/requester.ts';
import type { Direction } from '../../src/stores/messages/range-store.ts';
import { startTestServer } from '../support/server.ts';
import { not, term, type WireTerm } from './message-history.ts';

const server = await startTestServer();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const { hubs } = server.server.services;
const hub = await hubs.upToDate(1);

/** The same sequence in every run. */
let seed = 7;
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}

for (const name of ['loud', 'quiet', 'left']) {
  await olive.ok('POST', '/channels/create', {
    name,
    subscribers: [olive.userId, mel.userId, mia.userId],
  });
}
const sent: number[] = [];
for (let index = 0; index < 700; index++) {
  const kind = random(60);
  if (index % 150 === 75) sent.push(await mel.sendToChannel('loud', 'far between', `far ${index}`));
  else if (kind === 0) sent.push(await mel.sendToChannel('quiet', 'rare', `word ${index}`));
  else if (kind === 1) sent.push(await mia.sendDirect([mel.userId], `direct ${index}`));
  else if (kind === 2) sent.push(await olive.sendToChannel('left', `topic ${index % 3}`, `left ${index}`));
  else sent.push(await mia.sendToChannel('loud', `topic ${index % 5}`, `often ${index}`));
  if (index === 400) await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['left'] });
}
// Some messages moved into the loud channel, and some out of it.
for (let index = 0; index < 6; index++) {
  await olive.ok('PATCH', `/messages/${sent[random(sent.length)]}`, {
    stream_id: (await olive.ok('GET', '/get_stream_id', { stream: index % 2 ? 'loud' : 'quiet' })).stream_id,
    topic: `moved ${index}`,
    propagate_mode: 'change_one',
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
  });
}
await mel.ok('POST', '/messages/flags', {
  messages: sent.filter((_, index) => index % 97 === 0),
  op: 'add',
  flag: 'starred',
});

/** The shortest walk: one page of a source. */
const SHORT = 64;

async function searcherOf(accountId: number) {
  const account = hub.state.account(accountId);
  assert.ok(account);
  return requesterOf(hub, account);
}

async function part(
  narrow: readonly WireTerm[],
  anchor: number,
  direction: Direction,
  count: number,
  { includeAnchor = false } = {},
) {
  const searcher = await searcherOf(mel.userId);
  const terms = await parseNarrow(searcher, narrow as readonly NarrowTerm[]);
  const range = await fetchRange(
    searcher,
    terms,
    {
      anchor: { kind: 'id', id: anchor },
      includeAnchor,
      numBefore: direction === 'older' ? count : 0,
      numAfter: direction === 'newer' ? count : 0,
    },
    { messagesBeforeWalk: SHORT, messagesPerWalkBatch: SHORT, milliseconds: 0 },
  );
  const isEnd = direction === 'older' ? range.foundOldest : range.foundNewest;
  return { ids: range.heads.map(({ id }) => id), isEnd };
}

const narrows: readonly WireTerm[][] = [
  [not('channel', 'loud')],
  [not('channel', 'loud'), not('is', 'dm')],
  [not('sender', 'mia@example.com')],
  [not('is', 'starred')],
  [not('topic', 'topic 1')],
  [not('search', 'often')],
  [term('channel', 'loud'), not('sender', 'mia@example.com')],
  [term('channels', 'public'), not('channel', 'loud')],
  [term('is', 'unread'), not('channel', 'loud')],
  [term('sender', 'mia@example.com'), term('is', 'dm')],
  [],
];

describe('continuing a search in parts finds what one search finds', () => {
  for (const narrow of narrows) {
    test(JSON.stringify(narrow), async () => {
      const body = await mel.ok('GET', '/messages', {
        narrow,
        anchor: 'newest',
        num_before: 5000,
        num_after: 0,
      });
      assert.equal(body.found_oldest, true);
      const whole: number[] = body.messages.map(({ id }: { id: number }) => id);
      let parts = 0;
      for (const direction of ['older', 'newer'] as const) {
        const found: number[] = [];
        let anchor = direction === 'older' ? NEWEST : 0;
        for (let isEnd = false; !isEnd; parts++) {
          const count = 1 + random(400);
          const next = await part(narrow, anchor, direction, count);
          assert.ok(next.ids.length > 0 || next.isEnd, 'there is always somewhere to go on from');
          if (direction === 'older') found.unshift(...next.ids);
          else found.push(...next.ids);
          anchor = (direction === 'older' ? next.ids[0] : next.ids.at(-1)) ?? anchor;
          isEnd = next.isEnd;
        }
        assert.deepEqual(found, whole, direction);
      }
      assert.ok(parts >= 2);
    });
  }
});

for (const direction of ['older', 'newer'] as const) {
  test(`continuing from a known message returns more than that message, ${direction}`, async () => {
    const narrow = [term('channel', 'loud'), not('sender', 'mia@example.com')];
    const all = await mel.ok('GET', '/messages', {
      narrow,
      anchor: 'newest',
      num_before: 5000,
      num_after: 0,
    });
    assert.ok(all.messages.length >= 4);
    const whole: number[] = all.messages.map(({ id }: { id: number }) => id);
    const farthest = direction === 'older' ? whole[0] : whole.at(-1);
    for (const anchor of whole) {
      const { ids, isEnd } = await part(narrow, anchor, direction, 9, { includeAnchor: true });
      assert.ok(ids.includes(anchor));
      assert.ok(ids.length > 1 || (isEnd && anchor === farthest), `${anchor} leads nowhere`);
    }
  });
}

test('a walk that has found something stops at its limit', async () => {
  const narrow = [not('sender', 'mia@example.com')];
  const { ids, isEnd } = await part(narrow, NEWEST, 'older', 400);
  const all = await mel.ok('GET', '/messages', { narrow, anchor: 'newest', num_before: 400, num_after: 0 });
  assert.ok(ids.length < all.messages.length);
  assert.equal(isEnd, false);
});

/** A search that excludes everything without an index for it. */
async function searchWithoutResult(options: WalkOptions) {
  const searcher = await searcherOf(mel.userId);
  const noMatches = [...hub.state.accounts.keys()].map((id) => ({
    operator: 'sender',
    operand: id,
    negated: true,
  }));
  const terms = await parseNarrow(searcher, noMatches);
  const anchor = { kind: 'id', id: NEWEST } as const;
  const request = { anchor, includeAnchor: false, numBefore: 9, numAfter: 0 };
  const range = await fetchRange(searcher, terms, request, {
    messagesBeforeWalk: SHORT,
    messagesPerWalkBatch: SHORT,
    ...options,
  });
  return [range.heads.length, range.foundOldest];
}

test('a walk that has found nothing continues to the end', async () => {
  assert.deepEqual(await searchWithoutResult({ milliseconds: 0 }), [0, true]);
});

test('a walk stops when its requester disconnects', async () => {
  assert.deepEqual(await searchWithoutResult({ signal: AbortSignal.abort() }), [0, false]);
});

test('a walk that exceeds its time without a result fails instead of returning nothing', async () => {
  await assert.rejects(searchWithoutResult({ fruitlessMilliseconds: 0 }), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.code], [400, 'BAD_REQUEST']);
    assert.match(error.message, /Add a channel, a sender or a word/);
    return true;
  });
});

test('a failed walk releases its search slot', async () => {
  const turns = new SearchSlots(1);
  await assert.rejects(searchWithoutResult({ slots: turns, fruitlessMilliseconds: 0 }));
  assert.deepEqual(await searchWithoutResult({ slots: turns }), [0, true]);
});
