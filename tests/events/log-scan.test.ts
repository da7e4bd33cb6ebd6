// What a queue reads of the log, from memory and from the tables: in pages, after loading what its views need.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { withLimit } from '../support/with-limit.ts';
import { idsOf, noteEntry, pollFixture } from './poll-fixture.ts';
import { ME } from './viewers.ts';

test('the tables are read in pages of at most one poll, and data for views is loaded first', async () => {
  const log = Array.from({ length: 2500 }, (_, index) =>
    noteEntry((index + 2) * 16, index % 2 === 0 ? [ME] : [99]),
  );
  const last = log.at(-1)?.sequence ?? 0;
  const { scan, queue, facts } = pollFixture(last + 64, log);
  const scanFrom = (scanned: number) => scan.scan(queue, { after: scanned, scanned });
  const all = await withLimit('eventBatch', 10_000, async () => scanFrom(16));
  assert.deepEqual(
    idsOf(all.events),
    log.filter((_, index) => index % 2 === 0).map(({ sequence }) => sequence),
  );
  assert.equal(all.scanned, last + 64);
  assert.deepEqual(
    facts.reads.map(([after]) => after),
    [16, log[999]?.sequence, log[1999]?.sequence],
  );
  assert.equal(facts.prepared, 6);
  const some = await withLimit('eventBatch', 700, async () => scanFrom(16));
  assert.equal(some.events.length, 700);
  assert.equal(some.scanned, log[1398]?.sequence);
  const few = await withLimit('eventBatch', 3, async () => scanFrom(48));
  assert.deepEqual([idsOf(few.events), few.scanned], [[64, 96, 128], 128]);
});

test('reads from memory stop at one poll’s worth of events and at the head of the log', async () => {
  const { scan, queue, tail, facts } = pollFixture(16);
  tail.append(
    [32, 48, 64, 80].map((sequence) => noteEntry(sequence)),
    64,
  );
  const scanFrom = (scanned: number) => scan.scan(queue, { after: scanned, scanned });
  const { events, scanned } = await scanFrom(16);
  assert.deepEqual([idsOf(events), scanned], [[32, 48, 64], 64]);
  const few = await withLimit('eventBatch', 2, async () => scanFrom(16));
  assert.deepEqual([idsOf(few.events), few.scanned], [[32, 48], 48]);
  assert.deepEqual([facts.reads.length, facts.prepared], [0, 0]);
});

test('data for a view is loaded before the entry is delivered, in its state at that time', async () => {
  const { scan, queue, tail, facts } = pollFixture(16);
  const head = { id: 5, channel_id: 1, sequence: 16, is_moved: 0, mentions_channel: 0 };
  const flags = { head, arrivals: [], bits: {}, groupMemberIds: [], topicMentionedIds: [] };
  const edit: LogEntry = {
    ...noteEntry(32),
    type: 'update_message',
    payload: { message_ids: [5], content: 'before' },
    extra: { messageId: 5, flags },
  };
  tail.append([edit], 32);
  facts.onRequest = () => {
    facts.onRequest = () => undefined;
    tail.replace((one) => ({ ...one, payload: { ...one.payload, content: 'after' } }));
  };
  const { events } = await scan.scan(queue, { after: 16, scanned: 16 });
  assert.deepEqual(
    events.map((text) => JSON.parse(text).content),
    ['after'],
  );
  facts.isInMemory = false;
  tail.append([noteEntry(48)], 48);
  const further = await scan.scan(queue, { after: 32, scanned: 32 });
  assert.deepEqual([idsOf(further.events), facts.reads], [[48], []]);
});

test('an entry may be for a queue unless it is known not to be', () => {
  const { scan, queue, facts } = pollFixture();
  assert.equal(scan.mayShow(queue, noteEntry(48)), true);
  assert.equal(scan.mayShow(queue, noteEntry(48, [99])), false);
  assert.equal(scan.mayShow(queue, { ...noteEntry(48), type: '_hidden' }), false);
  facts.isInMemory = false;
  assert.equal(scan.mayShow(queue, noteEntry(48, [99])), true);
  facts.hasAccount = false;
  assert.equal(scan.mayShow(queue, noteEntry(48, [99])), true);
});
