// A pgbouncer in transaction mode before the PostgreSQL server for tests.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onCleanup } from './cleanup.ts';
import { freePort } from './free-port.ts';
import { waitUntil } from './waiting.ts';

/** The user and group `nobody`, which exists everywhere. pgbouncer does not run as root. */
const NOBODY = 65_534;

export interface Pooler {
  /** The address of the same database through the pooler. */
  through(databaseUrl: string): string;
  close(): Promise<void>;
}

/** Starts a pooler with a few connections to each database, so that clients have to share them. */
export async function startPooler(
  databaseUrl: string,
  { connections = 3 }: { readonly connections?: number } = {},
): Promise<Pooler> {
  const { hostname, port: databasePort, username } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'parley-pooler-'));
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${databasePort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
query_wait_timeout = 10
server_login_retry = 1
`,
  );
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  await chmod(folder, 0o755);
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const ended = once(child, 'exit');
  const through = (url: string) => {
    const pooled = new URL(url);
    pooled.hostname = '127.0.0.1';
    pooled.port = String(port);
    return pooled.toString();
  };
  await waitUntil(async () => {
    const client = new pg.Client({ connectionString: through(databaseUrl) });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onCleanup(close);
  return { through, close };
}
