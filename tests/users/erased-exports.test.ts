// An organization's exports contain the state before a person is erased: those in progress fail, and later ones are made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimExport } from '../../src/actions/exports/lease.ts';
import { exportById, insertExport, updateExport } from '../../src/stores/exports/export-store.ts';
import { newClient } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const { database, keyring } = server.server.services;
const [olive, person] = [await server.as('olive'), await newClient(server, { key: 'leaves' })];

test('an erasure fails an export in progress, and leaves exports that are pending or have failed', async () => {
  const request = () =>
    database.write(1, (writer) =>
      insertExport(writer, { accountId: olive.userId, kind: 'public', organizationUrl: server.url }),
    );
  const [startedExport, failedExport, pendingExport] = [await request(), await request(), await request()];
  await database.write(1, async (writer) => {
    assert.ok(await claimExport(writer, keyring, startedExport));
    await updateExport(writer, failedExport, { failed_at: 7 });
  });
  const listener = await olive.registerQueue({ event_types: ['realm_export'] });
  await olive.ok('POST', `/users/${person.userId}/erase`);
  const rowOf = async (id: number) => {
    const row = await exportById(database.reader(1), id);
    return { failed: row?.failed_at, deleted: row?.deleted_at };
  };
  assert.ok(((await rowOf(startedExport)).failed ?? 0) > 7);
  assert.deepEqual(await rowOf(failedExport), { failed: 7, deleted: null });
  assert.deepEqual(await rowOf(pendingExport), { failed: null, deleted: null });
  const [{ exports }] = await listener.eventsOf('realm_export');
  const { failed_timestamp } = exports.find(({ id }: { id: number }) => id === startedExport);
  assert.ok(failed_timestamp > 7);
});
