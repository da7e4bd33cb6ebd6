// The tail of the log in memory: bounded in entries and in bytes, and honest about what it no longer holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/contract/event.ts';
import { limits } from '../../src/contract/limits.ts';
import { LogTail } from '../../src/events/log-tail.ts';

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
  test(`bound logEntriesInMemory: ${name} entries: the newest stay, and older places are left to the database`, () => {
    const tail = new LogTail(0);
    for (let index = 1; index <= count; index++) tail.append([entry(index * 16, content)], index * 16);
    assert.equal(tail.after(0), undefined);
    const newest = tail.after((count - 50) * 16) ?? [];
    assert.deepEqual(
      newest.map(({ sequence }) => sequence),
      Array.from({ length: 50 }, (_, at) => (count - 49 + at) * 16),
    );
    let held = 0;
    for (let after = count - 1; after >= 0 && tail.after(after * 16); after--) held++;
    assert.ok(
      held * (content.length * 2 + 300) <= limits.logBytesInMemory && held <= limits.logEntriesInMemory,
      `${held} entries are held`,
    );
  });
}

test('bound logBytesInMemory: an entry larger than everything that may be held is left to the database', () => {
  const tail = new LogTail(0);
  tail.append([entry(16, 'x'.repeat(limits.logBytesInMemory))], 16);
  assert.equal(tail.after(0), undefined);
  assert.deepEqual(tail.after(16), []);
});

for (const [name, ofPeople] of [
  ['audiences', (ids: number[]) => ({ audience: { kind: 'accounts' as const, ids } })],
  ['what the views need', (ids: number[]) => ({ extra: { people: { all: { ids } } } })],
  ['what is told', (ids: number[]) => ({ payload: { data: [{ user_ids: ids }] } })],
] as const) {
  test(`entries that name very many people count with them: ${name}`, () => {
    const tail = new LogTail(0);
    for (let index = 1; index <= 100; index++) {
      const ids = Array.from({ length: 50_000 }, (_, id) => id);
      tail.append([{ ...entry(index * 16, 'x'), ...ofPeople(ids) }], index * 16);
    }
    let held = 0;
    for (let after = 99; after >= 0 && tail.after(after * 16); after--) held++;
    assert.ok(held * 50_000 * 8 <= limits.logBytesInMemory, `${held} entries are held`);
    assert.ok(held > 0);
  });
}
