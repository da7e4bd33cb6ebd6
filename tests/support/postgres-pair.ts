// A PostgreSQL server with a standby, each in a folder of its own, for tests that stop them. The server that all tests
// share is left alone.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { onCleanup } from './cleanup.ts';
import { freePort } from './free-port.ts';
import { waitUntil } from './waiting.ts';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs, of the newest version; undefined if they are not installed. */
export function postgresPrograms(): string | undefined {
  try {
    const versions = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one));
    return versions[0] === undefined ? undefined : join(VERSIONS, versions[0], 'bin');
  } catch {
    return undefined;
  }
}

/** PostgreSQL does not run as root: the user and group to run it as; nothing for other users. */
export async function databaseUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** One PostgreSQL server of the pair. */
export interface PostgresServer {
  readonly url: string;
  /** Runs one statement. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Sends a signal to all of its processes, such as SIGSTOP. */
  signal(name: NodeJS.Signals): void;
}

/** The children of a process: PostgreSQL's lead groups of their own. */
function childrenOf(pid: number): number[] {
  // Without children `pgrep` fails.
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean).map(Number);
}

/** A server on an existing folder, which the caller starts and ends. */
export async function serverIn(folder: string, settings: readonly string[]): Promise<PostgresServer> {
  const programs = postgresPrograms() ?? '';
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const user = await databaseUser();
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    ...settings,
  ];
  const server: PostgresServer = {
    url,
    query,
    async start() {
      child = spawn(
        join(programs, 'postgres'),
        ['-D', folder, ...options.flatMap((option) => ['-c', option])],
        {
          ...user,
          stdio: 'ignore',
          detached: true,
        },
      );
      ended = once(child, 'exit');
      await waitUntil(() =>
        query('select 1').then(
          () => true,
          () => false,
        ),
      );
    },
    signal(name) {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const connections = childrenOf(child.pid);
      // The first process before its children, which it would replace.
      process.kill(-child.pid, name);
      for (const pid of connections) {
        try {
          process.kill(pid, name);
        } catch {
          // It has ended already.
        }
      }
    },
    async kill() {
      server.signal('SIGKILL');
      await ended;
    },
  };
  return server;
}

/** Starts a server, and a standby that follows it. */
export async function startPostgresPair(
  settings: readonly string[] = [],
): Promise<{ primary: PostgresServer; standby: PostgresServer }> {
  const programs = postgresPrograms() ?? '';
  const user = await databaseUser();
  const root = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) await chown(root, user.uid, user.gid);
  const folderOf = (name: string) => join(root, name);
  await run(
    join(programs, 'initdb'),
    ['-D', folderOf('primary'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    user,
  );
  const primary = await serverIn(folderOf('primary'), ['max_connections=200', ...settings]);
  await primary.start();
  const { port } = new URL(primary.url);
  await run(
    join(programs, 'pg_basebackup'),
    [
      '-D',
      folderOf('standby'),
      '-R',
      '-c',
      'fast',
      '--no-sync',
      '-d',
      `host=127.0.0.1 port=${port} user=postgres application_name=standby`,
    ],
    user,
  );
  const standby = await serverIn(folderOf('standby'), ['max_connections=200', 'hot_standby=on', ...settings]);
  await standby.start();
  onCleanup(async () => {
    await Promise.all([primary.kill(), standby.kill()]);
    await rm(root, { recursive: true, force: true });
  });
  return { primary, standby };
}
