// A server in its own process, on a data directory that outlives it, so that tests can kill it in the middle of its
// work and start it again.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onCleanup } from './cleanup.ts';
import { ApiClient } from './client.ts';
import { copyDemoTemplate, templateDatabase } from './demo-template.ts';
import { dropDatabase, freshDatabase } from './server.ts';
import { temporaryFolder } from './temporary.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));

export class KillableServer {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  #child: ChildProcess | undefined;
  #url = '';

  private constructor(dataDirectory: string, databaseUrl: string | undefined) {
    this.dataDirectory = dataDirectory;
    this.databaseUrl = databaseUrl;
    // Registered here, not at each start, which may happen in a nested test.
    onCleanup(() => this.signalKill());
  }

  /** Prepares a data directory, with the demo organization if the run has a template; starts nothing. */
  static async prepare(): Promise<KillableServer> {
    const directory = temporaryFolder();
    await copyDemoTemplate(directory);
    return new KillableServer(directory, await freshDatabase(templateDatabase));
  }

  /** Prepares one on a fresh database of a PostgreSQL server; starts nothing. */
  static async prepareOn(postgresUrl: string): Promise<KillableServer> {
    const databaseUrl = await freshDatabase(undefined, postgresUrl);
    if (databaseUrl) onCleanup(() => dropDatabase(databaseUrl));
    return new KillableServer(temporaryFolder(), databaseUrl);
  }

  /** Another server on the same database, which must be PostgreSQL; starts nothing. */
  beside(): KillableServer {
    return new KillableServer(this.dataDirectory, this.databaseUrl);
  }

  /** The address it was last started at. */
  get url(): string {
    return this.#url;
  }

  /** Starts it with the demo organization, on a free port or the previous one; resolves once it listens. */
  async start(port: number | 'same' = 0): Promise<void> {
    const chosenPort = port === 'same' ? new URL(this.#url).port : String(port);
    const args = ['serve', '--demo', '--port', chosenPort, '--data', this.dataDirectory];
    if (this.databaseUrl) args.push('--database-url', this.databaseUrl);
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    this.#url = await new Promise<string>((resolve, reject) => {
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
        const address = /listening on (\S+)/.exec(out)?.[1];
        if (address) resolve(address);
      });
      child.once('exit', () => reject(new Error('the server ended before it was ready')));
    });
  }

  /** A client of a person in the demo organization. */
  async as(name: string): Promise<ApiClient> {
    const body = await new ApiClient(this.url).ok('POST', '/dev_fetch_api_key', {
      username: `${name}@example.com`,
    });
    return new ApiClient(this.url, body.email, body.api_key, body.user_id);
  }

  /** Kills it without a chance to finish anything. */
  signalKill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Kills it, and resolves once the process has exited. */
  async kill(): Promise<void> {
    const child = this.#child;
    assert.ok(child);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
