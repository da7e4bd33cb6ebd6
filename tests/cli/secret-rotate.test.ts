// Rotating the secret of a stopped server: encrypted values can still be decrypted, those that cannot be re-encrypted
// are revoked, and after a crash at any point the server starts.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { queueMail } from '../../src/actions/outbox/mail-store.ts';
import { unsealApiKey } from '../../src/model/accounts/credentials.ts';
import { signedUrl } from '../../src/model/external-media/external-media-url.ts';
import { sealPurposes, unseal } from '../../src/model/sealed.ts';
import { readKeyring } from '../../src/server/keyring.ts';
import { storeGifKey } from '../../src/stores/gifs/gif-key-store.ts';
import type { ApiClient } from '../support/client.ts';
import { run } from '../support/command-line.ts';
import { freshDatabase, startTestServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface TestStorage {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
}

async function emptyStorage(): Promise<TestStorage> {
  return { dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
}

const flags = ({ dataDirectory, databaseUrl }: TestStorage) => [
  '--data',
  dataDirectory,
  ...(databaseUrl ? ['--database-url', databaseUrl] : []),
];

/** The columns with texts that a secret decrypts, for any purpose: `table.column`. */
async function columnsDecryptedBy(server: TestServer, secret: Buffer): Promise<string[]> {
  const { db, engine, execute } = server.server.services.database.reader(1);
  const columns =
    engine === 'sqlite'
      ? sql`select m.name as t, p.name as c from sqlite_schema m join pragma_table_info(m.name) p
          where m.type = 'table' and m.name not like '%_words%'`
      : sql`select table_name as t, column_name as c from information_schema.columns
          where table_schema = current_schema() and data_type = 'text'`;
  const run = async (query: ReturnType<typeof sql>) => {
    const { sql: text, parameters } = query.compile(db as never);
    return (await execute(text, parameters)) as Record<string, string>[];
  };
  const found: string[] = [];
  for (const { t, c } of await run(columns)) {
    const rows = await run(sql`select cast(${sql.ref(c ?? '')} as text) as v from ${sql.table(t ?? '')}`);
    for (const { v } of rows)
      for (const [part] of String(v ?? '').matchAll(/[A-Za-z0-9_-]{38,}/g))
        if (decrypts(secret, part)) found.push(`${t}.${c}`);
  }
  return [...new Set(found)].sort();
}

function decrypts(secret: Buffer, part: string): boolean {
  if (sealPurposes.some((purpose) => unseal({ secret }, purpose, part) !== undefined)) return true;
  try {
    unsealApiKey({ secret }, part);
    return true;
  } catch {
    return false;
  }
}

async function secretOf({ dataDirectory }: TestStorage): Promise<Buffer> {
  return (await readKeyring(dataDirectory))?.secret ?? Buffer.alloc(0);
}

/** A server with encrypted values of many kinds. */
async function serverWithSecrets(storage: TestStorage): Promise<ApiClient> {
  const server = await startTestServer(storage);
  const olive = await server.as('olive');
  await olive.ok('POST', '/bots', {
    full_name: 'Outgoing',
    short_name: 'outgoing',
    bot_type: 3,
    payload_url: 'https://hooks.example.com/x',
    interface_type: 1,
  });
  await olive.ok('POST', '/invites/multiuse', {});
  await olive.ok('GET', '/streams/1/email_address');
  await olive.sendToChannel('general', 'pictures', 'https://pictures.example.com/a.png');
  await server.server.services.database.write(1, (writer) =>
    queueMail(writer, { to: 'later@example.com', subject: 'x', text: 'x' }),
  );
  const { database, keyring } = server.server.services;
  await database.write(1, (writer) =>
    storeGifKey(writer, keyring, { provider: 'giphy', key: 'a-key-of-a-provider' }),
  );
  await server.close();
  return olive;
}

/** Expects that a message with an external picture links to an address that this server signed. */
async function expectPicture(storage: TestStorage, olive: ApiClient): Promise<void> {
  const narrow = [{ operator: 'topic', operand: 'pictures' }];
  const { messages } = await olive.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow,
  });
  const [, digest = '', hex = ''] = /external_content\/(\w+)\/(\w+)/.exec(messages[0].content) ?? [];
  const secret = await secretOf(storage);
  assert.equal(signedUrl({ secret }, digest, hex), 'https://pictures.example.com/a.png');
}

/** Expects a working server: the old API key is valid, and encrypted values are readable. */
async function expectWorking(storage: TestStorage, { email, apiKey }: ApiClient): Promise<TestServer> {
  const server = await startTestServer(storage);
  const olive = server.client(email, apiKey);
  await olive.ok('GET', '/users/me');
  const { bots } = await olive.ok('GET', '/bots');
  const outgoingBot = bots.find((bot: { full_name: string }) => bot.full_name === 'Outgoing');
  await server.client(outgoingBot.username, outgoingBot.api_key).ok('GET', '/users/me');
  const { invites } = await olive.ok('GET', '/invites');
  assert.match(invites[0].link_url, /\/join\/\w+/);
  await expectPicture(storage, olive);
  return server;
}

test('everything is encrypted again, and the old secret decrypts nothing', async () => {
  const storage = await emptyStorage();
  const olive = await serverWithSecrets(storage);
  const before = await secretOf(storage);
  const { status, out, err } = await run('secret', 'rotate', ...flags(storage));
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, /Make a new backup/);
  const after = await secretOf(storage);
  assert.notDeepEqual(before, after);
  const server = await expectWorking(storage, olive);
  assert.deepEqual(await columnsDecryptedBy(server, before), []);
  const opened = await columnsDecryptedBy(server, after);
  for (const one of ['account.api_key_sealed', 'bot_service.token', 'event.entry', 'gif_key.sealed_key'])
    assert.ok(opened.includes(one), `${one}: ${opened}`);
});

test('rotation is refused while a server runs', async () => {
  const storage = await emptyStorage();
  const server = await startTestServer(storage);
  const { status, err } = await run('secret', 'rotate', ...flags(storage));
  assert.equal(status, 1);
  assert.match(err, /server is running on the data directory|Stop all servers that use it first/);
  await server.close();
});

const script = fileURLToPath(new URL('rotate-killed.mjs', import.meta.url));
for (const point of ['before writing', 'written', 'within', 'sealed', 'promoted']) {
  test(`a server starts after a rotation that was killed: ${point}`, async () => {
    const storage = await emptyStorage();
    const olive = await serverWithSecrets(storage);
    const { dataDirectory, databaseUrl = '' } = storage;
    const child = spawnSync(process.execPath, [script, dataDirectory, databaseUrl, point], {
      encoding: 'utf8',
    });
    assert.equal(child.signal, 'SIGKILL', child.stderr);
    await (await expectWorking(storage, olive)).close();
    // The start has moved the new file into place.
    if (point === 'sealed') assert.equal(existsSync(join(dataDirectory, 'secret.next')), false);
    assert.equal((await run('secret', 'rotate', ...flags(storage))).err, '');
    await expectWorking(storage, olive);
    assert.equal(existsSync(join(dataDirectory, 'secret.next')), false);
    assert.ok((await readFile(join(dataDirectory, 'secret'), 'utf8')).length > 40);
  });
}
