// Checkpoints on a thread of their own: how much of the log they copy, how a failure is reported, and that the thread ends.

import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { CheckpointThread } from '../../src/storage/checkpoint-thread.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();

/** A database file with something in its write-ahead log. */
function open(name: string) {
  const file = join(directory, name);
  const writingDatabase = new Database(file);
  writingDatabase.pragma('journal_mode = WAL');
  writingDatabase.pragma('wal_autocheckpoint = 0');
  const add = () =>
    writingDatabase.exec('create table if not exists anything (id); insert into anything values (1)');
  add();
  return { file, writing: writingDatabase, add, thread: new CheckpointThread(file) };
}

const bytesOf = async (file: string) => (await stat(`${file}-wal`)).size;

test('checkpoints run one after another, and the last one empties the log', async () => {
  const { file, writing, thread } = open('one-after-another.db');
  assert.equal(thread.isBusy, false);
  const all = (['PASSIVE', 'RESTART', 'TRUNCATE'] as const).map((mode) => thread.run(mode));
  assert.equal(thread.isBusy, true);
  await all[0];
  assert.equal(thread.isBusy, true);
  assert.deepEqual(await Promise.all(all), [{ isDone: true }, { isDone: true }, { isDone: true }]);
  assert.equal(thread.isBusy, false);
  assert.equal(await bytesOf(file), 0);
  await thread.stop();
  writing.close();
});

test('a checkpoint does not run while a reader is open', async () => {
  const { file, writing, add, thread } = open('read-beside.db');
  const reading = new Database(file, { readonly: true });
  reading.exec('begin');
  reading.prepare('select * from anything').all();
  add();
  assert.deepEqual(await thread.run('RESTART'), { isDone: false });
  reading.close();
  assert.deepEqual(await thread.run('RESTART'), { isDone: true });
  await thread.stop();
  writing.close();
});

test('a file that cannot be opened is reported, and tried again the next time', async () => {
  const file = join(directory, 'folder.db');
  await mkdir(file);
  const thread = new CheckpointThread(file);
  for (let tries = 0; tries < 2; tries++) {
    const { isDone, failure } = await thread.run('PASSIVE');
    assert.equal(isDone, false);
    assert.match(failure ?? '', /unable to open database file/);
    assert.equal(thread.isBusy, false);
  }
  await thread.stop();
});

test('an idle thread ends, and the next checkpoint starts another', async (t) => {
  const { file, writing, add, thread } = open('rests.db');
  const runningThreads = new Set<Worker>();
  const began: Worker[] = [];
  const take = (worker: Worker) => {
    began.push(worker);
    runningThreads.add(worker);
    worker.once('exit', () => runningThreads.delete(worker));
  };
  process.on('worker', take);
  t.after(() => process.off('worker', take));
  await thread.stop();
  assert.equal(began.length, 0);
  for (const count of [1, 2]) {
    add();
    await thread.run('PASSIVE');
    await thread.run('PASSIVE');
    assert.equal(runningThreads.size, 1);
    await thread.stop();
    await thread.stop();
    assert.equal(runningThreads.size, 0);
    assert.equal(began.length, count);
  }
  add();
  const [checkpointed] = await Promise.all([thread.run('TRUNCATE'), thread.stop()]);
  assert.deepEqual(checkpointed, { isDone: true });
  assert.equal(runningThreads.size, 0);
  assert.equal(await bytesOf(file), 0);
  writing.close();
});

test('no listeners accumulate, however many checkpoints run', async (t) => {
  const { writing, thread } = open('many.db');
  const warned = t.mock.method(process, 'emitWarning', () => undefined);
  for (let count = 0; count < 12; count++) await thread.run('PASSIVE');
  assert.equal(warned.mock.callCount(), 0);
  await thread.stop();
  writing.close();
});
