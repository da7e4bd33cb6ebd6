// What the commands share that take or bring everything a server has: their flags, the folder for what is under way, and how
// failures of the system become sentences.

import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { BackupRefused, type Progress } from '../../backups/refusal.ts';
import { ApiError } from '../../contract/error.ts';
import { codeOf, messageOf } from '../../contract/error-detail.ts';
import { UnusableFileStore } from '../../files/file-store.ts';
import { isRunning } from '../../imports/archive/work-folder.ts';
import type { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import { placeFlags } from '../command-database.ts';
import { unreadable } from '../flag-values.ts';
import { endProgress, shownProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';

/** How often connections of others are looked for before they count as lasting, and the time between two looks. */
const LOOKS_FOR_OTHERS = 20;
const LOOK_MILLISECONDS = 100;

const commonFlags = { ...placeFlags, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;

/** Shows progress to somebody at a terminal; in a log it would only be in the way. */
export function progressAtTerminal(): Progress {
  return process.stderr.isTTY === true ? shownProgress() : () => undefined;
}

/** Reads the flags of a command with its words, of which it takes exactly so many. */
export function givenTo(
  name: string,
  args: readonly string[],
  words: readonly string[],
  flags: ParseArgsOptionsConfig = {},
) {
  try {
    const options: typeof commonFlags & ParseArgsOptionsConfig = { ...flags, ...commonFlags };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (!values.help && positionals.length !== words.length)
      throw new UsageError(`Usage: ${[name, ...words].join(' ')}; see ${name} --help.`, 2);
    return { values, words: positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(error, `${name} --help`);
  }
}

const PREFIX = '.parley-';
const OWN = /^\.parley-(\d+)-[A-Za-z0-9]{6}$/;
let isBringing = false;

/** Does what must not be left half done: a signal that comes meanwhile comes too late. */
export async function wholly<T>(work: () => Promise<T>): Promise<T> {
  isBringing = true;
  try {
    return await work();
  } finally {
    isBringing = false;
  }
}

/** Removes what commands have left that were killed, so that no signal was heard. */
async function removeLeftFolders(directory: string): Promise<void> {
  // Where it cannot be read, making a folder tells why.
  for (const name of await readdir(directory).catch(() => [])) {
    const [, processId] = OWN.exec(name) ?? [];
    if (processId !== undefined && !isRunning(Number(processId)))
      await rm(join(directory, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Does a piece of work in a folder of its own beside a path, which goes with it, also by a signal. What stands against the
 * work is told in a sentence.
 */
export async function withWorkFolder<T>(beside: string, work: (folder: string) => Promise<T>): Promise<T> {
  let folder: string | undefined;
  const stop = (status: number) => () => {
    // Half of it would be worse than all.
    if (isBringing) return;
    endProgress();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    process.exit(status);
  };
  const [interrupt, terminate] = [stop(130), stop(143)];
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  try {
    await removeLeftFolders(dirname(resolve(beside)));
    // In one step, after it is settled what a signal does: one in between would leave the folder.
    const made = mkdtempSync(join(dirname(resolve(beside)), `${PREFIX}${process.pid}-`));
    folder = made;
    return await withRefusals(() => work(made));
  } catch (error) {
    return rethrow(error);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', terminate);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Looks for connections of others; those of a server that was stopped just now take a moment to end. */
async function lastingOthers(rows: PostgresRows): Promise<number> {
  let others = await rows.others();
  for (let look = 0; others > 0 && look < LOOKS_FOR_OTHERS; look++) {
    await pause(LOOK_MILLISECONDS);
    others = await rows.others();
  }
  return others;
}

/** A server would go on by what it remembers, and write what belongs to another state. */
export async function refuseBesideOthers(rows: PostgresRows): Promise<void> {
  const others = await lastingOthers(rows);
  if (others > 0)
    throw new UsageError(
      `The database is in use by ${others} other connection${others > 1 ? 's' : ''}: stop every server that uses it first.`,
    );
}

/** Tells what stands against a piece of work in a sentence. */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return rethrow(error);
  } finally {
    endProgress();
  }
}

function rethrow(error: unknown): never {
  if (error instanceof BackupRefused || error instanceof UnusableFileStore || error instanceof ApiError)
    throw new UsageError(causeOf(error));
  // The system's own, which name the file: no room, no right, no such folder.
  if (error instanceof Error && 'syscall' in error && codeOf(error) !== undefined)
    throw new UsageError(`${messageOf(error)}.`);
  const failure = failureOfDatabase(codeOf(error) ?? '');
  if (failure !== undefined) throw new UsageError(`${failure} (${messageOf(error)}).`);
  throw error;
}

/** What a database cannot help, by the code that its engine gives it. */
function failureOfDatabase(code: string): string | undefined {
  if (code === 'SQLITE_FULL' || code === '53100') return 'There is no room left on the disk of the database';
  if (code.startsWith('SQLITE_IOERR') || code === '58030')
    return 'The disk of the database cannot be read or written';
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || /^XX00[12]$/.test(code))
    return 'The database is damaged: restore a backup, or copy what can be read';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return 'The database is in use by another program';
  return undefined;
}

function causeOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.message.replace(/\.$/, '')}: ${messageOf(cause)}.` : error.message;
}
