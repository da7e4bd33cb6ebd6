// Commands as somebody at a shell runs them, beside a server that runs.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Method } from '../../src/contract/operation.ts';
import type { ApiClient } from './client.ts';
import { freshDatabase, startTestServer } from './server.ts';
import { temporaryFolder } from './temporary.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));

/** A directory for everything that commands write, also for further files of tests in the same process. */
export const root = temporaryFolder();

/** How a command ended, and what it printed. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. */
export function run(...args: string[]): Promise<Ended> {
  const environment = { ...process.env, PARLEY_DATABASE_URL: '', PARLEY_DATA: '' };
  const child = spawn(process.execPath, [main, ...args], { cwd: root, env: environment });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, out, err })));
}

/** A demo that runs, and the flags by which commands find its database. */
export async function runningDemo() {
  const databaseUrl = await freshDatabase();
  const dataDirectory = await mkdtemp(join(root, 'demo-'));
  const server = await startTestServer({ databaseUrl, dataDirectory });
  return {
    server,
    place: ['--data', dataDirectory, ...(databaseUrl ? ['--database-url', databaseUrl] : [])],
  };
}

const TRIES = 600;

/** Asks again until the answer is a success: a server hears of what a command wrote within seconds. */
export async function succeedsSoon(
  client: ApiClient,
  method: Method,
  path: string,
  values = {},
): Promise<void> {
  for (let left = TRIES; ; left--) {
    const { status, body } = await client.request(method, path, values);
    if (status === 200) return;
    assert.ok(left > 0, `${method} ${path} was refused to the end: ${JSON.stringify(body)}`);
    await setTimeout(50);
  }
}
