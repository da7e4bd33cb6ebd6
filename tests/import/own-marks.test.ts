// Read marks of a Parley export may name a message of another organization, or a deleted one. After the import, new messages
// must still be unread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondOrganization } from '../access/support.ts';
import { emptyStorage, freshPath, runJson, serverAt, storageAt } from '../cli/backups.ts';
import type { ApiClient } from '../support/client.ts';
import { runningDemo } from '../support/command-line.ts';
import type { TestServer } from '../support/server.ts';
import { clientOf, importTarget } from './importing.ts';

const MORE_ELSEWHERE = 12;

/** Exports a server's demo organization and imports it at another server; returns clients of these people there. */
async function importedPeople(server: TestServer, ...people: readonly ApiClient[]) {
  const file = freshPath();
  const { flags } = storageAt(server.dataDirectory, server.databaseUrl);
  const kind = ['--type', 'full_without_consent', '--host', ''];
  await runJson('organization', 'export', file, ...kind, ...flags);
  const destination = await emptyStorage();
  await runJson('organization', 'import', file, ...destination.flags);
  const other = await serverAt(destination);
  const target = await importTarget(other);
  try {
    const there: ApiClient[] = [];
    for (const { email } of people) there.push(await clientOf(other, target, 1, email));
    return there;
  } finally {
    await target.close();
  }
}

async function flagsOf(client: ApiClient, id: number): Promise<string[]> {
  return (await client.ok('GET', `/messages/${id}`)).message.flags;
}

test('messages after an import are unread, whatever ids other organizations had', async () => {
  const { server } = await runningDemo();
  const elsa = await secondOrganization(server);
  const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);
  const last = await mia.sendToChannel('general', 'lunch', 'the last one here');
  for (let n = 0; n < MORE_ELSEWHERE; n++) await elsa.sendDirect([elsa.userId], `elsewhere ${n}`);
  await mel.ok('POST', '/mark_all_as_read');
  const { stream_id: general } = await max.ok('GET', '/get_stream_id', { stream: 'general' });
  await max.ok('POST', '/mark_stream_as_read', { stream_id: general });
  const importedClients = await importedPeople(server, mel, mia, max);
  const [melThere = mel, miaThere = mia, maxThere = max] = importedClients;
  assert.deepEqual(await flagsOf(melThere, last), ['read']);
  for (let n = 1; n <= MORE_ELSEWHERE; n++) {
    const next = await miaThere.sendToChannel('general', 'lunch', `the next one ${n}`);
    assert.equal(next, last + n);
    assert.deepEqual([await flagsOf(melThere, next), await flagsOf(maxThere, next)], [[], []]);
  }
});

test('messages after an import are unread, even if the newest messages were deleted', async () => {
  const { server } = await runningDemo();
  const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
  const last = await mia.sendToChannel('general', 'lunch', 'the last one that stays');
  const deletedIds = [
    await mia.sendToChannel('general', 'lunch', 'one'),
    await mia.sendToChannel('general', 'lunch', 'two'),
  ];
  await mel.ok('POST', '/mark_all_as_read');
  for (const id of deletedIds) await olive.ok('DELETE', `/messages/${id}`);
  const importedClients = await importedPeople(server, mel, mia);
  const [melThere = mel, miaThere = mia] = importedClients;
  for (let n = 1; n <= deletedIds.length; n++) {
    const next = await miaThere.sendToChannel('general', 'lunch', `the next one ${n}`);
    assert.equal(next, last + n);
    assert.deepEqual(await flagsOf(melThere, next), []);
  }
});
