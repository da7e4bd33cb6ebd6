// Whether the machine lets the server work: a data directory that only its owner opens, and room on the disk.

import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { openToOthers } from '../../server/data-directory.ts';
import { type Finding, right, wrong } from './finding.ts';

/** Whether other users of the machine can look into the data directory. */
export async function checkDataDirectory(path: string): Promise<Finding> {
  const open = await openToOthers(path);
  if (open.length === 0) return right('data', `Only its owner can look into ${path}.`);
  const named = open.map(({ file, mode }) => `${file} (mode ${mode})`).join(', ');
  return wrong(
    'data',
    `Other users of this machine can look into ${named}: keys and messages are in there. chmod -R go= ${path} closes it.`,
  );
}

const GIBIBYTE = 1024 * MEBIBYTE;

/** The room on a disk. */
export interface DiskSpace {
  /** In bytes. */
  readonly free: number;
  readonly total: number;
}

/** The disk of a directory, or of the next one above that is there. */
async function spaceOf(path: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    const above = dirname(path);
    if (above === path) throw error;
    return spaceOf(above);
  }
}

const LOW_PART = 0.05;

function sizeIn(bytes: number): string {
  const gibibytes = bytes / GIBIBYTE;
  return gibibytes >= 1 ? `${gibibytes.toFixed(1)} GiB` : `${Math.round(gibibytes * 1024)} MiB`;
}

/** Whether the disk of the data directory has room: a gibibyte, or a twentieth of a small disk. */
export async function checkDisk(path: string, space: typeof spaceOf = spaceOf): Promise<Finding> {
  const { free, total } = await space(path);
  const said = `${sizeIn(free)} of ${sizeIn(total)} are free on the disk of ${path}.`;
  if (free >= Math.min(GIBIBYTE, total * LOW_PART)) return right('disk', said);
  return wrong(
    'disk',
    `${said} When it is full nothing can be sent any more: make room, or use a larger disk.`,
  );
}
