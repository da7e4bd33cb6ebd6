// PostgreSQL is returned to a moment between two messages from a base backup and archived write-ahead log, as
// docs/guide/point-in-time.md describes. The server continues from there, and clients load everything again.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { clientAt, runJson, serverAt, storageAt } from '../cli/backups.ts';
import { onCleanup } from '../support/cleanup.ts';
import { run as runCommand } from '../support/command-line.ts';
import { databaseUser, type PostgresServer, postgresPrograms, serverIn } from '../support/postgres-pair.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';
import { upload } from '../uploads/support.ts';

const run = promisify(execFile);
const skip = postgresPrograms() === undefined && 'PostgreSQL is not installed';

/** A PostgreSQL server that archives its write-ahead log. */
class ArchivingServer {
  readonly #root: string;
  readonly #user: { uid?: number; gid?: number };

  private constructor(root: string, user: { uid?: number; gid?: number }) {
    this.#root = root;
    this.#user = user;
  }

  static async prepare(): Promise<ArchivingServer> {
    const user = await databaseUser();
    const root = await mkdtemp(join(tmpdir(), 'parley-recovery-'));
    const { uid, gid } = user;
    await mkdir(join(root, 'archive'));
    if (uid !== undefined && gid !== undefined)
      for (const path of [root, join(root, 'archive')]) await chown(path, uid, gid);
    onCleanup(() => rm(root, { recursive: true, force: true }));
    const server = new ArchivingServer(root, user);
    await server.#runProgram(
      ...['initdb', '-D', join(root, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    );
    return server;
  }

  async #runProgram(name: string, ...args: string[]): Promise<void> {
    await run(join(postgresPrograms() ?? '', name), args, this.#user);
  }

  async start(folder: string, ...settings: string[]): Promise<PostgresServer> {
    const server = await serverIn(join(this.#root, folder), ['max_connections=200', ...settings]);
    await server.start();
    onCleanup(() => server.kill());
    return server;
  }

  archive(): Promise<PostgresServer> {
    const command = `archive_command=cp %p ${join(this.#root, 'archive')}/%f`;
    return this.start('data', 'archive_mode=on', command);
  }

  baseBackup({ url }: PostgresServer): Promise<void> {
    return this.#runProgram('pg_basebackup', '-D', join(this.#root, 'base'), '-c', 'fast', '-d', url);
  }

  /** Starts the base backup, and returns to a moment. */
  async recover(moment: string): Promise<PostgresServer> {
    await writeFile(join(this.#root, 'base', 'recovery.signal'), '');
    const server = await this.start(
      'base',
      `restore_command=cp ${join(this.#root, 'archive')}/%f %p`,
      `recovery_target_time=${moment}`,
      'recovery_target_action=promote',
    );
    await waitUntil(async () => {
      const [row] = await server.query('select pg_is_in_recovery() as is_recovering');
      return row?.is_recovering === false;
    }, 'the recovery has ended');
    return server;
  }
}

test('PostgreSQL is returned to a moment between two messages', { skip }, async () => {
  const archiving = await ArchivingServer.prepare();
  const database = await archiving.archive();
  const server = await startTestServer({ databaseUrl: database.url, dataDirectory: temporaryFolder() });
  const [mel, olive] = await Promise.all([server.as('mel'), server.as('olive')]);
  await archiving.baseBackup(database);
  const { queue_id: queueId, last_event_id: start } = await mel.ok('POST', '/register', {
    event_types: ['message'],
  });
  const send = (client: typeof mel, content: string) => client.sendToChannel('general', 'recovery', content);
  const kept: number[] = [];
  for (let at = 0; at < 5; at++) kept.push(await send(mel, `kept ${at}`));
  const share = async (name: string) => {
    const { url, pathId } = await upload(mel, name, Buffer.from(name));
    await send(mel, `[${name}](${url})`);
    return pathId;
  };
  const removedPath = await share('removed.txt');
  const [row] = await database.query('select now()::text as moment');
  await send(mel, 'lost 0');
  await share('newer.txt');
  const { attachments } = await mel.ok('GET', '/attachments');
  const removed = attachments.find(({ path_id }: { path_id: string }) => path_id === removedPath);
  await mel.ok('DELETE', `/attachments/${removed.id}`);
  for (let at = 1; at < 5; at++) await send(olive, `lost ${at}`);
  await waitUntil(async () => (await server.storedFiles('uploads')).length < 4, 'the file is removed');
  const { events } = await mel.ok('GET', '/events', { queue_id: queueId, last_event_id: start });
  // The server goes on writing into the next segment.
  const [ended] = await database.query('select pg_walfile_name(pg_switch_wal()) as segment');
  await waitUntil(async () => {
    const [archiver] = await database.query('select last_archived_wal from pg_stat_archiver');
    return String(archiver?.last_archived_wal ?? '') >= String(ended?.segment);
  }, 'the log is archived');
  await server.close();
  await database.kill();

  const recovered = await archiving.recover(String(row?.moment));
  const storage = storageAt(server.dataDirectory, recovered.url);
  assert.deepEqual(await runJson('database', 'recovered', ...storage.flags), { ended_queues: 1 });
  const check = await runCommand('check', ...storage.flags);
  assert.match(check.out + check.err, /1 of \d+ files are missing: .*; 1 files are not in the database: /s);
  const restarted = await serverAt(storage);
  const here = clientAt(restarted, mel);
  const { messages } = await here.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'recovery' }],
  });
  assert.deepEqual(
    messages.slice(0, 5).map(({ id }: { id: number }) => id),
    kept,
  );
  assert.equal(messages.length, 6);
  const poll = { queue_id: queueId, last_event_id: events.at(-1).id, dont_block: true };
  await here.refused('GET', '/events', poll, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`);
  await send(here, 'after');
  await restarted.close();
  await recovered.kill();
});
