// The free space on the data directory's disk. Uploads stop while a reserve is still free, so that messages
// can be saved as long as possible; `/health` and the metrics report the free space.

import { statfs } from 'node:fs/promises';
import { diskLow } from '../api-contract/error.ts';
import { limits, MEBIBYTE } from '../api-contract/limits.ts';

/** Free and total space of a disk, in bytes. */
export interface DiskUsage {
  readonly free: number;
  readonly size: number;
}

export type ReadDiskUsage = () => Promise<DiskUsage>;

/** `low`: uploads are refused. `full`: the embedded database cannot write, or will soon fail to. */
export type DiskState = 'ok' | 'low' | 'full';

const CACHE_MILLISECONDS = 1000;
/** A commit of a few messages needs less. */
const FULL_BYTES = MEBIBYTE;

/** Reads the space of a folder's disk that is available to unprivileged processes. */
export function diskUsageOf(path: string): ReadDiskUsage {
  return async () => {
    const { bavail, blocks, bsize } = await statfs(path);
    return { free: bavail * bsize, size: blocks * bsize };
  };
}

/** The space that uploads leave free: a share of the disk, up to a fixed size. */
export function reserveOf(size: number): number {
  return Math.min(size * limits.diskReserveShare, limits.diskReserveBytes);
}

/** Watches a disk's free space. Reads it at most once a second, and when files may have used it up. */
export class DiskSpace {
  readonly #read: ReadDiskUsage;
  readonly #cacheMilliseconds: number;
  #usage: Promise<DiskUsage | undefined> | undefined;
  #readAt = 0;
  /** Bytes of files written since the last read. */
  #writtenBytes = 0;

  /** @param cacheMilliseconds how long a reading is cached */
  constructor(read: ReadDiskUsage, cacheMilliseconds = CACHE_MILLISECONDS) {
    this.#read = read;
    this.#cacheMilliseconds = cacheMilliseconds;
  }

  /** The space now; undefined if the system does not report it, as for some network disks. */
  usage(): Promise<DiskUsage | undefined> {
    const isFresh = performance.now() - this.#readAt < this.#cacheMilliseconds;
    return this.#usage && isFresh ? this.#usage : this.#refresh();
  }

  #refresh(): Promise<DiskUsage | undefined> {
    this.#readAt = performance.now();
    this.#writtenBytes = 0;
    this.#usage = this.#read().then(
      // A file system that reports no size is unlimited.
      (usage) => (usage.size > 0 ? usage : undefined),
      () => undefined,
    );
    return this.#usage;
  }

  async state(): Promise<DiskState> {
    const usage = await this.usage();
    if (!usage) return 'ok';
    const reserve = reserveOf(usage.size);
    if (usage.free < Math.min(FULL_BYTES, reserve / 2)) return 'full';
    return usage.free < reserve ? 'low' : 'ok';
  }

  /** @throws 503 if a file of this size, or any file, would use the reserve */
  async refuseFilesWhenLow(bytes = 0): Promise<void> {
    if (hasSpaceFor(await this.usage(), this.#writtenBytes + bytes)) return;
    if (!hasSpaceFor(await this.#refresh(), bytes)) throw diskLow();
  }

  /** Passes a file on while the disk has space for files. @throws 503 */
  async *whileSpaceRemains(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of file) {
      await this.take(chunk.length);
      yield chunk;
    }
  }

  /** Counts bytes that are about to be written. @throws 503 if they would use the reserve */
  async take(bytes: number): Promise<void> {
    await this.refuseFilesWhenLow(bytes);
    this.#writtenBytes += bytes;
  }
}

function hasSpaceFor(usage: DiskUsage | undefined, bytes: number): boolean {
  return !usage || usage.free - bytes >= reserveOf(usage.size);
}
