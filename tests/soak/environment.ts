// The environment of a soak's server: its process, its folder (on a small file system if the machine allows it) and, on
// PostgreSQL, a proxy to the database that can be disconnected.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { SmallDisk } from '../support/small-disk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const DISK_MEGABYTES = 400;

/** The disk of the data directory. */
export class Disk extends SmallDisk {
  constructor() {
    super(DISK_MEGABYTES);
  }

  get data(): string {
    const path = join(this.path, 'data');
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** The bytes of all files below the data directory. */
  get bytes(): number {
    return readdirSync(this.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce(
        (sum, entry) =>
          sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
  }

  /** The bytes of the embedded engine's write-ahead log. */
  get logBytes(): number {
    const logs = readdirSync(this.data).filter((name) => name.endsWith('-wal'));
    return logs.reduce((sum, name) => sum + statSync(join(this.data, name)).size, 0);
  }
}

/** A separate database on a PostgreSQL server, behind a proxy that can be closed. */
export class DatabaseProxy {
  readonly #admin: string;
  readonly #name = `parley_soak_${process.pid}`;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isOpen = true;

  constructor(admin: string) {
    this.#admin = admin;
  }

  async #run(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#admin });
    await client.connect();
    await client.query(sql);
    await client.end();
  }

  /** Creates the database; returns its address through the proxy. */
  async open(): Promise<string> {
    await this.#run(`create database ${this.#name}`);
    const postgres = new URL(this.#admin);
    // Without Nagle's algorithm, which would add 40 ms to each round trip.
    this.#server = createServer({ noDelay: true }, (near) => {
      near.on('error', () => undefined);
      if (!this.#isOpen) return void near.destroy();
      const to = { port: Number(postgres.port || 5432), host: postgres.hostname, noDelay: true };
      const far = connect(to).on('error', () => near.destroy());
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('close', () => this.#sockets.delete(socket));
      }
      near.on('close', () => far.destroy()).pipe(far);
      far.on('close', () => near.destroy()).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = new URL(this.#admin);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as { port: number }).port);
    url.pathname = `/${this.#name}`;
    return url.toString();
  }

  rejectConnections(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  acceptConnections(): void {
    this.#isOpen = true;
  }

  async remove(): Promise<void> {
    this.rejectConnections();
    this.#server?.close();
    await this.#run(`drop database if exists ${this.#name} with (force)`);
  }
}

/** The server, restarted on the same port after it was killed. */
export class SoakServer {
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #url = '';
  #isMeantToEnd = false;
  /** Bytes that it logged. */
  logged = 0;
  /** Unintended exits. */
  readonly ends: string[] = [];

  constructor(data: string, databaseUrl: string | undefined) {
    this.#args = ['serve', '--demo', '--data', data, ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    const port = this.#url ? new URL(this.#url).port : '0';
    const args = ['--import', './tests/soak/preload.ts', 'src/main.mjs', ...this.#args, '--port', port];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#child = child;
    this.#isMeantToEnd = false;
    child.once('exit', (code, signal) => {
      if (!this.#isMeantToEnd) this.ends.push(`the server ended by itself: ${code ?? signal}`);
    });
    this.#url = await new Promise<string>((resolve, reject) => {
      let out = '';
      const take = (chunk: Buffer) => {
        this.logged += chunk.length;
        if (out.length < 10_000) out += chunk;
        const address = /listening on (\S+)/.exec(out)?.[1];
        if (address) resolve(address);
      };
      child.stdout?.on('data', take);
      child.stderr?.on('data', take);
      child.once('exit', () => reject(new Error(`the server ended before it was ready: ${out}`)));
    });
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    this.#isMeantToEnd = true;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Sets its clock ahead by milliseconds; returns the bytes of its memory. */
  async clock(ahead: number | undefined): Promise<number> {
    const child = this.#child;
    if (!child || !this.isRunning) return 0;
    const reply = once(child, 'message', { signal: AbortSignal.timeout(10_000) });
    child.send(ahead === undefined ? {} : { ahead });
    const [answer] = await reply;
    return (answer as { memory: number }).memory;
  }
}
