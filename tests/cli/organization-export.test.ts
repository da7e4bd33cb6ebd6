// The export that administrators can request, written by a command while a server runs.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { insertPasskey } from '../../src/stores/second-factor/passkey-store.ts';
import { filesOf, requestExport } from '../organization/exported.ts';
import { enableSecondFactor } from '../support/authenticator.ts';
import { run, runningDemo } from '../support/command-line.ts';
import { upload } from '../uploads/support.ts';
import { freshPath, runJson } from './backups.ts';

const { server, storageFlags } = await runningDemo();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const { url } = await upload(mel, 'report.txt', 'Copper is up.');
await mel.sendToChannel('general', 'metals', `Here is [the report](${url})`);
await mel.sendDirect([mia.userId], 'for you alone');

/** The files of an archive on the disk, as text. */
async function filesIn(path: string): Promise<Map<string, string>> {
  const entries = await unpackTar(new Uint8Array(gunzipSync(await readFile(path))));
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]));
}

test('the command writes the same archive as the API', async () => {
  const file = freshPath();
  const summary = await runJson('organization', 'export', file, ...storageFlags);
  assert.deepEqual([summary.export_type, summary.bytes], ['public', (await stat(file)).size]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const byApi = new Map(
    [...(await filesOf(await requestExport(olive)))].map(([name, bytes]) => [name, `${bytes}`]),
  );
  assert.deepEqual(await filesIn(file), byApi);
  assert.ok([...byApi.values()].includes('Copper is up.'));
});

test('the audit log records that a command wrote it', async () => {
  const [newest] = (await olive.ok('GET', '/audit_log', { kind: 'export_written', limit: 1 })).entries;
  await runJson('organization', 'export', freshPath(), '--type', 'full_with_consent', ...storageFlags);
  const filter = { kind: 'export_written', after: newest?.id ?? 0 };
  const { entries } = await olive.ok('GET', '/audit_log', filter);
  const [{ acting_user_id, by_command, details }] = entries;
  assert.equal(entries.length, 1);
  assert.deepEqual(
    { acting_user_id, by_command, details },
    { acting_user_id: null, by_command: true, details: { export_type: 'full_with_consent' } },
  );
});

test('private data is exported on request', async () => {
  const textOf = async (type: string) => {
    const file = freshPath();
    await runJson('organization', 'export', file, '--type', type, ...storageFlags);
    return [...(await filesIn(file)).values()].join();
  };
  assert.doesNotMatch(await textOf('full_with_consent'), /for you alone/);
  assert.match(await textOf('full_without_consent'), /for you alone/);
  await mia.ok('PATCH', '/settings', { allow_private_data_export: true });
  assert.match(await textOf('full_with_consent'), /for you alone/);
});

test('no two-factor authentication data is exported, not even encrypted', async () => {
  const { recoveryCodes } = await enableSecondFactor(mia, 'demo-password');
  const passkey = { credentialId: 'the-id-of-a-passkey', publicKey: 'the-key-of-a-passkey', counter: 0 };
  const otherPasskey = {
    ...passkey,
    relyingParty: 'example.org',
    transports: [],
    name: 'The name of a passkey',
  };
  await server.server.services.database.write(1, (writer) => insertPasskey(writer, mia.userId, otherPasskey));
  const file = freshPath();
  await runJson('organization', 'export', file, '--type', 'full_without_consent', ...storageFlags);
  const text = [...(await filesIn(file))].flat().join();
  const { db } = server.server.services.database.reader(0);
  const { secret_sealed: sealed } = await db
    .selectFrom('second_factor')
    .select('secret_sealed')
    .executeTakeFirstOrThrow();
  const hashes = await db.selectFrom('recovery_code').select('code_hash').execute();
  assert.equal(hashes.length, recoveryCodes.length);
  for (const secret of [
    sealed,
    ...hashes.map(({ code_hash: hash }) => hash),
    ...recoveryCodes,
    otherPasskey.credentialId,
    otherPasskey.publicKey,
    otherPasskey.name,
  ])
    assert.ok(secret && !text.includes(secret));
});

test('nothing is overwritten, and unknown kinds are refused', async () => {
  const file = freshPath();
  await runJson('organization', 'export', file, ...storageFlags);
  const second = await run('organization', 'export', file, ...storageFlags);
  assert.deepEqual([second.status, second.err], [1, `${file} already exists. Choose another file name.\n`]);
  const other = await run('organization', 'export', freshPath(), '--type', 'everything', ...storageFlags);
  assert.deepEqual([other.status, /^--type must be one of public, /.test(other.err)], [2, true]);
  const none = await run('organization', 'export', ...storageFlags);
  assert.deepEqual([none.status, /^Usage: organization export FILE/.test(none.err)], [2, true]);
});
