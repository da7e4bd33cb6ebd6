// When further sources of a search start: once the running ones have taken a while, and not before. Time advances only by
// what the sources take.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ConversationFilter } from '../../src/narrow/conversation-filter.ts';
import { Search } from '../../src/narrow/search.ts';
import { idSource, type Source } from '../../src/narrow/sources.ts';
import { Walk } from '../../src/narrow/walk.ts';
import { requesterOf } from '../../src/queries/requester.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const messageId = await mel.sendToChannel('general', 'sources', 'here');
const hub = await server.server.services.hubs.upToDate(1);
const account = hub.state.account(mel.userId);
assert.ok(account);
const searcher = await requesterOf(hub, account);

const SHORT = 64;
/** The duration of one stretch of a source. */
const MILLISECONDS = 12.5;
/** More stretches than any source walks alone. */
const UNREACHED = 100;

/** Searches sources that find the message after `foundAt` stretches; returns how many stretches each has walked. */
async function stretchesUntilFound({ mock }: TestContext, ...foundAt: readonly number[]): Promise<number[]> {
  let clock = 1000;
  mock.method(performance, 'now', () => clock);
  const walked: number[] = [];
  const idsOfSource = idSource([messageId]);
  async function* sources(): AsyncGenerator<Source> {
    for (const [index, stretch] of foundAt.entries()) {
      walked.push(0);
      yield {
        page: async (_looking, { low, high }) => ({ heads: [], rest: { low, high } }),
        scan: async (reader, page, traits) => {
          clock += MILLISECONDS;
          const count = (walked[index] ?? 0) + 1;
          walked[index] = count;
          assert.ok(count < UNREACHED, 'no other source started');
          if (count === stretch) return idsOfSource.scan(reader, page, traits);
          return { scanned: [], rest: { low: page.low, high: page.high } };
        },
      };
    }
  }
  const plan = {
    sources,
    bounds: { low: 0, high: Number.MAX_SAFE_INTEGER },
    traits: { sender: 0, excludedSender: 0, has: 0, lacks: 0 },
    conversationFilter: new ConversationFilter([], undefined),
    tests: { conversations: [], heads: [], views: [], batches: [] },
    search: undefined,
    isExact: false,
  };
  const walk = new Walk({ messagesBeforeWalk: SHORT, messagesPerWalkBatch: SHORT });
  const everything = { low: 0, high: Number.MAX_SAFE_INTEGER };
  const { heads, isAll } = await new Search(searcher, plan, walk).nearest('older', everything, 2);
  assert.deepEqual([heads.map(({ id }) => id), isAll], [[messageId], true]);
  return walked;
}

test('a source that finishes soon is the only one used', async (context) => {
  assert.deepEqual(await stretchesUntilFound(context, 2, 1), [2]);
});

test('other sources start one by one the longer the search takes', async (context) => {
  assert.deepEqual(await stretchesUntilFound(context, UNREACHED, UNREACHED, 1, 1), [2, 2, 1]);
});

test('a single source runs to its end', async (context) => {
  assert.deepEqual(await stretchesUntilFound(context, 9), [9]);
});
