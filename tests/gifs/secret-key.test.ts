// The key of the provider is in no answer, no event, no export, no log, and in the database only sealed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Logger } from '../../src/api-contract/logger.ts';
import { filesOf, requestExport } from '../organization/exported.ts';
import { startTestServer } from '../support/server.ts';
import { eventsUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import { KEY, startGifProvider } from './gif-provider.ts';

const lines: string[] = [];
const write = (fields: unknown, message: string) => void lines.push(JSON.stringify([message, fields]));
const log: Logger = { info: write, warn: write, error: write };
const provider = await startGifProvider();
const server = await startTestServer({ gifAddresses: provider.addresses, log, writesAccessLog: true });
const [olive, mel] = [await server.as('olive'), await server.as('mel')];

const recorded: string[] = [];
const see = (value: unknown) => void recorded.push(JSON.stringify(value));

test('the key is set, replaced and used by both providers', async () => {
  const listener = await olive.registerQueue({});
  for (const name of ['giphy', 'klipy']) {
    see(await olive.request('PUT', '/realm/gif_provider', { provider: name, api_key: KEY }));
    see(await mel.request('GET', '/gifs', { query: name }));
    const answer = provider.standIn.answer;
    // One provider repeats the key in its errors.
    for (const status of [401, 404, 429, 500]) {
      provider.standIn.answer = () => ({ status, body: { errors: { message: [`invalid: [${KEY}]`] } } });
      await withLimit('gifPauseSeconds', 0, async () =>
        see(await mel.request('GET', '/gifs', { query: `${name} ${status}` })),
      );
    }
    provider.standIn.answer = () => ({ body: `no JSON: ${KEY}` });
    see(await mel.request('GET', '/gifs', { query: `${name} broken` }));
    provider.standIn.answer = answer;
  }
  const events = await eventsUntil(listener, (event) => event.value === 'klipy');
  see(events);
  assert.ok(
    provider.searches().some(({ href }) => href.includes(KEY)),
    'the provider received the key',
  );
});

test('no answer, event or line of the log contains the key', async () => {
  await provider.standIn.stop();
  see(await mel.request('GET', '/gifs', { query: 'gone' }));
  see((await olive.registerQueue({})).snapshot);
  see(await olive.ok('GET', '/audit_log', { limit: 100 }));
  assert.ok(recorded.length > 10);
  for (const text of recorded) assert.equal(text.includes(KEY), false, text.slice(0, 300));
  const failures = lines.filter((line) => line.startsWith('["gif search failed"'));
  assert.ok(failures.length >= 3, lines.join('\n'));
  for (const line of lines) assert.equal(line.includes(KEY), false, line);
});

test('no export contains the key', async () => {
  const files = await filesOf(await requestExport(olive));
  assert.ok(files.size > 0);
  for (const [name, bytes] of files) {
    assert.equal(bytes.includes(KEY), false, name);
    assert.equal(/sealed_key/.test(bytes.toString('latin1')), false, name);
  }
});

test('the database contains the key only sealed', async () => {
  const { db } = server.server.services.database.reader(1);
  const rows = await db.selectFrom('gif_key').selectAll().execute();
  assert.equal(rows.length, 1);
  assert.match(rows[0]?.sealed_key ?? '', /^sealed\.[\w-]{40,}$/);
  const loggedRows = await db
    .selectFrom('event')
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<string>`cast(entry as text)`, 'like', `%${KEY}%`)
    .executeTakeFirstOrThrow();
  assert.equal(Number(loggedRows.count), 0);
});
