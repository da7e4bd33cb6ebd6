// Long reads on a standby: used while it has everything that a client may know of, and never otherwise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { silentLog } from '../../src/server/logger.ts';
import { postgresPrograms, startPostgresPair } from '../support/postgres-pair.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const skip = testDatabaseUrl
  ? !postgresPrograms() && 'PostgreSQL is not installed'
  : 'it is about PostgreSQL';

async function startAll(parameters = '') {
  const { primary, standby } = await startPostgresPair();
  const warnings: string[] = [];
  const server = await startTestServer({
    databaseUrl: primary.url,
    databaseReadUrl: `${standby.url}${parameters}`,
    log: { ...silentLog, warn: (_fields, message) => warnings.push(message) },
  });
  const { database } = server.server.services;
  const mel = await server.as('mel');
  const found = async (word: string) => {
    const narrow = [{ operator: 'search', operand: word }];
    const page = await mel.ok('GET', '/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    return page.messages.length;
  };
  const health = async () => (await fetch(`${server.url}/health`)).json() as Promise<{ reasons?: string[] }>;
  return { primary, standby, server, database, mel, found, warnings, health };
}

test('searches use a standby that has caught up, find what was just written, and survive its loss', {
  skip,
}, async () => {
  const { standby, database, mel, found, warnings, health } = await startAll();
  await mel.sendToChannel('general', 'standby', 'a first platypus');
  await waitUntil(async () => {
    assert.equal(await found('platypus'), 1);
    return database.replicaReads > 0;
  });
  // A standby that is behind is not used, whatever it has.
  await standby.query('select pg_wal_replay_pause()');
  await mel.sendToChannel('general', 'standby', 'a second platypus');
  const before = database.replicaReads;
  assert.equal(await found('platypus'), 2);
  assert.equal(database.replicaReads, before);
  const counted = await mel.ok('GET', '/messages/count', {
    narrow: [{ operator: 'search', operand: 'platypus' }],
  });
  assert.equal(counted.senders[0].count, 2);
  assert.equal(database.replicaReads, before);
  await standby.query('select pg_wal_replay_resume()');
  await waitUntil(async () => {
    assert.equal(await found('platypus'), 2);
    return database.replicaReads > before;
  });
  // An ordinary page is never read there.
  const searches = database.replicaReads;
  await mel.ok('GET', '/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
  assert.equal(database.replicaReads, searches);
  assert.deepEqual((await health()).reasons, undefined);
  await standby.kill();
  assert.equal(await found('platypus'), 2);
  assert.equal(await found('platypus'), 2);
  assert.deepEqual((await health()).reasons, ['replica_fails']);
  assert.equal(warnings.filter((text) => text.includes('--database-read-url cannot be used')).length, 1);
});

test('more long reads than connections wait, and do not count as a failure', { skip }, async () => {
  const { database, health } = await startAll();
  const readFor = (seconds: number) =>
    database.longRead(0, 0, (reader) => reader.execute(`select pg_sleep(${seconds})`, []));
  // Opening all connections at once may take longer on a busy machine than a standby has for it.
  await waitUntil(async () => {
    const { replicaReads } = database;
    await Promise.all([0.2, 0.2, 0.2, 0.2, 0.2].map(readFor));
    return database.replicaReads === replicaReads + 5;
  });
  const before = database.replicaReads;
  // Each is longer than the time that a standby has to accept a connection.
  const reads = [3, 3, 3, 3, 3, 0, 0].map(readFor);
  await Promise.all(reads);
  assert.equal(database.replicaReads, before + reads.length);
  assert.deepEqual((await health()).reasons, undefined);
});

test('a standby that falls silent is left, and used again when it answers', { skip }, async () => {
  const { standby, database, found, warnings, health } = await startAll();
  await waitUntil(async () => {
    await found('numbat');
    return database.replicaReads > 0;
  });
  const before = database.replicaReads;
  standby.signal('SIGSTOP');
  assert.equal(await found('numbat'), 0);
  assert.equal(database.replicaReads, before);
  assert.deepEqual((await health()).reasons, ['replica_fails']);
  assert.match(String(warnings), /--database-read-url cannot be used: it does not answer/);
  standby.signal('SIGCONT');
  // It is tried again although nothing is read.
  await waitUntil(async () => (await health()).reasons === undefined);
  await waitUntil(async () => {
    await found('numbat');
    return database.replicaReads > before;
  });
});

for (const [what, signal] of [
  ['is lost', 'SIGKILL'],
  ['falls silent', 'SIGSTOP'],
] as const)
  test(`a standby that ${what} during a read is reported, and the read is repeated`, { skip }, async () => {
    // The address shortens the time that a statement may take.
    const { standby, database, found, health } = await startAll('?query_timeout=3000');
    await waitUntil(async () => {
      await found('numbat');
      return database.replicaReads > 0;
    });
    let times = 0;
    const rows = await database.longRead(0, 0, async (reader) => {
      if (++times === 1) standby.signal(signal);
      return reader.execute('select 1 as one', []);
    });
    assert.deepEqual([times, rows], [2, [{ one: 1 }]]);
    assert.deepEqual((await health()).reasons, ['replica_fails']);
  });

test('the database of another deployment is not read', { skip }, async () => {
  const { primary } = await startPostgresPair();
  await startTestServer({ databaseUrl: primary.url });
  const warnings: string[] = [];
  const server = await startTestServer({
    databaseReadUrl: primary.url,
    log: { ...silentLog, warn: (_fields, message) => warnings.push(message) },
  });
  const mel = await server.as('mel');
  await mel.sendToChannel('general', 'standby', 'a lone wombat');
  const narrow = [{ operator: 'search', operand: 'wombat' }];
  const page = await mel.ok('GET', '/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
  assert.equal(page.messages.length, 1);
  assert.equal(server.server.services.database.replicaReads, 0);
  assert.match(String(warnings), /belongs to another deployment/);
});

test('the address of a standby needs one of a database', () => {
  assert.throws(
    () => parseServeOptions(['--database-read-url', 'postgres://db/parley'], {}),
    /--database-read-url needs --database-url\./,
  );
});
