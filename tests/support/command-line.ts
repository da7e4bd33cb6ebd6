// Runs commands as in a shell, next to a running server, but in this process, which has already loaded their modules.
// Other tests start the program itself in separate processes.

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Method } from '../../src/api-contract/operation.ts';
import { runCommand } from '../../src/cli/commands.ts';
import { exitMessageOf } from '../../src/cli/exit-message.ts';
import type { ApiClient } from './client.ts';
import { copyDemoTemplate, templateDatabase } from './demo-template.ts';
import { freshDatabase, startTestServer } from './server.ts';
import { temporaryFolder } from './temporary.ts';
import { waitUntil } from './waiting.ts';

/** A directory for everything that commands write, shared by all test files of the process. */
export const root = temporaryFolder();

/** The exit status and output of a command. */
export interface CommandResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Captures what is written to a stream of the process until it is restored. */
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

async function runAlone(command: typeof runCommand, args: readonly string[]): Promise<CommandResult> {
  const { PARLEY_DATABASE_URL, PARLEY_DATA } = process.env;
  Object.assign(process.env, { PARLEY_DATABASE_URL: '', PARLEY_DATA: '' });
  const { exitCode } = process;
  process.exitCode = undefined;
  const mask = process.umask(0o077);
  const [out, err] = [captured(process.stdout), captured(process.stderr)];
  const exit = await command(args).then(() => undefined, exitMessageOf);
  const status = exit?.status ?? Number(process.exitCode ?? 0);
  process.exitCode = exitCode;
  const ended = { status, out: out(), err: err() + (exit?.text ?? '') };
  process.umask(mask);
  for (const [name, value] of Object.entries({ PARLEY_DATABASE_URL, PARLEY_DATA })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return ended;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs a command to its end. Commands run one after another, because all write to the same streams. */
export function run(...args: string[]): Promise<CommandResult> {
  return runProgram(runCommand, args);
}

/** Like `run`, for another program, such as the relay. */
export function runProgram(command: typeof runCommand, args: readonly string[]): Promise<CommandResult> {
  const ended = last.then(() => runAlone(command, args));
  last = ended;
  return ended;
}

/** A running demo, with the flags by which commands find its database. */
export async function runningDemo() {
  const dataDirectory = await mkdtemp(join(root, 'demo-'));
  await copyDemoTemplate(dataDirectory);
  const databaseUrl = await freshDatabase(templateDatabase);
  const server = await startTestServer({ databaseUrl, dataDirectory });
  return {
    server,
    storageFlags: ['--data', dataDirectory, ...(databaseUrl ? ['--database-url', databaseUrl] : [])],
  };
}

/** Repeats a request until it succeeds: a server notices within seconds what a command wrote. */
export async function succeedsSoon(
  client: ApiClient,
  method: Method,
  path: string,
  values = {},
): Promise<void> {
  await waitUntil(
    async () => (await client.request(method, path, values)).status === 200,
    `${method} ${path} is not refused`,
  );
}
