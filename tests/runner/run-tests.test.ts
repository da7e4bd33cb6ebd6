// The test runner itself: its output, and that no process is left when it is terminated.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../support/waiting.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = await mkdtemp(join(tmpdir(), 'parley-runner-'));
after(() => rm(directory, { recursive: true, force: true }));

async function testFile(name: string, body: string): Promise<string> {
  const path = join(directory, `${name}.test.mjs`);
  await writeFile(path, `import { test } from 'node:test';\n${body}`);
  return path;
}

/** Skipped on PostgreSQL, since the engine does not matter. */
const skip = process.env.PARLEY_TEST_DATABASE_URL ? 'the runner does not depend on the database' : false;

/** A test that never ends and has started another process; the file `pids` contains the ids of both. */
async function endless(name: string): Promise<{ path: string; pids: string }> {
  const pids = join(directory, `${name}.pids`);
  const path = await testFile(
    name,
    `import { spawn } from 'node:child_process';
     import { renameSync, writeFileSync } from 'node:fs';
     test('never ends', () => {
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
       writeFileSync(${JSON.stringify(pids)} + '.part', process.pid + ' ' + child.pid);
       renameSync(${JSON.stringify(pids)} + '.part', ${JSON.stringify(pids)});
       return new Promise(() => setInterval(() => {}, 1000));
     });`,
  );
  return { path, pids };
}

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function run(...args: string[]): Run {
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
  const script = join(root, 'scripts/run-tests.mjs');
  const child = spawn(process.execPath, [script, '--only-embedded', ...args], {
    cwd: root,
    env: environment,
  });
  after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return { child, output: () => output, ended: new Promise((resolve) => child.on('close', resolve)) };
}

/** Whether a process runs; a zombie does not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until a run has started its processes; returns their ids. */
async function pidsIn(file: string, { child, output }: Run): Promise<number[]> {
  // The file exists before its content.
  const fileText = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  while (fileText() === '') {
    assert.equal(child.exitCode, null, output());
    await setTimeout(50);
  }
  return fileText().split(' ').map(Number);
}

test('the runner prints the number of files, and the result of each when it ends', { skip }, async () => {
  const files = [
    await testFile('fine', "test('one', () => {}); test('two', () => {});"),
    await testFile('wrong', "test('three', () => { throw new Error('no'); });"),
  ];
  const { ended, output } = run(...files);
  assert.equal(await ended, 1);
  assert.match(output(), /^embedded database: 2 files, \d+ processes at a time\n/);
  assert.match(output(), /^\[\d\/2\] ✔ .*fine\.test\.mjs: 2 passed \(\d/m);
  assert.match(output(), /^\[\d\/2\] ✖ .*wrong\.test\.mjs: 1 failed, 0 passed/m);
  assert.match(output(), /^2 passed, 1 failed\n$/m);
});

test('a file without tests fails, unless it skips one with a reason', { skip }, async () => {
  const suites = "import { describe } from 'node:test';\n";
  const files = [
    await testFile('nothing', ''),
    await testFile('empty-suite', `${suites}describe('empty', () => {});`),
    await testFile('skipped', "test('elsewhere', { skip: 'not on this engine' }, () => {});"),
    await testFile(
      'skipped-suite',
      `${suites}describe('all', { skip: 'not here' }, () => { test('one', () => {}); });`,
    ),
  ];
  const { ended, output } = run(...files);
  assert.equal(await ended, 1);
  for (const name of ['nothing', 'empty-suite']) {
    assert.match(output(), new RegExp(`^\\[\\d/4\\] ✖ .*${name}\\.test\\.mjs: 1 failed, 0 passed`, 'm'));
    assert.match(output(), new RegExp(`${name}\\.test\\.mjs: no test ran or was skipped`));
  }
  for (const name of ['skipped', 'skipped-suite'])
    assert.match(output(), new RegExp(`^\\[\\d/4\\] ✔ .*${name}\\.test\\.mjs: 0 passed, 1 skipped`, 'm'));
  assert.match(output(), /^0 passed, 2 failed, 2 skipped\n$/m);
});

test('a process that takes too long is killed with its children, and its position is printed', {
  skip,
}, async () => {
  const { path, pids } = await endless('overdue');
  const overdue = run('--limit=15', path);
  assert.equal(await overdue.ended, 1);
  assert.match(
    overdue.output(),
    /was killed after 15 s: the last test that started is "never ends" in .*overdue\.test\.mjs, open: /,
  );
  // The signal was sent to all, but each needs a moment to end.
  const started = await pidsIn(pids, overdue);
  await waitUntil(async () => !started.some(isRunning));
});

test('a file that never reaches its tests is stopped and named', { skip }, async () => {
  const waits = await testFile('waits', 'await new Promise(() => setInterval(() => {}, 1000));');
  const { ended, output } = run('--limit=10', waits);
  assert.equal(await ended, 1);
  assert.match(output(), /was killed after 10 s: it was loading .*waits\.test\.mjs, open: /);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends everything that was started`, {
    skip: skip || (process.platform === 'win32' && 'there are no such signals'),
  }, async () => {
    const { path, pids } = await endless(signal);
    const running = run(path);
    const started = await pidsIn(pids, running);
    running.child.kill(signal);
    await running.ended;
    await waitUntil(async () => !started.some(isRunning));
  });
}

test('a file does not see global changes of earlier files in its process', { skip }, async () => {
  const changing = await testFile(
    'changing',
    `import { after, beforeEach, mock } from 'node:test';
     mock.timers.enable({ apis: ['Date'], now: 1000 });
     mock.method(JSON, 'stringify', () => 'changed');
     for (const time of [1, 2]) mock.method(performance, 'now', () => time);
     process.env.PARLEY_TEST_OF_THE_RUN = 'changed';
     beforeEach(() => { globalThis.testsBegun = (globalThis.testsBegun ?? 0) + 1; });
     after(() => { globalThis.isOver = true; });
     test('changes', async () => { await 1; after(() => { globalThis.isLeftOver = true; }); });`,
  );
  const finding = await testFile(
    'finding',
    `import assert from 'node:assert/strict';
     test('finds', () => {
       assert.ok(Date.now() > 1_000_000);
       assert.ok(performance.now() > 3);
       assert.equal(JSON.stringify({}), '{}');
       assert.equal(process.env.PARLEY_TEST_OF_THE_RUN, undefined);
       assert.deepEqual([globalThis.testsBegun, globalThis.isOver, globalThis.isLeftOver], [1, true, true]);
     });`,
  );
  const result = spawnSync(process.execPath, [join(root, 'scripts/test-files.mjs'), changing, finding], {
    encoding: 'utf8',
  });
  assert.equal(result.status, 0, result.stdout + result.stderr);
  assert.match(result.stdout, /✔ changes .*\n✔ finds /);
});

test('a failure after the last test is reported', { skip }, async () => {
  const failing = await testFile(
    'late',
    "test('fine', () => { queueMicrotask(() => Promise.reject(new Error('too late'))); });",
  );
  const { ended, output } = run(failing);
  assert.equal(await ended, 1);
  assert.match(output(), /✖ .*late\.test\.mjs: 1 failed/);
  assert.match(output(), /too late/);
});

test('if a process exits in the middle of a file, that is reported, and the other files run', {
  skip,
}, async () => {
  const ending = await testFile('ending', "test('ends all', () => process.exit(3));");
  const others = ['first', 'second', 'third', 'fourth'].map((name) =>
    testFile(name, "test('fine', () => {});"),
  );
  const { ended, output } = run(ending, ...(await Promise.all(others)));
  assert.equal(await ended, 1);
  assert.match(output(), /a process ended with 3: .*ending\.test\.mjs/);
  assert.match(output(), /^4 passed, 1 failed\n$/m);
});

test('a process that exits after a failure in another file is still reported', { skip }, async () => {
  const failing = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) =>
    testFile(`failing-${name}`, "test('fails', () => { throw new Error('no'); });"),
  );
  const ending = await testFile('ending-later', "test('ends all', () => process.exit(3));");
  const { ended, output } = run(...(await Promise.all(failing)), ending);
  assert.equal(await ended, 1);
  assert.match(output(), /a process ended with 3: .*ending-later\.test\.mjs/);
  assert.match(output(), /^0 passed, 8 failed\n$/m);
});

test('folders, files and parts of names select the files, and an unknown name is reported', {
  skip,
}, async () => {
  const part = run('parley-runn');
  assert.equal(await part.ended, 1);
  assert.match(part.output(), /^No test file has "parley-runn" in its path\.$/m);
  const byPartOfName = run('api-contract/jso');
  assert.equal(await byPartOfName.ended, 0);
  assert.match(byPartOfName.output(), /^\[1\/1\] ✔ tests\/api-contract\/json\.test\.ts: \d+ passed/m);
});
