// How much room the disk of the data directory has. Uploads stop while a reserve is still free, so that messages can be
// saved for as long as possible; `/health` and the metrics report what is left.

import { statfs } from 'node:fs/promises';
import { diskLow } from '../api-contract/error.ts';
import { limits, MEBIBYTE } from '../api-contract/limits.ts';

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

/** Looks at a disk, once a second and when files have taken what was free. */
export class DiskSpace {
  readonly #read: ReadRoom;
  readonly #keptMilliseconds: number;
  #room: Promise<Room | undefined> | undefined;
  #readAt = 0;
  /** Bytes of files that came since the disk was looked at. */
  #taken = 0;

  /** @param keptMilliseconds for how long the disk is not looked at again */
  constructor(read: ReadRoom, keptMilliseconds = KEPT_MILLISECONDS) {
    this.#read = read;
    this.#keptMilliseconds = keptMilliseconds;
  }

  /** The room now; undefined where the system does not say, as for some network disks. */
  room(): Promise<Room | undefined> {
    const isFresh = performance.now() - this.#readAt < this.#keptMilliseconds;
    return this.#room && isFresh ? this.#room : this.#look();
  }

  #look(): Promise<Room | undefined> {
    this.#readAt = performance.now();
    this.#taken = 0;
    this.#room = this.#read().then(
      // A file system that says no size has no bound.
      (room) => (room.size > 0 ? room : undefined),
      () => undefined,
    );
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
    if (isRoomFor(await this.room(), this.#taken + bytes)) return;
    if (!isRoomFor(await this.#look(), bytes)) throw diskLow();
  }

  /** Passes a file on as long as the disk has room for files. @throws 503 */
  async *whileThereIsRoom(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of file) {
      await this.refuseFilesWhenLow(chunk.length);
      this.#taken += chunk.length;
      yield chunk;
    }
  }
}

function isRoomFor(room: Room | undefined, bytes: number): boolean {
  return !room || room.free - bytes >= reserveOf(room.size);
}
