// How much room the disk of the data directory has. Uploads stop while a reserve is still free, so that messages can be
// saved for as long as possible; `/health` and the metrics report what is left.

import { statfs } from 'node:fs/promises';
import { diskLow } from '../contract/error.ts';
import { limits, MEBIBYTE } from '../contract/limits.ts';

/** Room on a disk, in bytes. */
export interface Room {
  readonly free: number;
  readonly size: number;
}

export type ReadRoom = () => Promise<Room>;

/** `low`: uploads are refused. `full`: the embedded database cannot save anything, or is about to fail. */
export type DiskState = 'ok' | 'low' | 'full';

const KEPT_MILLISECONDS = 1000;
/** A commit of a few messages needs less. */
const FULL_BYTES = MEBIBYTE;
/** How much of a file is written before the disk is looked at again. */
const LOOK_BYTES = 4 * MEBIBYTE;

/** The room on the disk of a folder, for a process without rights of its own. */
export function roomOf(path: string): ReadRoom {
  return async () => {
    const { bavail, blocks, bsize } = await statfs(path);
    return { free: bavail * bsize, size: blocks * bsize };
  };
}

/** What uploads leave free: a share of the disk, and never more than a fixed size. */
export function reserveOf(size: number): number {
  return Math.min(size * limits.diskReserveShare, limits.diskReserveBytes);
}

/** Looks at a disk, at most once a second. */
export class DiskSpace {
  readonly #read: ReadRoom;
  readonly #keptMilliseconds: number;
  #room: Promise<Room | undefined> | undefined;
  #readAt = 0;

  /** @param keptMilliseconds for how long the disk is not looked at again */
  constructor(read: ReadRoom, keptMilliseconds = KEPT_MILLISECONDS) {
    this.#read = read;
    this.#keptMilliseconds = keptMilliseconds;
  }

  /** The room now; undefined where the system does not say, as for some network disks. */
  room(): Promise<Room | undefined> {
    const now = performance.now();
    if (!this.#room || now - this.#readAt >= this.#keptMilliseconds) {
      this.#readAt = now;
      this.#room = this.#read().then(
        // A file system without a size, as some in memory are, has no bound.
        (room) => (room.size > 0 ? room : undefined),
        () => undefined,
      );
    }
    return this.#room;
  }

  async state(): Promise<DiskState> {
    const room = await this.room();
    if (!room) return 'ok';
    const reserve = reserveOf(room.size);
    if (room.free < Math.min(FULL_BYTES, reserve / 2)) return 'full';
    return room.free < reserve ? 'low' : 'ok';
  }

  /** @throws 503 where a file of so many bytes, or any, would take from the reserve */
  async refuseFilesWhenLow(bytes = 0): Promise<void> {
    const room = await this.room();
    if (room && room.free - bytes < reserveOf(room.size)) throw diskLow();
  }

  /** Passes a file on as long as the disk has room for files. @throws 503 */
  async *whileThereIsRoom(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unlooked = 0;
    for await (const chunk of file) {
      unlooked += chunk.length;
      if (unlooked >= LOOK_BYTES) {
        unlooked = 0;
        await this.refuseFilesWhenLow();
      }
      yield chunk;
    }
  }
}
