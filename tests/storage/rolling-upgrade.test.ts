// A server of a later version starts beside one of this version, whose people go on writing and reading, and then this one
// leaves. The later version has further migrations: one that older servers can go on beside, and one that waits for them to
// stop.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { withDatabase } from '../../src/cli/command-database.ts';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { Browser, loggedIn } from '../support/browser.ts';
import { ApiClient } from '../support/client.ts';
import { copyDemoTemplate, templateDatabase } from '../support/demo-template.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { needsPostgres } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';

const SENDERS = ['mel', 'mia', 'max', 'adam'] as const;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const addition: Migration = {
  version: 9001,
  kind: 'additive',
  statements: () => [
    'create table test_addition (id {id}, note {text})',
    // These tables are written and read all the time, by statements that are prepared already.
    "alter table message add column test_note {text} default 'added'",
    'alter table account add column test_flag bigint not null default 0',
    'alter table event_queue add column test_flag bigint not null default 0',
  ],
};
const cleanup: Migration = {
  version: 9002,
  kind: 'cleanup',
  statements: () => ['create table test_cleaned (id {id})'],
};

async function startOlder() {
  const dataDirectory = temporaryFolder();
  await copyDemoTemplate(dataDirectory);
  const databaseUrl = (await freshDatabase(templateDatabase)) ?? '';
  const storage = { dataDirectory, databaseUrl, log: quiet };
  const older = await startTestServer(storage);
  const startLater = (...furtherMigrations: Migration[]) =>
    startTestServer({ ...storage, furtherMigrations });
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const schemas = async () =>
    (await query('select version from schema_version where version > 9000 order by version')).map(
      ({ version }) => Number(version),
    );
  return { storage, older, startLater, query, schemas };
}

/** People who send one message after another, at servers that change. */
function sendAll(people: readonly ApiClient[], urls: () => readonly string[]) {
  const acknowledged = new Map<string, number>();
  let isOver = false;
  const running = people.map(async ({ email, apiKey }, index) => {
    for (let count = 0; !isOver; count++) {
      const content = `${index}.${count}`;
      const at = urls();
      const response = await fetch(`${at[(index + count) % at.length]}/api/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
        body: new URLSearchParams({ type: 'channel', to: '"general"', topic: 'upgrade', content }),
      });
      const { id, msg } = (await response.json()) as { id: number; msg: string };
      if (response.status === 200) acknowledged.set(content, id);
      else {
        assert.equal(response.status, 503, msg);
        assert.ok(response.headers.get('retry-after'), msg);
      }
    }
  });
  return {
    acknowledged,
    /** Resolves after further messages. */
    async further(count: number): Promise<void> {
      const until = acknowledged.size + count;
      await Promise.race([waitUntil(async () => acknowledged.size >= until), Promise.all(running)]);
    },
    async end(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}

test('a later version starts beside this one and takes over, under load', needsPostgres, async (t) => {
  const { older, startLater, query, schemas } = await startOlder();
  let urls: readonly string[] = [older.url];
  const people = await Promise.all(SENDERS.map((name) => older.as(name)));
  const [mel] = people;
  assert.ok(mel);
  const browser = await loggedIn(older.url, 'mia@example.com');
  const { queue_id, last_event_id } = await mel.ok('POST', '/register', { event_types: '["message"]' });
  const received: number[] = [];
  let lastEvent: number = last_event_id;
  let polls = 0;
  const sending = sendAll(people, () => urls);
  const pollUntil = async (end: string) => {
    for (let isOver = false; !isOver; ) {
      const at = new ApiClient(urls[polls++ % urls.length] ?? '', mel.email, mel.apiKey, mel.userId);
      const { events } = await at.ok('GET', '/events', { queue_id, last_event_id: lastEvent });
      for (const { id, type, message } of events) {
        lastEvent = Math.max(lastEvent, id);
        if (type === 'message') received.push(message.id);
        isOver ||= message?.content === end;
      }
    }
  };
  const polling = pollUntil('the end');
  await sending.further(40);
  const later = await startLater(addition, cleanup);
  assert.deepEqual(await schemas(), [addition.version], 'what older servers need stays');
  urls = [older.url, later.url];
  await sending.further(80);
  const { database } = older.server.services;
  await waitUntil(() => database.shouldLeaveWork(), 'jobs are left to the later version');
  assert.equal(await later.server.services.database.shouldLeaveWork(), false);
  urls = [later.url];
  await sending.further(20);
  await older.close();
  await waitUntil(async () => (await schemas()).length === 2);
  await sending.further(40);
  await sending.end();
  const atLater = new ApiClient(later.url, mel.email, mel.apiKey, mel.userId);
  await atLater.sendToChannel('general', 'upgrade', 'the end');
  await polling;
  const rows = await query(
    "select message.id from message join conversation on conversation.id = conversation_id where topic_name = 'upgrade' order by message.id",
  );
  const stored = rows.map(({ id }) => Number(id));
  const missing = [...sending.acknowledged.values()].filter((id) => !stored.includes(id));
  assert.deepEqual(missing, []);
  assert.deepEqual(received, stored, 'each once, in order');
  const elsewhere = new Browser(later.url);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  assert.ok(await elsewhere.isLoggedIn());
  t.diagnostic(`${stored.length} messages, ${polls} polls`);
});

test('this version may return beside the later one until that has cleaned up', needsPostgres, async () => {
  const { storage, older, startLater } = await startOlder();
  const later = await startLater(addition);
  await older.close();
  const again = await startTestServer(storage);
  await (await again.as('mel')).sendToChannel('general', 'upgrade', 'again');
  // A command treats all tables, of which the later version has more.
  const { dataDirectory, databaseUrl: url } = storage;
  await assert.rejects(
    withDatabase({ dataDirectory, url }, async () => undefined),
    /newer version/,
  );
  await again.close();
  await later.close();
  const latest = await startLater(addition, cleanup);
  await assert.rejects(startTestServer(storage), {
    message:
      /newer version of Parley \(schema 9002; this version knows \d+\)\. Start that version again\. To return to this one, restore a backup/,
  });
  await latest.close();
});

test('a cleanup of a table that is read for long hardly blocks others', needsPostgres, async () => {
  const { older, startLater, schemas, storage } = await startOlder();
  const cleaning: Migration = {
    version: 9002,
    kind: 'cleanup',
    statements: () => ['alter table message alter column test_note drop default'],
  };
  await startLater(addition, cleaning);
  const backup = new pg.Client({ connectionString: storage.databaseUrl });
  const reader = new pg.Client({ connectionString: storage.databaseUrl });
  await Promise.all([backup.connect(), reader.connect()]);
  await backup.query('begin isolation level repeatable read read only');
  await backup.query('select count(*) from message');
  await older.close();
  const tries = new Set<string>();
  await waitUntil(async () => {
    const { rows } = await reader.query(
      `select pid, xact_start::text as begun from pg_locks join pg_stat_activity using (pid)
       where relation = 'message'::regclass and mode = 'AccessExclusiveLock' and not granted`,
    );
    assert.ok(rows.length <= 1, 'one try at a time');
    for (const { begun } of rows) {
      tries.add(begun);
      // A try that waited longer than this statement may take would fail it.
      await reader.query("set statement_timeout = '1500ms'");
      await reader.query('select count(*) from message');
    }
    return tries.size === 2;
  });
  assert.deepEqual(await schemas(), [9001]);
  await backup.end();
  await waitUntil(async () => (await schemas()).length === 2);
  await reader.end();
});

test('a change that older servers would miss waits for them to stop', needsPostgres, async () => {
  const { older, startLater, schemas } = await startOlder();
  const change = { version: 9003, statements: () => ['create table test_change (id {id})'] };
  await assert.rejects(startLater(addition, change), /Servers of an older version are using the database/);
  assert.deepEqual(await schemas(), []);
  await older.close();
  await (await startLater(addition, change)).close();
  assert.deepEqual(await schemas(), [9001, 9003]);
});
