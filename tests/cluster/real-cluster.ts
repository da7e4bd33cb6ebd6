// Starts the cluster of packaging/cluster on loopback: etcd, three databases with Patroni, and haproxy, with the packaged
// configuration on other ports.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onCleanup } from '../support/cleanup.ts';
import { freePort } from '../support/free-port.ts';
import { postgresPrograms } from '../support/postgres-pair.ts';
import { waitUntil } from '../support/waiting.ts';

const packaged = fileURLToPath(new URL('../../packaging/cluster/', import.meta.url));
const PASSWORD = 'for-tests';
const NODES = ['db1', 'db2', 'db3'] as const;

export interface DatabaseNode {
  readonly name: string;
  /** The address of Patroni's interface. */
  readonly patroni: string;
  /** Sends a signal to Patroni and to the database. */
  signal(name: NodeJS.Signals): Promise<void>;
  /** Starts it again after it was killed. */
  start(): void;
}

export interface RealCluster {
  /** Through haproxy, to the primary. */
  readonly databaseUrl: string;
  /** Through haproxy, to a standby. */
  readonly readUrl: string;
  /** The node that is the primary; undefined while there is none. */
  primary(): Promise<DatabaseNode | undefined>;
  /** Whether the primary sends its log to a node. */
  isFollowing(node: DatabaseNode): Promise<boolean>;
  /** Resolves when there is a primary with a synchronous standby. */
  settled(): Promise<void>;
}

async function userIds() {
  if (process.getuid?.() !== 0) return {};
  const { stdout: uid } = await promisify(execFile)('id', ['-u', 'postgres']);
  const { stdout: gid } = await promisify(execFile)('id', ['-g', 'postgres']);
  return { uid: Number(uid), gid: Number(gid) };
}

export async function startRealCluster(): Promise<RealCluster> {
  const user = await userIds();
  const folder = await mkdtemp(join(tmpdir(), 'parley-cluster-'));
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const path = `${process.env.PATH}:/usr/sbin:${postgresPrograms()}`;
  const children = new Set<ChildProcess>();
  /** Starts a program in a process group of its own; what it prints is added to a file in the folder. */
  const begin = (
    program: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) => {
    const log = openSync(join(folder, `${environment.PATRONI_NAME ?? program}.log`), 'a');
    const child = spawn(program, args, {
      ...user,
      stdio: ['ignore', log, log],
      detached: true,
      cwd: folder,
      env: { ...process.env, PATH: path, ...environment },
    });
    closeSync(log);
    children.add(child);
    return child;
  };
  const etcdPort = await freePort();
  const peer = `http://127.0.0.1:${await freePort()}`;
  const etcd = `http://127.0.0.1:${etcdPort}`;
  begin('etcd', [
    '--enable-v2',
    '--data-dir',
    join(folder, 'etcd'),
    '--listen-client-urls',
    etcd,
    '--advertise-client-urls',
    etcd,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `default=${peer}`,
  ]);
  let haproxy = (await readFile(join(packaged, 'haproxy.cfg'), 'utf8'))
    .replace(/listen parley[\s\S]*/, '')
    // Without root it may not open that many files.
    .replace('maxconn 20000', 'maxconn 500');
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  haproxy = haproxy
    .replace('127.0.0.1:5000', `127.0.0.1:${primaryPort}`)
    .replace('127.0.0.1:5001', `127.0.0.1:${standbyPort}`);
  const nodes: DatabaseNode[] = [];
  for (const [index, name] of NODES.entries()) {
    const [port, rest] = [await freePort(), await freePort()];
    haproxy = haproxy.replaceAll(
      `10.0.0.1${index + 1}:5432 check port 8008`,
      `127.0.0.1:${port} check port ${rest}`,
    );
    const data = join(folder, name);
    const start = () =>
      begin('patroni', [join(packaged, 'patroni.yml')], {
        PATRONI_NAME: name,
        HOME: folder,
        PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
        PATRONI_ETCD_HOSTS: `127.0.0.1:${etcdPort}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      });
    let patroni = start();
    nodes.push({
      name,
      patroni: `http://127.0.0.1:${rest}`,
      async signal(signalName) {
        // The database first: Patroni would start it again.
        if (patroni.pid !== undefined)
          process.kill(-patroni.pid, signalName === 'SIGKILL' ? 'SIGSTOP' : signalName);
        const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
        if (pid !== '') for (const each of await withChildren(pid)) process.kill(each, signalName);
        if (patroni.pid !== undefined && signalName === 'SIGKILL') process.kill(-patroni.pid, 'SIGKILL');
      },
      start() {
        patroni = start();
      },
    });
    // The first node becomes the primary.
    if (index === 0) await waitUntil(async () => (await statusOf(patroniAt(nodes, 0), '/primary')) === 200);
  }
  await writeFile(join(folder, 'haproxy.cfg'), haproxy);
  begin('haproxy', ['-f', join(folder, 'haproxy.cfg')]);
  onCleanup(async () => {
    for (const node of nodes) await node.signal('SIGKILL').catch(() => undefined);
    for (const { pid } of children) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
  });
  const primary = async () => {
    for (const node of nodes) if ((await statusOf(node.patroni, '/primary')) === 200) return node;
    return undefined;
  };
  return {
    databaseUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${primaryPort}/postgres`,
    readUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${standbyPort}/postgres`,
    primary,
    async isFollowing({ name }) {
      const address = (await primary())?.patroni;
      if (address === undefined) return false;
      // A node that cannot follow, since its history is another one, also answers as a replica.
      const { replication = [] } = await statusIn(address);
      return replication.some((one) => one.application_name === name && one.state === 'streaming');
    },
    settled: () =>
      waitUntil(async () => {
        const synchronous = await Promise.all(nodes.map(({ patroni }) => statusOf(patroni, '/sync')));
        return (await primary()) !== undefined && synchronous.includes(200);
      }),
  };
}

/** The ids of a process and of its children, each of which leads a process group. */
async function withChildren(pid: string): Promise<number[]> {
  // Without children `pgrep` fails.
  const { stdout } = await promisify(execFile)('pgrep', ['-P', pid]).catch(() => ({ stdout: '' }));
  return [Number(pid), ...stdout.split('\n').filter(Boolean).map(Number)];
}

function patroniAt(nodes: readonly DatabaseNode[], index: number): string {
  return nodes[index]?.patroni ?? '';
}

interface PatroniStatus {
  readonly replication?: readonly { readonly application_name: string; readonly state: string }[];
}

/** What Patroni says of a node; nothing if it does not answer. */
async function statusIn(address: string): Promise<PatroniStatus> {
  return fetch(`${address}/patroni`, { signal: AbortSignal.timeout(1000) }).then(
    async (response) => (await response.json()) as PatroniStatus,
    () => ({}),
  );
}

/** The status of Patroni's interface; 0 if it does not answer. */
async function statusOf(address: string, path: string): Promise<number> {
  return fetch(`${address}${path}`, { signal: AbortSignal.timeout(1000) }).then(
    ({ status }) => status,
    () => 0,
  );
}
