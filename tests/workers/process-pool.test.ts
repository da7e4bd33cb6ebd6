// Worker processes: their limits and permissions, and that nothing is left of them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ProcessPool } from '../../src/workers/process-pool.ts';
import { TaskNotDoneError } from '../../src/workers/task.ts';
import type { ProcessPoolOptions } from '../../src/workers/worker-process.ts';
import { captureTimers } from '../support/captured-timers.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { TestTasks } from './tasks.ts';

/** Longer than any of these tasks takes that ends on its own. */
const MILLISECONDS = 120_000;

function startedPool(options: Partial<ProcessPoolOptions> = {}): ProcessPool<TestTasks> {
  const work = new ProcessPool<TestTasks>({
    module: new URL('./tasks.ts', import.meta.url),
    milliseconds: MILLISECONDS,
    megabytes: 150,
    processes: 1,
    waiting: 2,
    idleMilliseconds: 60_000,
    ...options,
  });
  after(() => work.close());
  return work;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until a process has exited. */
async function untilExited(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

const refused = (code: string) => (error: unknown) =>
  error instanceof TaskNotDoneError && error.code === code;

const work = startedPool();

test('a task receives its input, including bytes, and returns its result', async () => {
  const { text, bytes } = await work.run('echo', { text: 'grüße', bytes: Buffer.from([0, 255]) });
  assert.equal(text, 'grüße');
  assert.deepEqual([...(bytes ?? [])], [0, 255]);
});

test('one process does several tasks in turn', async () => {
  assert.equal(await work.run('pid', undefined), await work.run('pid', undefined));
});

test('an exception in a task is passed on, and the process continues', async () => {
  const pid = await work.run('pid', undefined);
  await assert.rejects(work.run('fail', undefined), /as asked/);
  assert.equal(await work.run('pid', undefined), pid);
});

test('an endless task is killed without blocking the event loop, and the next one runs', async (t) => {
  const ends = captureTimers(t, MILLISECONDS);
  const pool = startedPool();
  const pid = await pool.run('pid', undefined);
  const ended = assert.rejects(pool.run('loop', undefined), refused('TOOK_TOO_LONG'));
  for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(isRunning(pid));
  ends[1]?.();
  await ended;
  assert.equal((await pool.run('echo', { text: 'next' })).text, 'next');
});

test('a task that fills the memory is killed, in the heap and outside it', async () => {
  await assert.rejects(work.run('fillHeap', undefined), refused('TOOK_TOO_MUCH'));
  await assert.rejects(work.run('fillMemory', 2000), refused('TOOK_TOO_MUCH'));
  assert.equal((await work.run('echo', { text: 'next' })).text, 'next');
});

test('a process with much memory after a task exits to release it', async () => {
  const pid = await work.run('pid', undefined);
  assert.equal(await work.run('fillMemory', 50), 5);
  await untilExited(pid);
  assert.notEqual(await work.run('pid', undefined), pid);
});

test('a bounded number of tasks wait, and a further one is refused without affecting the others', async () => {
  const texts = ['1', '2', '3'].map((text) => work.run('echo', { text }));
  await assert.rejects(work.run('echo', { text: '4' }), refused('QUEUE_FULL'));
  assert.deepEqual(
    (await Promise.all(texts)).map(({ text }) => text),
    ['1', '2', '3'],
  );
});

test('two processes do two tasks at once', async () => {
  const pool = startedPool({ processes: 2 });
  const pids = await Promise.all([pool.run('pid', undefined), pool.run('pid', undefined)]);
  assert.equal(new Set(pids).size, 2);
});

test('an idle process exits', async () => {
  const rare = startedPool({ idleMilliseconds: 20 });
  await untilExited(await rare.run('pid', undefined));
  assert.equal((await rare.run('echo', { text: 'again' })).text, 'again');
});

test('closing kills running tasks and refuses waiting ones', async () => {
  const closing = startedPool();
  const pid = await closing.run('pid', undefined);
  const running = assert.rejects(closing.run('loop', undefined), refused('CLOSED'));
  const waiting = assert.rejects(closing.run('pid', undefined), refused('CLOSED'));
  await closing.close();
  await Promise.all([running, waiting]);
  assert.ok(!isRunning(pid));
  await assert.rejects(closing.run('pid', undefined), refused('CLOSED'));
});

test('a program without other work finishes closing', () => {
  const [pool, tasks] = ['../../src/workers/process-pool.ts', './tasks.ts'].map((path) =>
    JSON.stringify(new URL(path, import.meta.url)),
  );
  const script = `const { ProcessPool } = await import(${pool});
    const pool = new ProcessPool({ module: new URL(${tasks}), milliseconds: ${MILLISECONDS}, megabytes: 150, processes: 1, waiting: 1,
      idleMilliseconds: 60_000 });
    await pool.run('pid', undefined);
    await pool.close();
    console.log('closed');`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  assert.deepEqual([ended.stdout, ended.stderr], ['closed\n', '']);
});

test('a process can neither write nor connect, and has no secret from the environment', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const server = createServer().listen(0, '127.0.0.1');
  after(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.env.PARLEY_TEST_SECRET = 'x';
  const careful = startedPool({ writableFolder: folder });
  assert.equal(await careful.run('write', join(elsewhere, 'file')), 'ERR_ACCESS_DENIED');
  assert.equal(await careful.run('write', join(folder, 'file')), 'written');
  assert.equal(await readFile(join(folder, 'file'), 'utf8'), 'x');
  // Node.js 24 does not restrict connections.
  if (Number.parseInt(process.versions.node, 10) >= 25)
    assert.equal(await careful.run('connect', port), 'ERR_ACCESS_DENIED');
  assert.ok(!(await careful.run('environment', undefined)).includes('PARLEY_TEST_SECRET'));
});
