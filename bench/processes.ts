// The processes and directories of a run. They are stopped and removed when the bench ends, even by Ctrl-C or a failure.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's directory. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** How long a child may take to become ready, and to stop. */
const READY_MILLISECONDS = 120_000;
const STOP_MILLISECONDS = 10_000;

const children = new Set<ChildProcess>();
const directories = new Set<string>();
const removals = new Set<() => Promise<void>>();

/** Creates a directory that is removed at the end. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  directories.add(directory);
  return directory;
}

/** Removes a large directory before the end of the run. */
export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  directories.delete(directory);
}

/** Registers a cleanup function for the end of the run. */
export function atEnd(remove: () => Promise<void>): void {
  removals.add(remove);
}

/** Starts a child in its own process group, so that only `stop` ends it on Ctrl-C, with everything it started. */
export function start(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    detached: true,
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
}

/** Resolves with the match once the child's standard output matches; rejects if the child ends before. */
export function outputMatching(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errorOutput = '';
    const timer = setTimeout(
      () => reject(new Error(`A child was not ready: ${errorOutput}`)),
      READY_MILLISECONDS,
    );
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const match = pattern.exec(output);
      if (!match) return;
      clearTimeout(timer);
      child.stdout?.removeAllListeners('data').resume();
      resolve(match);
    });
    child.stderr?.on('data', (chunk) => {
      errorOutput = `${errorOutput}${chunk}`.slice(-2000);
    });
    const onExit = () => {
      clearTimeout(timer);
      reject(new Error(`A child ended before it was ready: ${errorOutput || output}`));
    };
    child.once('error', onExit);
    child.once('exit', onExit);
  });
}

/** Resolves when a child has ended with status 0; otherwise rejects with its error output. */
export function waitForSuccess(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let errorOutput = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk) => {
      errorOutput = `${errorOutput}${chunk}`.slice(-2000);
    });
    child.once('error', reject);
    child.once('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`A child ended with ${status}: ${errorOutput}`)),
    );
  });
}

/** Stops a child; kills it if it does not end in time. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), STOP_MILLISECONDS);
  await ended;
  clearTimeout(timer);
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // The process has already ended.
  }
}

/** Stops all processes and removes everything else. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...children].map(stop));
  await Promise.all([...removals].map((remove) => remove()));
  for (const directory of [...directories]) removeDirectory(directory);
}

/** Cleans up before exiting on signals such as Ctrl-C. */
export function cleanUpOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => {
      void cleanUp().finally(() => process.exit(130));
    });
  }
}
