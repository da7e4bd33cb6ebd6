// Starts what is measured: the server on a data directory, and the bare floor, each in its own process.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchOptions } from '../options.ts';
import { outputMatching, root, start, stop, temporaryDirectory } from '../processes.ts';

export interface Subject {
  readonly port: number;
  readonly pid: number | undefined;
  /** Milliseconds from starting the process to serving. */
  readonly startedIn: number;
  /** Set if it runs on PostgreSQL. */
  readonly databaseUrl?: string | undefined;
  /** If watched: the longest time that the event loop was blocked since the last call, in milliseconds. */
  longestBlock?(): Promise<number>;
  stop(): Promise<void>;
}

async function ready(child: ChildProcess, pattern: RegExp): Promise<Subject> {
  const startedAt = performance.now();
  const match = await outputMatching(child, pattern);
  return {
    port: Number(match[1]),
    pid: child.pid,
    startedIn: performance.now() - startedAt,
    stop: () => stop(child),
  };
}

/** What `npm start` runs after `node`: flags, and the program with its command. */
function startCommand(): { readonly flags: readonly string[]; readonly program: readonly string[] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const command = (scripts.start ?? '').split(' ');
  const words = command.slice(command.indexOf('node') + 1);
  const first = words.findIndex((word) => !word.startsWith('-'));
  return { flags: words.slice(0, first), program: words.slice(first) };
}

/** Measures how long the event loop is blocked. */
const LOOP_PROBE = join(root, 'tests/fuzz/loop-probe.ts');

type ServerOptions = Pick<BenchOptions, 'nodeFlags' | 'profile'> & {
  readonly databaseUrl?: string | undefined;
  readonly isWatched?: boolean;
};

const LISTENING = /parley listening on http:\/\/[^\s]*:(\d+)/;

/**
 * Starts the server on a data directory with the flags of `npm start` and `nodeFlags`. With `profile`, it writes a CPU
 * profile to that directory when it stops. With a `databaseUrl`, it runs on PostgreSQL.
 */
export async function startServer(
  dataDirectory: string,
  { nodeFlags, profile, databaseUrl, isWatched }: ServerOptions,
): Promise<Subject> {
  const { flags, program } = startCommand();
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const watching = isWatched ? ['--import', LOOP_PROBE] : [];
  const storageArgs = [
    '--data',
    dataDirectory,
    ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl]),
  ];
  const child = start(
    process.execPath,
    [...flags, ...nodeFlags, ...profiling, ...watching, ...program, '--demo', '--port', '0', ...storageArgs],
    { stdio: ['ignore', 'pipe', 'pipe', ...(isWatched ? (['ipc'] as const) : [])] },
  );
  const subject = { ...(await ready(child, LISTENING)), databaseUrl };
  return isWatched ? { ...subject, longestBlock: () => longestBlockOf(child) } : subject;
}

async function longestBlockOf(child: ChildProcess): Promise<number> {
  const reply = once(child, 'message');
  child.send('how long?');
  const [{ milliseconds }] = (await reply) as [{ readonly milliseconds: number }];
  return milliseconds;
}

/** Starts the server with `npm start`. */
export function startServerThroughNpm(dataDirectory: string): Promise<Subject> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return ready(start(npm, ['start', '--', '--demo', '--port', '0', '--data', dataDirectory]), LISTENING);
}

/** Starts the floor with as many stored messages as the server has. */
export async function startFloor(messages: number, conversations: number): Promise<Subject> {
  const args = [
    join(root, 'bench/floor/main.ts'),
    await temporaryDirectory(),
    String(messages),
    String(conversations),
  ];
  // Compiled modules are cached between starts, as for the server.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/parley-bench') };
  return ready(start(process.execPath, args, { env }), /floor listening on (\d+)/);
}
