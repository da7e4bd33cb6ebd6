// Commands as somebody at a shell runs them, beside a server that runs: in this process, which has loaded what they need;
// how the program itself starts and ends is tested where it is a process of its own.

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Method } from '../../src/api-contract/operation.ts';
import { runCommand } from '../../src/cli/commands.ts';
import { refusalOf } from '../../src/program.ts';
import type { ApiClient } from './client.ts';
import { copyDemoTo, templateDatabase } from './demo-template.ts';
import { untilSo } from './later.ts';
import { freshDatabase, startTestServer } from './server.ts';
import { temporaryFolder } from './temporary.ts';

/** A directory for everything that commands write, also for further files of tests in the same process. */
export const root = temporaryFolder();

/** How a command ended, and what it printed. */
export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Gathers what is written to a stream of the process until it is given back. */
function captured(stream: NodeJS.WriteStream) {
  let text = '';
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
}

async function runAlone(args: readonly string[]): Promise<Ended> {
  const { PARLEY_DATABASE_URL, PARLEY_DATA } = process.env;
  Object.assign(process.env, { PARLEY_DATABASE_URL: '', PARLEY_DATA: '' });
  const { exitCode } = process;
  process.exitCode = undefined;
  const mask = process.umask(0o077);
  const [out, err] = [captured(process.stdout), captured(process.stderr)];
  const refusal = await runCommand(args).then(() => undefined, refusalOf);
  const status = refusal?.status ?? Number(process.exitCode ?? 0);
  process.exitCode = exitCode;
  const ended = { status, out: out(), err: err() + (refusal?.text ?? '') };
  process.umask(mask);
  for (const [name, value] of Object.entries({ PARLEY_DATABASE_URL, PARLEY_DATA })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return ended;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs a command to its end; one after another, since all write to the same streams. */
export function run(...args: string[]): Promise<Ended> {
  const ended = last.then(() => runAlone(args));
  last = ended;
  return ended;
}

/** A demo that runs, and the flags by which commands find its database. */
export async function runningDemo() {
  const dataDirectory = await mkdtemp(join(root, 'demo-'));
  await copyDemoTo(dataDirectory);
  const databaseUrl = await freshDatabase(templateDatabase);
  const server = await startTestServer({ databaseUrl, dataDirectory });
  return {
    server,
    place: ['--data', dataDirectory, ...(databaseUrl ? ['--database-url', databaseUrl] : [])],
  };
}

/** Asks again until the answer is a success: a server hears of what a command wrote within seconds. */
export async function succeedsSoon(
  client: ApiClient,
  method: Method,
  path: string,
  values = {},
): Promise<void> {
  await untilSo(
    async () => (await client.request(method, path, values)).status === 200,
    `${method} ${path} is not refused`,
  );
}
