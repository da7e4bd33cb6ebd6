// How much an archive may unpack to: a small file must not fill the disk. What is written is counted while it is
// written, whatever the archive says of itself.

import { statfs } from 'node:fs/promises';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import { ArchiveRefused } from './refusal.ts';

/** The disk is looked at again after so many bytes, or so many files. */
const LOOK_BYTES = 64 * MEBIBYTE;
const LOOK_FILES = 1000;
/** Stays free on the disk. */
const RESERVE_BYTES = 256 * MEBIBYTE;

/** What an archive has unpacked to so far. */
export class Budget {
  readonly #packedBytes: number;
  readonly #folder: string;
  #files = 0;
  #bytes = 0;
  #lookAt = 0;
  #lookAtFiles = 0;

  /** `packedBytes` is the size of the archive, which is unpacked into `folder`. */
  constructor(packedBytes: number, folder: string) {
    this.#packedBytes = packedBytes;
    this.#folder = folder;
  }

  /** Counts files, or folders: each takes room besides its bytes. */
  async addFiles(name: string, count: number): Promise<void> {
    this.#files += count;
    if (this.#files > limits.importFiles)
      throw new ArchiveRefused(name, `the archive holds more than ${limits.importFiles} files and folders.`);
    if (this.#files < this.#lookAtFiles) return;
    this.#lookAtFiles = this.#files + LOOK_FILES;
    await this.#look(name);
  }

  /** Counts what was unpacked of a file. */
  async addBytes(name: string, bytes: number): Promise<void> {
    this.#bytes += bytes;
    const most = limits.importExpandableBytes + this.#packedBytes * limits.importExpansion;
    if (this.#bytes > most)
      throw new ArchiveRefused(name, 'the archive unpacks to far more than any export of its size does.');
    if (this.#bytes < this.#lookAt) return;
    this.#lookAt = this.#bytes + LOOK_BYTES;
    await this.#look(name);
  }

  async #look(name: string): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < RESERVE_BYTES + LOOK_BYTES)
      throw new ArchiveRefused(name, `there is no room left in ${this.#folder} to unpack it.`);
  }
}
