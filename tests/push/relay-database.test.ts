// A new version of the relay keeps the data of an older one.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { RelayStore } from '../../relay/relay-store.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();

const organization = {
  uuid: '0b7c8a52-4a5c-4a4a-9a0b-1a2b3c4d5e6f',
  secret: 'the owner’s secret',
  name: 'Org',
  url: 'https://chat.example.com',
  isDeactivated: false,
};

test('data of an older version is migrated at the start', () => {
  const file = join(directory, 'old.db');
  const before = new RelayStore(file);
  const { uuid, key } = before.addServer('chat.example.com', '');
  const server = before.serverOf(uuid, key);
  before.putOrganizations(server?.id ?? 0, [organization]);
  before.close();
  // As the first version left it.
  const raw = new Database(file);
  raw.exec(`drop index organization_server; drop table delivery;
    create table delivery (server_id integer not null, id text not null, answer text not null,
      delivered_at integer not null, primary key (server_id, id)) without rowid;
    create index delivery_time on delivery (delivered_at);`);
  raw.pragma('user_version = 1');
  raw.close();
  const store = new RelayStore(file);
  assert.equal(store.organization(organization.uuid)?.server_id, server?.id);
  const delivery = { serverId: 1, id: 'a' };
  store.deliveries.putReached(delivery, ['token 5']);
  assert.deepEqual([...store.deliveries.reachedPushes(delivery)], ['token 5']);
  store.close();
});

test('a database of a newer version is refused', () => {
  const file = join(directory, 'new.db');
  const raw = new Database(file);
  raw.pragma('user_version = 1000');
  raw.close();
  assert.throws(() => new RelayStore(file), /newer version/);
});

test('the database is accessible to its owner only', async () => {
  const file = join(directory, 'own.db');
  const store = new RelayStore(file);
  store.addServer('chat.example.com', '');
  for (const name of [file, `${file}-wal`]) assert.equal((await stat(name)).mode & 0o077, 0);
  store.close();
});
