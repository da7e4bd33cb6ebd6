// The command that checks a server, while it runs.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkDatabase } from '../../src/cli/checks/database.ts';
import { checkClock } from '../../src/cli/checks/external-services.ts';
import { PostgresRows } from '../../src/storage/rows/postgres-rows.ts';
import type { RowSource } from '../../src/storage/rows/rows.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import { root, run, runningDemo } from '../support/command-line.ts';
import { startMailSink } from '../support/mail.ts';
import { animatedGif, png, sendFiles, upload } from '../uploads/support.ts';
import { emptyStorage, storageAt } from './backups.ts';

const { server } = await runningDemo();
const { dataDirectory } = server;
const storage = storageAt(dataDirectory, server.databaseUrl);
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
await sendFiles(mel, '/users/me/avatar', [{ name: 'mel.png', bytes: await png(64, 64) }]);
await sendFiles(olive, '/realm/emoji/heron', [{ name: 'h.gif', bytes: await animatedGif() }]);
await sendFiles(olive, '/realm/icon', [{ name: 'i.png', bytes: await png(64, 64) }]);
const picture = await upload(mel, 'shore.png', await png(900, 600), 'image/png');
await mel.sendToChannel('general', 'shores', `Here is [it](${picture.url})`);

async function checked(...flags: string[]) {
  const { status, out, err } = await run('check', '--json', ...storage.flags, ...flags);
  assert.equal(err, '');
  const { is_right: isRight, checks } = JSON.parse(out);
  assert.equal(status, isRight ? 0 : 1);
  const failedChecks = checks.filter((one: { is_right: boolean }) => !one.is_right);
  return {
    checks,
    wrong: failedChecks.map(({ check, detail }: Record<string, string>) => `${check}: ${detail}`),
  };
}

test('a running server passes, and nothing is changed', async () => {
  const before = (await readdir(dataDirectory)).sort();
  const { checks, wrong } = await checked();
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    checks.map(({ check }: { check: string }) => check),
    [
      'configuration',
      'data',
      'disk',
      // PostgreSQL manages its own write-ahead log.
      ...(storage.databaseUrl ? [] : ['checkpoints']),
      'database',
      'secret',
      'files',
      'url',
      'mail',
      'relay',
      'calls',
      'sign-in',
      'clock',
    ],
  );
  assert.deepEqual((await readdir(dataDirectory)).sort(), before);
  const { status, out } = await run('check', ...storage.flags);
  assert.equal(status, 0);
  assert.match(
    out,
    /^ok {6}configuration {2}.*\nok {6}data {11}.*\nok {6}disk {11}.*\n(?:ok {6}checkpoints {4}.*\n)?ok {6}database {7}\d+ tables are readable and consistent/,
  );
  assert.equal(out.split('\n').length, checks.length + 1);
});

test('a server without mail lists what does not work, and how to set up mail', async () => {
  const { checks } = await checked();
  const { detail } = checks.find(({ check }: { check: string }) => check === 'mail');
  assert.match(detail, /^Email is not set up/);
  assert.match(detail, /invitation links work without a confirmed address/);
  assert.match(detail, /--smtp-url and --url/);
});

test('concurrent writes are not reported as faults', async () => {
  const { databaseUrl } = server;
  const rows = databaseUrl
    ? await PostgresRows.connect(databaseUrl)
    : SqliteRows.readOnly(join(dataDirectory, 'parley.db'));
  let statements = 0;
  const withWrites: RowSource = {
    engine: rows.engine,
    rows: (table) => rows.rows(table),
    execute: async (sql, values) => {
      const rowsFound = await rows.execute(sql, values);
      await mel.sendToChannel('general', 'shores', `Wave ${++statements}`);
      return rowsFound;
    },
  };
  const { is_right: isRight, detail } = await checkDatabase(withWrites);
  await rows.close();
  assert.ok(statements > 1);
  assert.equal(isRight, true, detail);
});

test('missing and orphaned files are named', async () => {
  const folder = join(dataDirectory, 'uploads', ...picture.pathId.split('/').slice(0, 3));
  await rename(join(folder, 'original'), join(root, 'kept'));
  const stray = 'avatars/1/0123456789012345678901234567890123456789/medium.png';
  await mkdir(join(dataDirectory, stray, '..'), { recursive: true });
  await writeFile(join(dataDirectory, stray), 'nobody');
  const { wrong } = await checked();
  assert.equal(wrong.length, 1);
  assert.match(
    wrong[0],
    /^files: 1 of \d+ files are missing: uploads\/[^ ]*\/original; 1 files are not in the database: avatars\/1\/0123/,
  );
  await rename(join(root, 'kept'), join(folder, 'original'));
  await rm(join(dataDirectory, stray, '..'), { recursive: true });
  assert.deepEqual((await checked()).wrong, []);
});

test('dangling references are counted', async () => {
  const { database } = server.server.services;
  const [account] = [mel.userId];
  await database.write(1, async (writer) => {
    await writer.db
      .insertInto('reaction')
      .values({
        ...{ organization_id: 1, message_id: 999_999, account_id: account, emoji_name: 'heron' },
        ...{ emoji_code: '1', reaction_type: 'realm_emoji' },
      })
      .execute();
  });
  assert.deepEqual((await checked()).wrong, ['database: 1 rows of reaction refer to a missing message.']);
  await database.write(1, async (writer) => {
    await writer.db.deleteFrom('reaction').where('message_id', '=', 999_999).execute();
  });
});

test('the mail server and the relay are contacted', async () => {
  const sink = await startMailSink();
  const relay = createServer((_, answer) => answer.writeHead(relayStatus).end());
  let relayStatus = 404;
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  const relayUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const flags = [
    '--smtp-url',
    sink.url.replace('smtp://', 'smtp://user:hidden-word@'),
    '--push-relay-url',
    relayUrl,
  ];
  try {
    const { wrong } = await checked('--smtp-url', sink.url, '--push-relay-url', relayUrl);
    assert.deepEqual([wrong, sink.received], [[], []]);
    relayStatus = 503;
    assert.deepEqual((await checked('--push-relay-url', relayUrl)).wrong, [
      `relay: ${relayUrl} answers with status 503.`,
    ]);
  } finally {
    await sink.close();
    await new Promise((closed) => relay.close(closed));
  }
  const { wrong } = await checked(...flags);
  assert.match(wrong[0], /^mail: .*ECONNREFUSED/);
  assert.match(wrong[1], /^relay: the connection was refused\.$/);
  assert.doesNotMatch(wrong.join(), /hidden-word/);
});

test('a mismatched secret, configuration or database is found', async () => {
  const secret = join(dataDirectory, 'secret');
  await rename(secret, join(root, 'secret'));
  await writeFile(secret, `${Buffer.alloc(32, 7).toString('base64url')}\n`);
  await writeFile(join(dataDirectory, 'video-calls.json'), '{"nothing":1}');
  const { wrong } = await checked();
  assert.match(wrong[0], /^configuration: .*line 1: "nothing" is unknown\.$/);
  assert.match(
    wrong[1],
    /^secret: The secret in .* does not match the database\. Restore the right one from a backup\.$/,
  );
  await rename(join(root, 'secret'), secret);
  await rm(join(dataDirectory, 'video-calls.json'));
  const signIn = join(root, 'sign-in.json');
  await writeFile(signIn, '{"providers":[{"id":"x"}]}');
  const { wrong: ofSignIn } = await checked('--sign-in', signIn, '--url', 'https://chat.example.com');
  assert.match(ofSignIn.join(), /^configuration: .*sign-in\.json, line 1: /);
  const empty = await emptyStorage();
  const none = await run('check', ...empty.flags);
  assert.equal(none.status, 1);
  assert.match(none.out, /\nFAILED {2}database {7}(?:No database found|The database is empty)/);
  const wrongFlag = await run('check', '--nonsense');
  assert.equal(wrongFlag.status, 2);
});

test('a damaged database file is found', { skip: storage.databaseUrl !== undefined }, async () => {
  await server.close();
  const other = storageAt(await mkdtemp(join(root, 'damaged-')), undefined);
  for (const name of ['parley.db', 'secret'])
    await rename(join(dataDirectory, name), join(other.dataDirectory, name));
  const file = join(other.dataDirectory, 'parley.db');
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  for (let at = 8 * 4096; at < size; at += 40 * 4096) await handle.write(Buffer.alloc(600, 0xff), 0, 600, at);
  await handle.close();
  const { status, out } = await run('check', ...other.flags);
  assert.equal(status, 1);
  assert.match(out, /\nFAILED {2}database {7}/);
});

test('a clock that differs from the database’s is reported', async () => {
  const ahead = (seconds: number) =>
    checkClock({
      engine: 'postgres',
      execute: async () => [{ now_ms: Date.now() - seconds * 1000 }],
      rows: async function* () {},
    });
  assert.equal((await ahead(0)).is_right, true);
  assert.match(
    (await ahead(100)).detail,
    /clock is 100 seconds ahead of the database's\. Set both with NTP\.$/,
  );
  assert.match(
    (await ahead(-100)).detail,
    /clock is 100 seconds behind the database's\. Set both with NTP\.$/,
  );
  assert.equal((await ahead(-100)).is_right, false);
});
