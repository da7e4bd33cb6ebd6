// A server in a process of its own, on a data directory that outlives it, so that it can be killed in the middle of
// its work and started again.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ApiClient } from './client.ts';
import { copyDemoTo, templateDatabase } from './demo-template.ts';
import { freshDatabase } from './server.ts';
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
  }

  /** A place for a server, with the demo organization where the run has it ready, and nothing running. */
  static async prepare(): Promise<KillableServer> {
    const directory = temporaryFolder();
    await copyDemoTo(directory);
    const server = new KillableServer(directory, await freshDatabase(templateDatabase));
    // Here and not at each start, which may be in a test within the test.
    after(() => server.signalKill());
    return server;
  }

  /** Where it listens since it was started last. */
  get url(): string {
    return this.#url;
  }

  /** Starts it with the demo organization, on a free port or the one it had; resolves once it listens. */
  async start(port: number | 'same' = 0): Promise<void> {
    const chosen = port === 'same' ? new URL(this.#url).port : String(port);
    const args = ['serve', '--demo', '--port', chosen, '--data', this.dataDirectory];
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

  /** Somebody of the demo organization. */
  async as(name: string): Promise<ApiClient> {
    const body = await new ApiClient(this.url).ok('POST', '/dev_fetch_api_key', {
      username: `${name}@example.com`,
    });
    return new ApiClient(this.url, body.email, body.api_key, body.user_id);
  }

  /** Ends it without a chance to finish anything. */
  signalKill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** The same, and resolves once the process is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    assert.ok(child);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
