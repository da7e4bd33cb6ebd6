// The export that administrators can ask for, written from the shell beside a server that runs.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { exported, filesOf } from '../organization/exported.ts';
import { run, runningDemo } from '../support/command-line.ts';
import { upload } from '../uploads/support.ts';
import { freshPath, toldJson } from './backups.ts';

const { server, place } = await runningDemo();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const { url } = await upload(mel, 'report.txt', 'Copper is up.');
await mel.say('general', 'metals', `Here is [the report](${url})`);
await mel.tell([mia.userId], 'for you alone');

/** The files of an archive on the disk, as text. */
async function filesIn(path: string): Promise<Map<string, string>> {
  const entries = await unpackTar(new Uint8Array(gunzipSync(await readFile(path))));
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]));
}

test('the shell writes what the API makes', async () => {
  const file = freshPath();
  const told = await toldJson('organization', 'export', file, ...place);
  assert.deepEqual([told.export_type, told.bytes], ['public', (await stat(file)).size]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const byApi = new Map(
    [...(await filesOf(await exported(olive)))].map(([name, bytes]) => [name, `${bytes}`]),
  );
  assert.deepEqual(await filesIn(file), byApi);
  assert.ok([...byApi.values()].includes('Copper is up.'));
});

test('private data is exported where that is asked for', async () => {
  const textOf = async (type: string) => {
    const file = freshPath();
    await toldJson('organization', 'export', file, '--type', type, ...place);
    return [...(await filesIn(file)).values()].join();
  };
  assert.doesNotMatch(await textOf('full_with_consent'), /for you alone/);
  assert.match(await textOf('full_without_consent'), /for you alone/);
  await mia.ok('PATCH', '/settings', { allow_private_data_export: true });
  assert.match(await textOf('full_with_consent'), /for you alone/);
});

test('nothing is written over, and no other kind is known', async () => {
  const file = freshPath();
  await toldJson('organization', 'export', file, ...place);
  const again = await run('organization', 'export', file, ...place);
  assert.deepEqual([again.status, again.err], [1, `${file} is there already: name another file.\n`]);
  const other = await run('organization', 'export', freshPath(), '--type', 'everything', ...place);
  assert.deepEqual([other.status, /^--type must be one of public, /.test(other.err)], [2, true]);
  const none = await run('organization', 'export', ...place);
  assert.deepEqual([none.status, /^Usage: organization export FILE/.test(none.err)], [2, true]);
});
