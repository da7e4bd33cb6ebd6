// The tail of the log in memory: bounded in entries and in text, and honest about what it no longer holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/contract/event.ts';
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
  test(`${name} entries: the newest stay, and older places are left to the database`, () => {
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
    assert.ok(held * (content.length * 2 + 300) <= 4_000_000 && held <= 4000, `${held} entries are held`);
  });
}

test('an entry larger than everything that may be held is left to the database', () => {
  const tail = new LogTail(0);
  tail.append([entry(16, 'x'.repeat(3_000_000))], 16);
  assert.equal(tail.after(0), undefined);
  assert.deepEqual(tail.after(16), []);
});
