// The tail of the log in memory: bounded in entries and bytes, and it reports which positions it no longer holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { LogTail } from '../../src/events/log-tail.ts';
import { withLimit } from '../support/with-limit.ts';

const entry = (sequence: number, content: string): LogEntry => ({
  sequence,
  type: 'message',
  audience: { kind: 'everyone' },
  payload: {},
  extra: { row: { content, rendered_content: content } },
});

for (const [name, content, count] of [
  ['many', 'x', 10_000],
  ['very long', 'x'.repeat(10_000), 2000],
] as const) {
  test(`bound logEntriesInMemory: ${name} entries: the newest stay, and older positions are left to the database`, () => {
    const tail = new LogTail(0);
    for (let index = 1; index <= count; index++) tail.append([entry(index * 16, content)], index * 16);
    assert.equal(tail.after(0), undefined);
    const newest = tail.after((count - 50) * 16) ?? [];
    assert.deepEqual(
      newest.map(({ sequence }) => sequence),
      Array.from({ length: 50 }, (_, at) => (count - 49 + at) * 16),
    );
    let retained = 0;
    for (let after = count - 1; after >= 0 && tail.after(after * 16); after--) retained++;
    assert.ok(
      retained * (content.length * 2 + 300) <= limits.logBytesInMemory &&
        retained <= limits.logEntriesInMemory,
      `${retained} entries are cached`,
    );
  });
}

test('bound logBytesInMemory: an entry larger than the whole tail may be is left to the database', () => {
  const tail = new LogTail(0);
  tail.append([entry(16, 'x'.repeat(limits.logBytesInMemory))], 16);
  assert.equal(tail.after(0), undefined);
  assert.deepEqual(tail.after(16), []);
});

for (const [name, ofPeople] of [
  ['its audience', (ids: number[]) => ({ audience: { kind: 'accounts' as const, ids } })],
  ['the data for its views', (ids: number[]) => ({ extra: { people: { all: { ids } } } })],
  ['its payload', (ids: number[]) => ({ payload: { data: [{ user_ids: ids }] } })],
] as const) {
  test(`the weight of an entry includes very many account ids in ${name}`, () => {
    const tail = new LogTail(0);
    for (let index = 1; index <= 100; index++) {
      const ids = Array.from({ length: 50_000 }, (_, id) => id);
      tail.append([{ ...entry(index * 16, 'x'), ...ofPeople(ids) }], index * 16);
    }
    let retained = 0;
    for (let after = 99; after >= 0 && tail.after(after * 16); after--) retained++;
    assert.ok(retained * 50_000 * 8 <= limits.logBytesInMemory, `${retained} entries are cached`);
    assert.ok(retained > 0);
  });
}

const empty = (sequence: number, payload: Readonly<Record<string, unknown>> = {}): LogEntry => ({
  sequence,
  type: 'x',
  audience: { kind: 'nobody' },
  payload,
});
const positionsAfter = (tail: LogTail, position: number) =>
  tail.after(position)?.map(({ sequence }) => sequence);

test('the entries after any position are found and returned unchanged', () => {
  for (const count of [0, 1, 2, 3, 5, 8]) {
    const positions = Array.from({ length: count }, (_, index) => (index + 1) * 16);
    const tail = new LogTail(0);
    for (const position of positions) tail.append([empty(position)], position);
    for (let after = 0; after <= count * 16 + 1; after++)
      assert.deepEqual(
        positionsAfter(tail, after),
        positions.filter((position) => position > after),
        `after ${after} of ${count}`,
      );
    assert.equal(tail.after(0), tail.after(0));
    assert.equal(tail.head, count * 16);
  }
});

for (const [most, left] of [
  [3, [48, 64]],
  [4, [64, 80]],
] as const) {
  test(`above ${most} entries half are dropped, and the last dropped position is known`, async () => {
    await withLimit('logEntriesInMemory', most, async () => {
      const tail = new LogTail(0);
      const add = (count: number) => {
        for (; count > 0; count--) tail.append([empty(tail.head + 16)], tail.head + 16);
      };
      add(most);
      assert.equal(tail.after(0)?.length, most);
      add(1);
      assert.deepEqual(positionsAfter(tail, left[0] - 16), left);
      assert.equal(tail.after(left[0] - 17), undefined);
      add(most - 2);
      assert.equal(tail.after(left[0] - 16)?.length, most);
    });
  });
}

/** Whether an entry stays in a tail of at most this many bytes. */
const isCached = (one: LogEntry, bytes: number) =>
  withLimit('logBytesInMemory', bytes, async () => {
    const tail = new LogTail(0);
    tail.append([one], 16);
    return tail.after(0) !== undefined;
  });

/** The weight of an entry in bytes. */
async function bytesOf(one: LogEntry): Promise<number> {
  let [low, high] = [0, 10_000];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await isCached(one, middle)) high = middle;
    else low = middle;
  }
  return high;
}

test('the weight of an entry includes its texts, numbers, lists and objects', async () => {
  const addedWeight = async (value: unknown) =>
    (await bytesOf(empty(16, { value }))) - (await bytesOf(empty(16)));
  const text = 'x'.repeat(1000);
  assert.ok((await addedWeight(text)) >= (await addedWeight('')) + text.length);
  for (const [less, more] of [
    [[], [1]],
    [[1], [1, 2, 3]],
    [['a'], ['a', [1]]],
    [{}, { a: true }],
  ]) {
    assert.ok((await addedWeight(more)) > (await addedWeight(less)), JSON.stringify(more));
  }
  for (const nested of [[text], { text }, { a: [{ text }] }])
    assert.ok((await addedWeight(nested)) >= text.length);
});

test('an entry is weighed once, and again when it is replaced', async () => {
  let reads = 0;
  const payload = {
    get text() {
      reads++;
      return 'x'.repeat(100);
    },
  };
  const light = await bytesOf(empty(16));
  await withLimit('logBytesInMemory', 4 * light, async () => {
    const tail = new LogTail(0);
    tail.append([empty(16, payload)], 16);
    tail.append([empty(32)], 32);
    assert.equal(reads, 1);
    tail.replace((one) => (one.sequence === 16 ? empty(16) : one));
    tail.replace((one) => one);
    assert.equal(reads, 1);
    // Fills the tail exactly, then adds one entry.
    tail.append([empty(48, { text: 'x'.repeat(light - 32) })], 48);
    assert.equal(tail.after(0)?.length, 3);
    tail.append([empty(64)], 64);
    assert.equal(tail.after(0), undefined);
  });
});
