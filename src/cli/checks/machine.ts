// Checks the machine: only the owner may read the data directory, and the disk must have free space.

import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { findExposedFiles } from '../../server/data-directory.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Checks that other users of the machine cannot read the data directory. */
export async function checkDataDirectory(path: string): Promise<Finding> {
  const exposedFiles = await findExposedFiles(path);
  if (exposedFiles.length === 0) return passed('data', `Only the owner can read ${path}.`);
  const exposedNames = exposedFiles.map(({ file, mode }) => `${file} (mode ${mode})`).join(', ');
  return failed(
    'data',
    `Other users of this machine can read ${exposedNames}, including keys and messages. Run chmod -R go= ${path} to prevent this.`,
  );
}

const GIBIBYTE = 1024 * MEBIBYTE;

/** The space on a disk. */
export interface DiskSpace {
  /** In bytes. */
  readonly free: number;
  readonly total: number;
}

/** The disk of a directory, or of its nearest existing parent. */
async function spaceOf(path: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    const parent = dirname(path);
    if (parent === path) throw error;
    return spaceOf(parent);
  }
}

const LOW_PART = 0.05;

/** A size in bytes, for people. */
export function sizeIn(bytes: number): string {
  const gibibytes = bytes / GIBIBYTE;
  return gibibytes >= 1 ? `${gibibytes.toFixed(1)} GiB` : `${Math.round(gibibytes * 1024)} MiB`;
}

/** Checks the free space of the data directory's disk: a gibibyte, or 5% of a small disk. */
export async function checkDisk(path: string, space: typeof spaceOf = spaceOf): Promise<Finding> {
  const { free, total } = await space(path);
  const freeText = `${sizeIn(free)} of ${sizeIn(total)} free on the disk of ${path}.`;
  if (free >= Math.min(GIBIBYTE, total * LOW_PART)) return passed('disk', freeText);
  return failed(
    'disk',
    `${freeText} When the disk is full, people can no longer send messages. Free some space or use a larger disk.`,
  );
}
