// What `check` says about who keeps the write-ahead log small, for each setting and what Litestream does.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { checkCheckpoints } from '../../src/cli/checks/checkpoints.ts';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();

/** A data directory with a log of this size, and a copy by Litestream that is so many seconds older, if any. */
async function directoryWith(bytes: number, copiedSecondsBefore?: number): Promise<string> {
  const dataDirectory = await mkdtemp(join(folder, 'data-'));
  const log = join(dataDirectory, 'parley.db-wal');
  await writeFile(log, '');
  await truncate(log, bytes);
  const now = Date.now() / 1000;
  await utimes(log, now, now);
  if (copiedSecondsBefore !== undefined) {
    const copies = join(dataDirectory, '.parley.db-litestream', 'generations', 'a', 'wal');
    await mkdir(copies, { recursive: true });
    await writeFile(join(copies, '0.wal'), '');
    await utimes(join(copies, '0.wal'), now - copiedSecondsBefore, now - copiedSecondsBefore);
  }
  return dataDirectory;
}

const detail = async (isReplicated: boolean, ...state: Parameters<typeof directoryWith>) => {
  const finding = await checkCheckpoints({ dataDirectory: await directoryWith(...state), isReplicated });
  return [finding.is_right, finding.detail];
};

test('the server checkpoints, unless Litestream copies the log', async () => {
  assert.deepEqual(await detail(false, 0), [
    true,
    'The write-ahead log has 0 MB. The server keeps it small.',
  ]);
  assert.deepEqual((await detail(false, 5, 3600))[0], true, 'a copy of the past');
  assert.deepEqual(await detail(false, 5, 0), [
    false,
    'Litestream replicates this database, and the server runs checkpoints too. Set --checkpoints to litestream.',
  ]);
});

test('Litestream checkpoints, and must copy the log', async () => {
  assert.deepEqual(await detail(true, 5, 0), [
    true,
    'The write-ahead log has 1 MB. Litestream keeps it small.',
  ]);
  assert.match(String(await detail(true, 5)), /^false,Litestream has never replicated this database/);
  assert.match(String(await detail(true, 5, 3600)), /^false,Litestream does not copy the write-ahead log/);
});

test('a log beyond its bound is reported with its probable cause', async () => {
  const beyond = limits.writeAheadLogBytes + 1;
  assert.match(
    String(await detail(true, beyond, 0)),
    /^false,The write-ahead log has 65 MB\. Check that Litestream runs/,
  );
  assert.match(String(await detail(false, beyond)), /65 MB\. Find the program that reads/);
});

test('the setting has two values, and is for the embedded database', () => {
  assert.equal(parseServeOptions([], {})?.isReplicated, false);
  assert.equal(parseServeOptions(['--checkpoints', 'litestream'], {})?.isReplicated, true);
  assert.throws(
    () => parseServeOptions(['--checkpoints', 'me'], {}),
    /must be server or litestream, not "me"/,
  );
  const both = ['--checkpoints', 'litestream', '--database-url', 'postgres://db/parley'];
  assert.throws(() => parseServeOptions(both, {}), /is for the embedded database/);
});
