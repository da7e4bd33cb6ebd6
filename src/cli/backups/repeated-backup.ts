// `backup --to`: makes a backup under the name of its time, once or in an interval, and keeps the newest ones.

import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../errors/error-detail.ts';
import type { DatabaseLocation } from '../command-database.ts';
import { UsageError } from '../usage.ts';
import { type BackupTarget, backupName, incompleteName, isIncompleteName } from './backup-target.ts';
import { makeBackup } from './make-backup.ts';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_MILLISECONDS = 7 * 86_400_000;
/** A day of backups that are made every quarter of an hour. */
const KEPT = 96;
const MOST_KEPT = 10_000;

/** The interval of `--every` in milliseconds. @throws UsageError */
export function intervalIn(text: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  if (!(milliseconds > 0) || milliseconds > LONGEST_MILLISECONDS)
    throw new UsageError(`--every must look like 15m, 6h or 1d, up to 7d, not "${text}".`, 2);
  return milliseconds;
}

/** The number of backups to keep. @throws UsageError */
export function keptIn(text: string | undefined): number {
  const count = text === undefined ? KEPT : Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MOST_KEPT)
    throw new UsageError(`--keep must be a number from 1 to ${MOST_KEPT}, not "${text}".`, 2);
  return count;
}

export interface RepeatedBackup {
  readonly location: DatabaseLocation;
  readonly target: BackupTarget;
  readonly kept: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What one run has done. */
export interface BackupRun {
  readonly name: string;
  readonly bytes: number;
  readonly missingFiles: number;
  readonly removed: readonly string[];
}

/** Makes one backup and removes those beyond the number to keep. @throws if it fails; then nothing is removed */
export async function backUpOnce({ location, target, kept, now }: RepeatedBackup): Promise<BackupRun> {
  const before = await target.list();
  const completeName = backupName(now());
  for (const name of [completeName, incompleteName(completeName)])
    if (before.includes(name)) throw new UsageError(`${name} exists already.`);
  let name = completeName;
  const backup = await makeBackup(location, target.neighborOf(name), (complete, { missing }) => {
    if (missing.count > 0) name = incompleteName(completeName);
    return target.deliver(complete, name);
  });
  const removed = superseded([...before, name], kept);
  for (const old of removed) await target.remove(old);
  return { name, bytes: backup.file.size, missingFiles: backup.missing.count, removed };
}

/**
 * The backups beyond the number to keep, of names in the order of time. One whose files are missing replaces no complete
 * one: as many of them are kept as of complete ones, and none that is older than these.
 */
function superseded(names: readonly string[], kept: number): string[] {
  const complete = names.filter((name) => !isIncompleteName(name));
  const incomplete = names.filter(isIncompleteName);
  const oldest = complete.length < kept ? '' : (complete.at(-kept) ?? '');
  const incompleteKept = incomplete.filter((name) => name > oldest).slice(-kept);
  return [...complete.slice(0, -kept), ...incomplete.filter((name) => !incompleteKept.includes(name))];
}

/**
 * Makes backups until the signal is given, each an interval after the beginning of the one before. One that fails is
 * reported, and the next one is made at its time.
 */
export async function backUpRepeatedly(
  options: RepeatedBackup,
  interval: number,
  report: (outcome: BackupRun | string) => void,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const begin = options.now();
    report(await backUpOnce(options).catch((error: unknown) => messageOf(error)));
    // An abort ends the wait, and the loop.
    await wait(Math.max(0, begin + interval - options.now()), undefined, { ...(signal && { signal }) }).catch(
      () => undefined,
    );
  }
}
