// The results of a search are read page by page in both directions: each message once, whatever order the engine provides,
// and whether many or few messages contain the words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceContext } from '../../src/narrow/sources.ts';
import { wordSource } from '../../src/narrow/word-source.ts';
import type { IdPage } from '../../src/stores/messages/range-store.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const { database } = server.server.services;

const messageIds: number[] = [];
for (let count = 0; count < 11; count++)
  messageIds.push(await mel.sendToChannel('general', 'words', `quince ${count}`));

/** The results in pages of this size; the first page of each source is a different query than those after it. */
async function idsByPages(
  direction: IdPage['direction'],
  limit: number,
  isPrepared = false,
): Promise<number[]> {
  const source = wordSource(database.engine, ['quinc'], {});
  if (isPrepared) await source.prepare?.(database.reader(1));
  const context = {
    reader: database.reader(1),
    heads: async (ids: readonly number[]) => ids,
  } as unknown as SourceContext;
  const found: number[] = [];
  let bounds: { low: number; high: number } | undefined = { low: 0, high: Number.MAX_SAFE_INTEGER };
  while (bounds) {
    const { heads, rest } = await source.page(context, { ...bounds, direction, limit });
    const ids = heads as unknown as readonly number[];
    assert.ok(ids.length <= limit);
    found.push(...ids);
    bounds = rest;
  }
  return found;
}

for (const limit of [1, 3, 10, 11, 12]) {
  test(`pages of ${limit} messages are complete and in order`, async () => {
    assert.deepEqual(await idsByPages('newer', limit), messageIds);
    assert.deepEqual(await idsByPages('older', limit), messageIds.toReversed());
    assert.deepEqual(await idsByPages('newer', limit, true), messageIds);
    assert.deepEqual(await idsByPages('older', limit, true), messageIds.toReversed());
  });
}
