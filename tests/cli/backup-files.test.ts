// The files of a backup: from and to an object store, and files deleted while the backup is made.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  areFilesLeased,
  leaseFiles,
  newFileLease,
  releaseFiles,
} from '../../src/stores/job-marks/file-lease-store.ts';
import { root, run } from '../support/command-line.ts';
import { startObjectStore } from '../support/object-store.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { load, png, sendFiles, upload } from '../uploads/support.ts';
import { clientAt, emptyStorage, freshPath, runJson, serverAt, storageAt, withStore } from './backups.ts';

test('files are copied from an object store to another one or to the disk', async () => {
  const [from, to] = [await startObjectStore(), await startObjectStore()];
  const dataDirectory = await mkdtemp(join(root, 'store-'));
  const databaseUrl = await freshDatabase();
  const server = await startTestServer({ dataDirectory, databaseUrl, s3: from.options });
  const mel = await server.as('mel');
  const large = Buffer.alloc(700_000, 'copper ');
  const { url } = await upload(mel, 'large.txt', large);
  await sendFiles(mel, '/users/me/avatar', [{ name: 'mel.png', bytes: await png(64, 64) }]);
  await mel.sendToChannel('general', 'metals', `Here is [it](${url})`);
  const file = freshPath();
  const source = storageAt(dataDirectory, databaseUrl);
  await withStore(from, () => runJson('backup', file, ...source.flags));
  // The operator forgot to name the object store.
  const runWithoutStore = await run('backup', freshPath(), '--json', ...source.flags);
  assert.deepEqual([runWithoutStore.status, JSON.parse(runWithoutStore.out).missing_files], [1, 3]);
  const result = await run('backup', freshPath(), ...source.flags);
  assert.equal(result.status, 1);
  assert.match(
    result.out,
    /\nFiles are missing from the file store: 3, such as \S+\. Run "check" for details\.\n$/,
  );
  await server.close();
  const target = await emptyStorage();
  await withStore(to, () => runJson('restore', file, ...target.flags));
  assert.deepEqual((await to.paths()).sort(), (await from.paths()).sort());
  await withStore(to, () => runJson('check', ...target.flags));
  const other = await startTestServer({ ...target, isDemo: false, s3: to.options });
  assert.deepEqual(Buffer.from(await (await load(clientAt(other, mel), url)).arrayBuffer()), large);
  await other.close();
  const second = await emptyStorage('embedded');
  const refusal = await withStore(to, () => run('restore', file, ...second.flags));
  assert.equal(refusal.status, 1);
  assert.match(
    refusal.err,
    /^The bucket parley-files already contains .*\. Choose an empty bucket, or .*\n$/,
  );
  await runJson('restore', file, ...second.flags);
  const third = await startTestServer({ ...second, isDemo: false, s3: undefined });
  assert.deepEqual(Buffer.from(await (await load(clientAt(third, mel), url)).arrayBuffer()), large);
  await third.close();
  await Promise.all([from.close(), to.close()]);
});

test('a deleted file is kept while any backup is being made', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const { url, pathId } = await upload(mel, 'report.txt', 'Copper is up.');
  await mel.sendToChannel('general', 'metals', `Here is [it](${url})`);
  const folder = `uploads/${pathId.split('/').slice(0, 3).join('/')}`;
  const { scheduler, services } = server.server;
  const [one, other] = [newFileLease(), newFileLease()];
  for (const hold of [one, other]) await services.database.write(0, (writer) => leaseFiles(writer, hold));
  const { attachments } = await mel.ok('GET', '/attachments');
  await mel.ok('DELETE', `/attachments/${attachments[0].id}`);
  await scheduler.runDue();
  assert.equal((await server.storedFiles(folder)).length, 1);
  // A third backup that finishes, and the end of one of the two, release only their own leases.
  const file = freshPath();
  await runJson('backup', file, ...storageAt(server.dataDirectory, server.databaseUrl).flags);
  await services.database.write(0, (writer) => releaseFiles(writer, one));
  await scheduler.runDue();
  assert.equal((await server.storedFiles(folder)).length, 1);
  assert.equal(await areFilesLeased(services.database.reader(0), Date.now() / 1000), true);
  const undoResult = await run(
    'organization',
    'import',
    '--undo',
    ...storageAt(server.dataDirectory, server.databaseUrl).flags,
  );
  assert.match(undoResult.err, /^A backup is running\. Run this command again when it is done\.\n$/);
  const target = await emptyStorage();
  await runJson('restore', file, ...target.flags);
  const restoredServer = await serverAt(target);
  const { database } = restoredServer.server.services;
  assert.equal(await areFilesLeased(database.reader(0), Date.now() / 1000), false);
  await restoredServer.close();
  await services.database.write(0, (writer) => releaseFiles(writer, other));
  await scheduler.runDue();
  assert.equal((await server.storedFiles(folder)).length, 0);
});
