// Reads are reported to the server in batches and in order: undoing one is never overtaken by the read itself.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import { MessageStore } from '../../web/store/message-store.ts';
import { flagEvent, ReadMarks } from '../../web/store/read-marks.ts';
import { made } from './naive-server.ts';

/** Read marks for unread messages; the test provides the responses. */
function controlledMarks(count = 3) {
  const store = new MessageStore();
  for (let id = 1; id <= count; id += 1) store.put(made(id, 1, 'a'));
  const calls: [op: string, ids: readonly number[]][] = [];
  const answers: ((result: boolean | Error) => void)[] = [];
  const displayed: (readonly number[])[] = [];
  const call = (op: string) => (ids: readonly number[]) => {
    calls.push([op, ids]);
    return new Promise<boolean>((resolve, reject) =>
      answers.push((result) => (result instanceof Error ? reject(result) : resolve(result))),
    );
  };
  const marks = new ReadMarks({
    store,
    show: (ids) => void displayed.push(ids),
    add: call('add'),
    remove: call('remove'),
  });
  const answer = async (result: boolean | Error = true) => {
    answers.shift()?.(result);
    await settled();
  };
  return { store, marks, calls, shown: displayed, answer };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test('an undo during the report of a read is sent after it', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { marks, calls, answer } = controlledMarks();
  marks.read([1, 2]);
  mock.timers.tick(1000);
  await settled();
  const undoing = marks.unread([1, 2]);
  await settled();
  assert.deepEqual(calls, [['add', [1, 2]]]);
  await answer();
  assert.deepEqual(calls, [
    ['add', [1, 2]],
    ['remove', [1, 2]],
  ]);
  await answer();
  await undoing;
});

test('an undo before the report of a read cancels it', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { marks, calls, answer } = controlledMarks();
  marks.read([1, 2, 3]);
  void marks.unread([1]);
  await settled();
  await answer();
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual(calls, [
    ['remove', [1]],
    ['add', [2, 3]],
  ]);
});

test('a read during an undo is reported after it', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { marks, calls, answer } = controlledMarks();
  void marks.unread([1]);
  await settled();
  marks.read([1]);
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual(calls, [['remove', [1]]]);
  await answer();
  assert.deepEqual(calls, [
    ['remove', [1]],
    ['add', [1]],
  ]);
});

test('a separate undo request waits until all previous reads are reported', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { marks, calls, answer } = controlledMarks();
  marks.read([1, 2]);
  const undoing = marks.callInTurn(async () => calls.push(['from', [1]]));
  await settled();
  assert.deepEqual(calls, [['add', [1, 2]]]);
  await answer();
  await undoing;
  mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(calls, [
    ['add', [1, 2]],
    ['from', [1]],
  ]);
});

test('reads within a second are shown at once and reported together, without those that are read already', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { store, marks, calls, shown, answer } = controlledMarks();
  store.put({ ...made(2, 1, 'a'), flags: ['read'] });
  marks.read([2, 9]);
  assert.deepEqual(shown, []);
  marks.read([1, 2]);
  mock.timers.tick(999);
  marks.read([3]);
  assert.deepEqual(shown, [[1], [3]]);
  assert.deepEqual(calls, []);
  mock.timers.tick(1);
  await settled();
  assert.deepEqual(calls, [['add', [1, 3]]]);
  await answer();
  mock.timers.tick(10_000);
  await settled();
  assert.equal(calls.length, 1);
});

test('reads that are not reported yet are optimistic changes', () => {
  const { store, marks } = controlledMarks();
  assert.deepEqual(store.beginFetch(), [flagEvent('read', 'add', [])]);
  marks.read([1, 3]);
  assert.deepEqual(store.beginFetch(), [
    {
      ...{ type: 'update_message_flags', id: -1, op: 'add', operation: 'add' },
      ...{ flag: 'read', messages: [1, 3], all: false },
    },
  ]);
});

test('reads are reported again after a temporary failure, but not after other failures', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { marks, calls, answer } = controlledMarks();
  const pass = async (milliseconds: number) => {
    mock.timers.tick(milliseconds);
    await settled();
  };
  marks.read([1]);
  await pass(1000);
  await answer(new ParleyError(0, 'NO_ANSWER', ''));
  await pass(4999);
  assert.equal(calls.length, 1);
  await pass(1);
  assert.deepEqual(calls, [
    ['add', [1]],
    ['add', [1]],
  ]);
  await answer(new ParleyError(400, 'BAD_REQUEST', ''));
  await pass(10_000);
  assert.equal(calls.length, 2);
  marks.read([2]);
  await pass(1000);
  await answer(new TypeError('a bug'));
  await pass(10_000);
  assert.equal(calls.length, 3);
});

test('at most a thousand messages are reported in one call, the rest a second later', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { marks, calls, answer } = controlledMarks(1001);
  const ids = Array.from({ length: 1001 }, (_, index) => index + 1);
  marks.read(ids);
  mock.timers.tick(1000);
  await settled();
  await answer();
  mock.timers.tick(999);
  await settled();
  assert.deepEqual(calls, [['add', ids.slice(0, 1000)]]);
  mock.timers.tick(1);
  await settled();
  assert.deepEqual(calls[1], ['add', [1001]]);
  await answer();
  calls.length = 0;
  for (const [count, sizes] of [
    [1000, [1000]],
    [1001, [1000, 1]],
  ] as const) {
    void marks.unread(ids.slice(0, count));
    await settled();
    for (const _call of sizes) await answer();
    assert.deepEqual(
      calls.splice(0).map(([, sent]) => sent.length),
      sizes,
    );
  }
  void marks.unread(ids);
  await settled();
  await answer(false);
  assert.equal(calls.length, 1, 'after a failure the rest is not sent');
});

test('an undo request waits for a single pending read, and sends nothing if none is pending', async () => {
  const { marks, calls, answer } = controlledMarks();
  await marks.callInTurn(async () => calls.push(['from', []]));
  assert.deepEqual(calls.splice(0), [['from', []]]);
  marks.read([1]);
  const inTurn = marks.callInTurn(async () => calls.push(['from', [1]]));
  await settled();
  assert.deepEqual(calls, [['add', [1]]]);
  await answer();
  await inTurn;
  assert.deepEqual(calls[1], ['from', [1]]);
});
