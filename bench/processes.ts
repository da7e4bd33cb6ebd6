// The processes and directories of a run: whatever is started or made here is stopped and removed when the bench
// ends, also on Ctrl-C and on failure.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's directory. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** What a child may take to say that it is ready, and to stop. */
const READY_MILLISECONDS = 120_000;
const STOP_MILLISECONDS = 10_000;

const children = new Set<ChildProcess>();
const directories = new Set<string>();
const removals = new Set<() => Promise<void>>();

/** A fresh directory that is removed at the end. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  directories.add(directory);
  return directory;
}

/** Removes a directory before the end, where it takes much room. */
export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  directories.delete(directory);
}

/** Has something taken away at the end. */
export function atEnd(remove: () => Promise<void>): void {
  removals.add(remove);
}

/** Starts a child in a group of its own, so that Ctrl-C reaches it through `stop` only, with all that it started. */
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

/** Resolves with the match when the child's standard output has said it; rejects when the child ends before. */
export function saying(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let said = '';
    let complained = '';
    const timer = setTimeout(
      () => reject(new Error(`A child was not ready: ${complained}`)),
      READY_MILLISECONDS,
    );
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const match = pattern.exec(said);
      if (!match) return;
      clearTimeout(timer);
      child.stdout?.removeAllListeners('data').resume();
      resolve(match);
    });
    child.stderr?.on('data', (chunk) => {
      complained = `${complained}${chunk}`.slice(-2000);
    });
    const ended = () => {
      clearTimeout(timer);
      reject(new Error(`A child ended before it was ready: ${complained || said}`));
    };
    child.once('error', ended);
    child.once('exit', ended);
  });
}

/** Resolves when a child has ended well; rejects with what it complained of. */
export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let complained = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk) => {
      complained = `${complained}${chunk}`.slice(-2000);
    });
    child.once('error', reject);
    child.once('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`A child ended with ${status}: ${complained}`)),
    );
  });
}

/** Stops a child cleanly, by force when it does not end in time. */
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
    // It ended meanwhile.
  }
}

/** Stops and removes everything that is left. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...children].map(stop));
  await Promise.all([...removals].map((remove) => remove()));
  for (const directory of [...directories]) removeDirectory(directory);
}

/** On Ctrl-C and its kin everything is cleaned up before the end. */
export function cleanUpOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => {
      void cleanUp().finally(() => process.exit(130));
    });
  }
}
