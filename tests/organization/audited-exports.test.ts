// The audit log is for owners only: administrators who may export everything do not get it in exports.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { eventsUntil } from '../support/waiting.ts';
import { configure } from '../users/support.ts';
import { type Exported, filesOf, jsonIn, requestExport } from './exported.ts';

const server = await startTestServer();
const [olive, adam] = await Promise.all([server.as('olive'), server.as('adam')]);
const everything = { export_type: 'full_without_consent' };

const linkFor = async (client: typeof olive, id: number): Promise<string | null> => {
  const { exports } = await client.ok('GET', '/export/realm');
  return exports.find((one: Exported) => one.id === id).export_url;
};

before(() => configure(server, { owner_full_content_access: true }));

test('a full export by an administrator has no audit log', async () => {
  const createdExport = await requestExport(adam, everything);
  const files = await filesOf(createdExport);
  assert.ok(jsonIn(files, 'messages/').length > 0);
  assert.deepEqual(jsonIn(files, 'audit_log/'), []);
  for (const client of [adam, olive])
    assert.equal(await linkFor(client, createdExport.id), createdExport.export_url);
});

test('a full export by an owner has it, and administrators get no link to it', async () => {
  const listener = await adam.registerQueue({ fetch_event_types: [], event_types: ['realm_export'] });
  const createdExport = await requestExport(olive, everything);
  const kinds = jsonIn(await filesOf(createdExport), 'audit_log/').map(({ kind }) => kind);
  assert.ok(kinds.includes('export_started'));
  assert.equal(await linkFor(olive, createdExport.id), createdExport.export_url);
  assert.equal(await linkFor(adam, createdExport.id), null);
  const isMade = (one: Exported) => one.id === createdExport.id && !one.pending;
  const events = await eventsUntil(listener, ({ exports }) => exports?.some(isMade));
  assert.equal(events.at(-1).exports.find(isMade).export_url, null);
});

test('the link to an export without others’ secrets is available to all administrators', async () => {
  const createdExport = await requestExport(olive);
  assert.equal(await linkFor(adam, createdExport.id), createdExport.export_url);
});
