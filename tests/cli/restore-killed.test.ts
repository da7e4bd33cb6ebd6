// A restore that is killed at any moment: no server starts on what is left, the error says what to do, and repeating the
// command restores everything.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run, runningDemo } from '../support/command-line.ts';
import { startObjectStore } from '../support/object-store.ts';
import { testDatabaseUrl } from '../support/server.ts';
import { load, png, sendFiles, upload } from '../uploads/support.ts';
import {
  clientAt,
  emptyStorage,
  freshPath,
  runJson,
  serverAt,
  storageAt,
  type TestStorage,
  withStore,
} from './backups.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
const killAt = new URL('../support/kill-at.mjs', import.meta.url).href;

const { server } = await runningDemo();
const mel = await server.as('mel');
const { url } = await upload(mel, 'report.txt', 'Copper is up.');
await sendFiles(mel, '/users/me/avatar', [{ name: 'mel.png', bytes: await png(64, 64) }]);
const olive = await server.as('olive');
await sendFiles(olive, '/realm/emoji/heron', [{ name: 'h.png', bytes: await png(32, 32) }]);
await mel.sendToChannel('general', 'metals', `Zirconium, says [the report](${url})`);
const backup = freshPath();
await runJson('backup', backup, ...storageAt(server.dataDirectory, server.databaseUrl).flags);
await server.close();

/** Restores in a process that is killed right before a file system call. */
async function killedRestore(
  at: string,
  { flags, dataDirectory }: TestStorage,
  ...more: string[]
): Promise<void> {
  const env = {
    ...process.env,
    PARLEY_DATABASE_URL: '',
    PARLEY_DATA: '',
    PARLEY_TEST_KILL: at.replace('DATA', dataDirectory),
  };
  const args = ['--import', killAt, main, 'restore', backup, ...flags, ...more];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  assert.deepEqual(await once(child, 'close'), [null, 'SIGKILL']);
}

/** Expects that neither servers nor commands use the incomplete data. */
async function expectRefused(storage: TestStorage, more = ''): Promise<void> {
  const command = `restore ${backup} --data ${storage.dataDirectory}${more}`;
  const message = `A restore to ${storage.dataDirectory} was interrupted or is still running. Run it again (${command}), or remove ${join(storage.dataDirectory, 'unfinished-restore.json')} to use the directory as it is.`;
  await assert.rejects(serverAt(storage), { message, code: 'DATABASE_UNUSABLE' });
  for (const words of [
    ['organization', 'list'],
    ['backup', freshPath()],
  ] as const) {
    const { status, err } = await run(...words, ...storage.flags);
    assert.deepEqual([status, err], [1, `${message}\n`], words[0]);
  }
  const { checks } = JSON.parse((await run('check', ...storage.flags, '--json')).out);
  assert.ok(JSON.stringify(checks).includes(JSON.stringify(message).slice(1, -1)), JSON.stringify(checks));
}

/** Expects that everything is restored, and that nothing of a killed restore is left. */
async function expectRestored(storage: TestStorage): Promise<void> {
  const restoredServer = await serverAt(storage);
  assert.equal(await (await load(clientAt(restoredServer, mel), url)).text(), 'Copper is up.');
  await restoredServer.close();
  const remains = (await readdir(storage.dataDirectory)).filter((name) => /^\.parley-|unfinished/.test(name));
  assert.deepEqual(remains, []);
}

for (const [when, at] of [
  ['before anything is in place', 'rename 2 DATA'],
  ['when only the secret is in place', 'rename 3 DATA'],
  ['when the database, or a folder, is in place', 'rename 4 DATA'],
  ['when some folders are in place', 'rename 5 DATA'],
] as const)
  test(`a restore that is killed ${when} can be repeated`, async () => {
    const target = await emptyStorage();
    await killedRestore(at, target);
    await expectRefused(target);
    await runJson('restore', backup, ...target.flags);
    await expectRestored(target);
  });

test('a restore killed when the data is complete leaves instructions in the database', async () => {
  const target = await emptyStorage();
  await killedRestore('rm 1 DATA', target);
  await expectRefused(target);
  const secondRestore = await run('restore', backup, ...target.flags);
  if (testDatabaseUrl) {
    assert.equal(secondRestore.status, 1);
    assert.match(
      secondRestore.err,
      /is not empty\. .*--replace to delete its content\. If the data comes from .* remove \S+ to use it\.\n$/,
    );
    await rm(join(target.dataDirectory, 'unfinished-restore.json'));
  } else assert.equal(secondRestore.status, 0, secondRestore.err);
  await expectRestored(target);
});

test('files that a killed restore uploaded to a bucket are recognized, and files in another bucket are not', async () => {
  const [bucket, used] = [await startObjectStore(), await startObjectStore()];
  await withStore(used, async () => runJson('restore', backup, ...(await emptyStorage()).flags));
  const target = await emptyStorage();
  await withStore(bucket, () => killedRestore('rename 2 DATA', target));
  assert.ok((await bucket.paths()).length > 0);
  const result = await withStore(used, () => run('restore', backup, ...target.flags));
  assert.equal(result.status, 1);
  assert.match(result.err, /^The bucket \S+ already contains \S+\./);
  await withStore(bucket, () => runJson('restore', backup, ...target.flags));
  assert.deepEqual((await bucket.paths()).sort(), (await used.paths()).sort());
  await withStore(bucket, () => runJson('check', ...target.flags));
  for (const store of [bucket, used]) await store.close();
});

test('a refused restore keeps what an interrupted one uploaded to a bucket', {
  skip: !testDatabaseUrl && 'only on PostgreSQL may other servers use it by then',
}, async () => {
  const bucket = await startObjectStore();
  const target = await emptyStorage();
  await withStore(bucket, () => killedRestore('rm 1 DATA', target));
  const before = await bucket.paths();
  assert.ok(before.length > 0);
  const { status, err } = await withStore(bucket, () => run('restore', backup, ...target.flags));
  assert.deepEqual([status, await bucket.paths()], [1, before], err);
  await bucket.close();
});

test('a killed restore that replaces data keeps the old data, and needs its flag again', async () => {
  const target = await emptyStorage();
  await runJson('restore', backup, ...target.flags);
  const other = await serverAt(target);
  await clientAt(other, mel).sendToChannel('general', 'metals', 'Said after the restore');
  await other.close();
  await killedRestore('rename 3 DATA', target, '--replace');
  await expectRefused(target, ' --replace');
  const runWithoutReplace = await run('restore', backup, ...target.flags);
  assert.equal(runWithoutReplace.status, 1);
  assert.match(runWithoutReplace.err, /--replace/);
  await expectRefused(target, ' --replace');
  await runJson('restore', backup, ...target.flags, '--replace');
  await expectRestored(target);
  const foldersAside = (await readdir(target.dataDirectory)).filter((name) => name.startsWith('replaced-'));
  const contents = await Promise.all(foldersAside.map((name) => readdir(join(target.dataDirectory, name))));
  assert.equal(contents.flat().filter((name) => name === 'secret').length, 1);
  if (!testDatabaseUrl) assert.equal(contents.flat().filter((name) => name === 'parley.db').length, 1);
});

test('a refused restore leaves no mark file, and an unreadable mark file counts as one', async () => {
  const target = await emptyStorage();
  await writeFile(join(target.dataDirectory, 'secret'), 'something');
  assert.equal((await run('restore', backup, ...target.flags)).status, 1);
  assert.deepEqual((await readdir(target.dataDirectory)).sort(), ['claim', 'secret']);
  const markedStorage = await emptyStorage();
  await writeFile(join(markedStorage.dataDirectory, 'unfinished-restore.json'), '{"backup":');
  await assert.rejects(serverAt(markedStorage), /restore FILE --data \S+ --replace\), or remove/);
});
