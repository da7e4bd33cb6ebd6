// `backup --to`: named by time, read back, and replacing the oldest, in a folder and in a bucket.

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBackupTarget } from '../../src/cli/backups/backup-target.ts';
import {
  type BackupRun,
  backUpOnce,
  backUpRepeatedly,
  intervalIn,
  keptIn,
} from '../../src/cli/backups/repeated-backup.ts';
import { S3Store } from '../../src/files/s3-store.ts';
import { lastBackupAt } from '../../src/stores/job-marks/backup-store.ts';
import { run, runningDemo } from '../support/command-line.ts';
import { startObjectStore } from '../support/object-store.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { upload } from '../uploads/support.ts';
import { emptyStorage, freshPath, runJson, withStore } from './backups.ts';

const demo = await runningDemo();
const { dataDirectory, databaseUrl: url } = demo.server;
const location = { dataDirectory, url };

/** Options for a target, whose clock advances by a minute with each backup. */
async function optionsFor(to: string, kept: number, s3?: Parameters<typeof openBackupTarget>[2]) {
  let minute = 0;
  const now = () => Date.UTC(2026, 10, 28, 4, minute++);
  return { location, target: await openBackupTarget(to, dataDirectory, s3), kept, now };
}

test('the newest backups are kept, other files are left alone, and the newest can be restored', async () => {
  const folder = join(temporaryFolder(), 'backups');
  await mkdir(folder);
  await writeFile(join(folder, 'parley-notes.txt'), 'not a backup');
  const options = await optionsFor(folder, 2);
  const names: string[] = [];
  for (let times = 0; times < 3; times++) names.push((await backUpOnce(options)).name);
  assert.deepEqual(names.at(-1), 'parley-2026-11-28T04-02-00Z.backup');
  assert.deepEqual((await readdir(folder)).sort(), [...names.slice(1), 'parley-notes.txt'].sort());
  const storage = await emptyStorage();
  await runJson('restore', join(folder, names[2] ?? ''), ...storage.flags);
  const { database } = demo.server.server.services;
  assert.ok((await lastBackupAt(database.reader(0))) > 0);
});

test('a backup that arrives damaged is removed, and the older ones stay', async (t) => {
  const store = await startObjectStore();
  const options = await optionsFor('s3://parley-files/backups', 1, store.options);
  await backUpOnce(options);
  assert.deepEqual(await store.paths(), ['backups/parley-2026-11-28T04-00-00Z.backup']);
  const open = S3Store.prototype.open;
  t.mock.method(S3Store.prototype, 'open', function (this: S3Store, path: string) {
    // Another object than the one that was written.
    return open.call(this, path.replace('04-01', '04-00'));
  });
  await assert.rejects(backUpOnce(options), /returned another backup than was written/);
  assert.deepEqual(await store.paths(), ['backups/parley-2026-11-28T04-00-00Z.backup']);
  t.mock.restoreAll();
  await backUpOnce(options);
  assert.deepEqual(await store.paths(), ['backups/parley-2026-11-28T04-02-00Z.backup']);
});

test('a backup from a bucket can be restored', async () => {
  const store = await startObjectStore();
  await withStore(store, async () => {
    assert.equal((await run('backup', '--to', 's3://parley-files/b', ...demo.storageFlags)).status, 0);
  });
  const [path = ''] = await store.paths();
  const file = freshPath();
  await writeFile(file, (await S3Store.unchecked(store.options).read(path)) ?? '');
  await runJson('restore', file, '--check', ...demo.storageFlags);
});

test('repeated backups continue after one that failed, until they are stopped', async () => {
  const folder = join(temporaryFolder(), 'repeated');
  const options = await optionsFor(folder, 5);
  const stop = new AbortController();
  const outcomes: (BackupRun | string)[] = [];
  const { target } = options;
  let times = 0;
  const failing = {
    ...target,
    deliver: async (complete: string, name: string) => {
      if (++times === 2) throw new Error('the disk is gone');
      await target.deliver(complete, name);
    },
  };
  // The clock has passed the interval at each look, so nothing waits.
  await backUpRepeatedly(
    { ...options, target: failing },
    60_000,
    (outcome) => {
      outcomes.push(outcome);
      if (outcomes.length === 3) stop.abort();
    },
    stop.signal,
  );
  assert.deepEqual(
    outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : 'written')),
    ['written', 'the disk is gone', 'written'],
  );
  assert.equal((await readdir(folder)).length, 2);
});

test('backups whose files are missing replace no complete one, and are bounded, too', async () => {
  const folder = join(temporaryFolder(), 'incomplete');
  const options = await optionsFor(folder, 2);
  const { name: first } = await backUpOnce(options);
  const bytes = await readFile(join(folder, first));
  const mel = await demo.server.as('mel');
  await upload(mel, 'lost.txt', 'lost');
  const uploads = join(dataDirectory, 'uploads');
  await rename(uploads, `${uploads}-away`);
  const incomplete: BackupRun[] = [];
  for (let times = 0; times < 3; times++) incomplete.push(await backUpOnce(options));
  const names = incomplete.map(({ name }) => name);
  assert.equal(names[0], 'parley-2026-11-28T04-01-00Z-incomplete.backup');
  assert.ok(incomplete.every(({ missingFiles }) => missingFiles > 0));
  assert.deepEqual(
    incomplete.map(({ removed }) => removed),
    [[], [], [names[0]]],
  );
  assert.deepEqual((await readdir(folder)).sort(), [first, names[1], names[2]]);
  assert.deepEqual(await readFile(join(folder, first)), bytes);
  // Those that are older than all complete ones go with them.
  await rename(`${uploads}-away`, uploads);
  const second = await backUpOnce(options);
  const third = await backUpOnce(options);
  assert.deepEqual([second.removed, third.removed], [[], [first, names[1], names[2]]]);
  assert.deepEqual((await readdir(folder)).sort(), [second.name, third.name]);
});

test('the interval, the number to keep and the target are checked', async () => {
  assert.deepEqual(['1m', '6h', '7d'].map(intervalIn), [60_000, 21_600_000, 604_800_000]);
  for (const text of ['0m', '15', '8d', '-1m', '1.5h', '15s'])
    assert.throws(() => intervalIn(text), /--every must look like 15m, 6h or 1d, up to 7d/, text);
  assert.equal(keptIn(undefined), 96);
  assert.equal(keptIn('10000'), 10_000);
  for (const text of ['0', '10001', 'x', '1.5'])
    assert.throws(() => keptIn(text), /--keep must be a number/, text);
  const refusals: [string[], RegExp][] = [
    [['--to', 's3://bucket'], /must look like s3:\/\/bucket\/folder/],
    [['--to', 's3://bucket/b'], /needs the address and keys of the store/],
    [['--to', 'x', '--every', '15s'], /--every must look like/],
    [['x', '--every', '15m'], /--every and --keep need --to/],
    [['x', '--to', 'y'], /^Usage: backup\. See/],
    [['--to', 'x', '--record-only'], /--record-only writes no backup\. Leave out --to, --every and --keep/],
    [['--record-only', '--every', '1h'], /--record-only writes no backup/],
    [['--record-only', '--keep', '3'], /--record-only writes no backup/],
  ];
  for (const [flags, error] of refusals) {
    const { status, err } = await run('backup', ...flags, ...demo.storageFlags);
    assert.equal(status, 2, flags.join(' '));
    assert.match(err, error);
  }
});
