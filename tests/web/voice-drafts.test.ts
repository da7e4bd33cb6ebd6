// Drafts of voice messages, in a browser that stores them and in one that does not.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Destination } from '../../web/lib/destination.ts';
import { type VoiceDraft, VoiceDrafts } from '../../web/store/voice-drafts.ts';

const DAY = 86_400_000;
const topic = (name: string): Destination => ({ kind: 'channel', channelId: 1, topic: name });

let now = 100 * DAY;
let records = new Map<string, unknown>();
let held = new Set<string>();

beforeEach(() => {
  now = 100 * DAY;
  records = new Map();
  held = new Set();
});

function draftsOf(canStore: boolean): VoiceDrafts {
  return new VoiceDrafts({
    records: {
      all: async () => [...records.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value),
      put: async (id, draft) => {
        if (canStore) records.set(id, draft);
        return canStore;
      },
      remove: async (id) => records.delete(id),
    },
    isHeld: async (id) => held.has(id),
    now: () => now,
  });
}

function draftFor(drafts: VoiceDrafts, destination: Destination): VoiceDraft {
  now += 1;
  return { id: drafts.newId(), destination, file: new Blob(['x']), seconds: 2, measures: { seconds: 2 } };
}

for (const canStore of [true, false]) {
  describe(`in a browser that stores ${canStore ? 'records' : 'nothing'}`, () => {
    test('a conversation has its drafts in the order of recording', async () => {
      const drafts = draftsOf(canStore);
      const [first, second, other] = [topic('a'), topic('A '), topic('a/b')].map((one) =>
        draftFor(drafts, one),
      ) as [VoiceDraft, VoiceDraft, VoiceDraft];
      for (const draft of [first, second, other]) await drafts.store(draft);
      assert.deepEqual(await drafts.first(topic('a')), first);
      await drafts.remove(first.id);
      assert.deepEqual(await drafts.first(topic('a')), second);
      await drafts.remove(second.id);
      assert.equal(await drafts.first(topic('a')), undefined);
      assert.deepEqual(await drafts.first(topic('a/b')), other);
    });

    test('a draft is removed after thirty days', async () => {
      const drafts = draftsOf(canStore);
      const draft = draftFor(drafts, topic('old'));
      await drafts.store(draft);
      now += 30 * DAY;
      assert.deepEqual(await drafts.first(topic('old')), draft);
      now += 1;
      assert.equal(await drafts.first(topic('other')), undefined);
      now -= 1;
      assert.equal(await drafts.first(topic('old')), undefined);
    });

    test('what a page is recording is not shown by another one until it ends', async () => {
      const drafts = draftsOf(canStore);
      const { measures: _, ...draft } = draftFor(drafts, topic('running'));
      await drafts.store(draft);
      held.add(draft.id);
      assert.equal(await drafts.first(topic('running')), undefined);
      held.clear();
      assert.deepEqual(await drafts.first(topic('running')), draft);
    });
  });
}

test('records of another form are ignored', async () => {
  const drafts = draftsOf(true);
  const whole = { ...draftFor(drafts, topic('a')), measures: { seconds: 2, waveform: '0' } };
  const broken = [{ file: {} }, { id: 1 }, { seconds: '2' }, { destination: { kind: 'x' } }];
  for (const [index, fields] of broken.entries()) records.set(`${index}`, { ...whole, ...fields });
  records.set('text', 'x');
  assert.equal(await drafts.first(topic('a')), undefined);
  records.set('whole', whole);
  assert.deepEqual(await drafts.first(topic('a')), whole);
  records.set('whole', { ...whole, measures: { seconds: '2' } });
  assert.equal((await drafts.first(topic('a')))?.measures, undefined);
});
