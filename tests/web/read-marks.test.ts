// Reads are reported to the server in batches and in order: undoing one is never overtaken by the read itself.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { MessageStore } from '../../web/store/message-store.ts';
import { ReadMarks } from '../../web/store/read-marks.ts';
import { made } from './naive-server.ts';

/** Read marks for three unread messages; the test provides the responses. */
function byHand() {
  const store = new MessageStore();
  for (const id of [1, 2, 3]) store.put(made(id, 1, 'a'));
  const calls: [op: string, ids: readonly number[]][] = [];
  const answers: (() => void)[] = [];
  const call = (op: string) => (ids: readonly number[]) => {
    calls.push([op, ids]);
    return new Promise<boolean>((resolve) => answers.push(() => resolve(true)));
  };
  const marks = new ReadMarks({ store, show: () => undefined, add: call('add'), remove: call('remove') });
  const answer = async () => {
    answers.shift()?.();
    await settled();
  };
  return { marks, calls, answer };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test('an undo during the report of a read is sent after it', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { marks, calls, answer } = byHand();
  marks.read([1, 2]);
  mock.timers.tick(1000);
  await settled();
  const taken = marks.unread([1, 2]);
  await settled();
  assert.deepEqual(calls, [['add', [1, 2]]]);
  await answer();
  assert.deepEqual(calls, [
    ['add', [1, 2]],
    ['remove', [1, 2]],
  ]);
  await answer();
  await taken;
});

test('an undo before the report of a read cancels it', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { marks, calls, answer } = byHand();
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
  const { marks, calls, answer } = byHand();
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
  const { marks, calls, answer } = byHand();
  marks.read([1, 2]);
  const taken = marks.callInTurn(async () => calls.push(['from', [1]]));
  await settled();
  assert.deepEqual(calls, [['add', [1, 2]]]);
  await answer();
  await taken;
  mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(calls, [
    ['add', [1, 2]],
    ['from', [1]],
  ]);
});
