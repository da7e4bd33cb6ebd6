// Limits how much an archive may unpack to, so that a small file cannot fill the disk. Bytes are counted as they
// are written, regardless of the sizes that the archive claims.

import { statfs } from 'node:fs/promises';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';

/** Free disk space is checked again after this many bytes or files. */
const CHECK_BYTES = 64 * MEBIBYTE;
const CHECK_FILES = 1000;
/** Disk space that stays free. */
const RESERVE_BYTES = 256 * MEBIBYTE;

/** The size of the unpacked archive so far, with its limits. */
export class Budget {
  readonly #packedBytes: number;
  readonly #folder: string;
  #files = 0;
  #bytes = 0;
  #checkAtBytes = 0;
  #checkAtFiles = 0;

  /** `packedBytes` is the size of the archive, which is unpacked into `folder`. */
  constructor(packedBytes: number, folder: string) {
    this.#packedBytes = packedBytes;
    this.#folder = folder;
  }

  /** Counts files or folders: each takes space in addition to its bytes. */
  async addFiles(name: string, count: number): Promise<void> {
    this.#files += count;
    if (this.#files > limits.importFiles)
      throw new InvalidArchiveError(
        name,
        `the archive contains more than ${limits.importFiles} files and folders.`,
      );
    if (this.#files < this.#checkAtFiles) return;
    this.#checkAtFiles = this.#files + CHECK_FILES;
    await this.#checkDisk(name);
  }

  /** Counts unpacked bytes of a file. */
  async addBytes(name: string, bytes: number): Promise<void> {
    this.#bytes += bytes;
    const limit = limits.importExpandableBytes + this.#packedBytes * limits.importExpansion;
    if (this.#bytes > limit)
      throw new InvalidArchiveError(name, 'its unpacked size is too large for its packed size.');
    if (this.#bytes < this.#checkAtBytes) return;
    this.#checkAtBytes = this.#bytes + CHECK_BYTES;
    await this.#checkDisk(name);
  }

  async #checkDisk(name: string): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < RESERVE_BYTES + CHECK_BYTES)
      throw new InvalidArchiveError(name, `${this.#folder} has no space left to unpack it.`);
  }
}
