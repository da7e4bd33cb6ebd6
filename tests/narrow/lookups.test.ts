// The lookups of a page: what is searched on which side of the anchor, what is known about the ends afterwards, and how much is
// read from a source at once.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { NEWEST } from '../../src/narrow/anchor.ts';
import { ConversationFilter } from '../../src/narrow/conversation-filter.ts';
import { parseNarrow } from '../../src/narrow/parse-narrow.ts';
import { fetchRange } from '../../src/narrow/range.ts';
import { Search } from '../../src/narrow/search.ts';
import { idSource, type Source } from '../../src/narrow/sources.ts';
import { Walk } from '../../src/narrow/walk.ts';
import { requesterOf } from '../../src/queries/requester.ts';
import type { IdPage } from '../../src/stores/messages/range-store.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const ids: number[] = [];
for (let count = 0; count < 5; count++) ids.push(await mel.sendToChannel('general', 'looks', `${count}`));
const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = ids;
const hub = await server.server.services.hubs.upToDate(1);
const account = hub.state.account(mel.userId);
assert.ok(account);
const searcher = await requesterOf(hub, account);
const narrow = await parseNarrow(searcher, [
  { operator: 'channel', operand: 'general', negated: false },
  { operator: 'topic', operand: 'looks', negated: false },
]);
const END = Number.MAX_SAFE_INTEGER;

type Lookup = readonly ['older' | 'newer', number, number, number];
/** Anchor, messages before and after, whether to include it; the lookups, the result, and what is known of the ends. */
type Case = readonly [number, number, number, boolean, readonly Lookup[], readonly number[], string];

const cases: readonly Case[] = [
  [NEWEST, 2, 0, true, [['older', 0, END, 2]], [fourth, fifth], 'newest'],
  [NEWEST, 2, 3, true, [['older', 0, END, 2]], [fourth, fifth], 'newest'],
  [NEWEST, 5, 0, true, [['older', 0, END, 5]], ids, 'newest'],
  [NEWEST, 6, 0, false, [['older', 0, END, 6]], ids, 'oldest newest'],
  [NEWEST, 0, 0, true, [], [], 'newest'],
  [0, 0, 2, true, [['newer', 0, END, 3]], [first, second], 'oldest'],
  [0, 2, 2, true, [['newer', 0, END, 3]], [first, second], 'oldest'],
  [0, 0, 0, false, [], [], 'oldest'],
  [0, 0, 5, false, [['newer', 1, END, 6]], ids, 'oldest'],
  [0, 0, 6, false, [['newer', 1, END, 7]], ids, 'oldest newest'],
  [third, 1, 0, true, [['older', 0, third + 1, 2]], [second, third], 'anchor'],
  [third, 2, 0, true, [['older', 0, third + 1, 3]], [first, second, third], 'anchor'],
  [third, 3, 0, true, [['older', 0, third + 1, 4]], [first, second, third], 'anchor oldest'],
  [third, 1, 0, false, [['older', 0, third, 1]], [second], ''],
  [third, 0, 1, true, [['newer', third, END, 2]], [third, fourth], 'anchor'],
  [third, 0, 3, true, [['newer', third, END, 4]], [third, fourth, fifth], 'anchor newest'],
  [third, 0, 1, false, [['newer', third + 1, END, 2]], [fourth], ''],
  [third, 0, 0, true, [['newer', third, third + 1, 1]], [third], 'anchor'],
  [third, 0, 0, false, [], [], ''],
  [
    third,
    1,
    1,
    true,
    [
      ['older', 0, third, 1],
      ['newer', third, END, 2],
    ],
    [second, third, fourth],
    'anchor',
  ],
  [fifth + 1, 1, 0, true, [['older', 0, fifth + 2, 2]], [fifth], ''],
  [1, 1, 0, false, [['older', 0, 1, 1]], [], 'oldest'],
  // Between the largest possible id and the end of all messages.
  [9.5e15, 0, 2, true, [['newer', 9.5e15, END, 3]], [], 'newest'],
];

for (const [anchor, numBefore, numAfter, includeAnchor, lookups, found, known] of cases) {
  test(`${numBefore} before and ${numAfter} after ${anchor}${includeAnchor ? ', with it' : ''} are looked up`, async ({
    mock,
  }) => {
    const nearest = mock.method(Search.prototype, 'nearest');
    const range = await fetchRange(searcher, narrow, {
      anchor: { kind: 'id', id: anchor },
      includeAnchor,
      numBefore,
      numAfter,
    });
    assert.deepEqual(
      nearest.mock.calls.map(({ arguments: [direction, { low, high }, wanted] }) => [
        direction,
        low,
        high,
        wanted,
      ]),
      lookups,
    );
    assert.deepEqual(
      range.heads.map(({ id }) => id),
      found,
    );
    const { foundAnchor, foundOldest, foundNewest } = range;
    const reached = [foundAnchor ? 'anchor' : '', foundOldest ? 'oldest' : '', foundNewest ? 'newest' : ''];
    assert.equal(reached.filter((word) => word !== '').join(' '), known);
  });
}

const everything = { low: 0, high: END };

/** Searches one source whose messages do not match, page by page; returns the limits of its pages. */
async function pagesRequested(
  { mock }: TestContext,
  wanted: number,
  { isExact = false, messagesBeforeWalk = 1000, matches = 0 } = {},
): Promise<readonly (number | string)[]> {
  mock.method(performance, 'now', () => 0);
  const pageLimits: (number | string)[] = [];
  const namedSource = idSource(ids);
  const source: Source = {
    page: async (context, page: IdPage) => {
      pageLimits.push(page.limit);
      const { heads } = await namedSource.page(context, {
        ...page,
        limit: pageLimits.length === 1 ? matches : 0,
      });
      return { heads, rest: { low: page.low, high: page.high } };
    },
    scan: async (_reader, page) => {
      pageLimits.push(`walks ${page.limit}`);
      const isEnd = pageLimits.length > 8;
      return { scanned: [], rest: isEnd ? undefined : { low: page.low, high: page.high } };
    },
  };
  const plan = {
    sources: async function* () {
      yield source;
    },
    bounds: { low: 0, high: Number.MAX_SAFE_INTEGER },
    traits: { sender: 0, excludedSender: 0, has: 0, lacks: 0 },
    conversationFilter: new ConversationFilter([], undefined),
    tests: { conversations: [], heads: [], views: [], batches: [] },
    search: undefined,
    isExact,
  };
  const walk = new Walk({ messagesBeforeWalk, messagesPerWalkBatch: 3000 });
  await new Search(searcher, plan, walk).nearest('older', everything, wanted);
  return pageLimits;
}

test('pages grow until the source is walked, and the stretches of a walk grow up to a bound', async (context) => {
  const walks = ['walks 1000', 'walks 2000', 'walks 3000', 'walks 3000'];
  assert.deepEqual(await pagesRequested(context, 1), [64, 128, 256, 512, 1024, ...walks]);
  assert.deepEqual(await pagesRequested(context, 100), [
    100,
    200,
    400,
    800,
    'walks 1000',
    ...walks.slice(1),
    'walks 3000',
  ]);
  assert.deepEqual((await pagesRequested(context, 5000)).slice(0, 2), [2000, 'walks 1000']);
});

test('a source with hardly any other messages is read only as far as needed', async (context) => {
  assert.deepEqual(
    (await pagesRequested(context, 3, { isExact: true, messagesBeforeWalk: 12 })).slice(0, 4),
    [3, 6, 12, 'walks 1000'],
  );
});

test('a source stays in use while one of eight messages matches', async (context) => {
  const accepted = await pagesRequested(context, 41, { messagesBeforeWalk: 0, matches: 5, isExact: true });
  // 5 of 41 are too few, 5 of 40 are enough.
  assert.deepEqual(accepted.slice(0, 2), [41, 'walks 1000']);
  const pages = await pagesRequested(context, 40, { messagesBeforeWalk: 0, matches: 5, isExact: true });
  assert.deepEqual(pages.slice(0, 3), [40, 80, 'walks 1000']);
});
