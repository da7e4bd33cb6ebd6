// Actions that people can repeat without limit have one audit log entry a minute; after that minute a new entry begins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireAuditEntry } from '../../src/model/audit/audit-entry.ts';
import { DEMO_PASSWORD, rehashCheaply } from '../support/demo-passwords.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
await rehashCheaply(server);
const [olive, mel] = [await server.as('olive'), await server.as('mel')];
const username = mel.email;
const { database } = server.server.services;
const { id: organizationId } = await server.server.directory.hubForHost('');

/** Makes all entries this many seconds old. */
async function age(seconds: number): Promise<void> {
  await database.write(organizationId, async (writer) => {
    const created_at = writer.now - seconds;
    await writer.db.updateTable('audit_entry').set({ created_at }).execute();
  });
}

/** How often the newest entries of a kind were repeated. */
async function counts(kind: string, entries: number): Promise<number[]> {
  const answer = await olive.ok('GET', '/audit_log', { kind, limit: entries });
  return answer.entries.map(({ count }: WireAuditEntry) => count);
}

async function deleteMessage(): Promise<void> {
  const id = await mel.sendToChannel('general', 'audit', 'to be deleted');
  await olive.ok('DELETE', `/messages/${id}`);
}

const actions: readonly [kind: string, act: () => Promise<unknown>][] = [
  ['log_in', () => server.anonymous.ok('POST', '/fetch_api_key', { username, password: DEMO_PASSWORD })],
  [
    'log_in_failed',
    () => server.anonymous.request('POST', '/fetch_api_key', { username, password: 'a wrong guess' }),
  ],
  ['message_deleted', deleteMessage],
];

for (const [kind, act] of actions)
  test(`${kind}: actions within a minute are one entry, and the next action begins another`, async () => {
    await act();
    await act();
    assert.deepEqual(await counts(kind, 1), [2]);
    await age(50);
    await act();
    assert.deepEqual(await counts(kind, 1), [3]);
    await age(60);
    await act();
    await act();
    assert.deepEqual(await counts(kind, 2), [2, 3]);
  });

test('a minute after ten entries of a kind, each action has its own entry again', async () => {
  const rename = (name: string) => mel.ok('PATCH', '/settings', { full_name: name });
  for (let index = 0; index < 12; index++) await rename(`Mel the ${index}th`);
  await age(50);
  await rename('Mel the late');
  const [{ kind }] = (await olive.ok('GET', '/audit_log', { limit: 1 })).entries;
  assert.deepEqual(await counts(kind, 10), [4, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  await age(60);
  await rename('Mel the later');
  await rename('Mel the latest');
  assert.deepEqual(await counts(kind, 3), [1, 1, 4]);
});
