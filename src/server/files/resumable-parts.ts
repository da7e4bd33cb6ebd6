// Stores the parts of incomplete uploads on this server's disk, so that they survive broken connections and restarts. An
// upload is a file with the bytes received so far, whose size is the offset, and a JSON file that describes it.

import { constants } from 'node:fs';
import { copyFile, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  count,
  decodedOrUndefined,
  jsonText,
  mapOf,
  nullable,
  optional,
  recordOf,
} from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { codeOf } from '../../errors/error-detail.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import type { UploadMetadata } from './upload-metadata.ts';

/** The facts that a client states when it begins an upload. */
export interface NewUpload {
  /** The size of the whole file in bytes. */
  readonly size: number;
  readonly metadata?: UploadMetadata | undefined;
}

const newUpload = recordOf<NewUpload>({ size: count, metadata: optional(mapOf(nullable(jsonText))) });

export interface UnfinishedUpload extends NewUpload {
  /** How many bytes were received; less than `size`. */
  readonly offset: number;
}

export class ResumableParts {
  readonly #folder: string;
  readonly #diskSpace: DiskSpace;

  constructor(folder: string, diskSpace: DiskSpace) {
    this.#folder = folder;
    this.#diskSpace = diskSpace;
  }

  /** The path of an upload's bytes. */
  pathOf(id: string): string {
    return join(this.#folder, id);
  }

  #descriptionPathOf(id: string): string {
    return `${this.pathOf(id)}.json`;
  }

  /** Creates an upload without bytes. @throws ApiError 503 if the disk is full */
  async create(id: string, upload: NewUpload): Promise<void> {
    try {
      await writeFile(this.#descriptionPathOf(id), JSON.stringify(upload), { mode: 0o600 });
      await writeFile(this.pathOf(id), '', { mode: 0o600 });
    } catch (error) {
      await this.remove(id);
      throw diskFailure(error) ?? error;
    }
  }

  /**
   * An upload that may continue; undefined if there is none with this id, or if a crash left half of its
   * description.
   */
  async find(id: string): Promise<UnfinishedUpload | undefined> {
    try {
      const json = await readFile(this.#descriptionPathOf(id), 'utf8');
      const upload = decodedOrUndefined(newUpload, parseJson(json));
      if (!upload) return undefined;
      const { size, metadata } = upload;
      const bytesReceived = (await stat(this.pathOf(id))).size;
      if (bytesReceived < size) return { size, metadata, offset: bytesReceived };
      // The server died after the last byte, before it stored the file.
      return { size, metadata, offset: await this.dropLastByte(id, size) };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * Appends bytes to an upload until they end, and returns their number. Bytes appended before an error remain.
   * @throws ApiError 503 if the disk is full
   */
  async append(id: string, bytes: AsyncIterable<Buffer>): Promise<number> {
    let count = 0;
    try {
      const file = await open(this.pathOf(id), constants.O_WRONLY | constants.O_APPEND);
      try {
        for await (const chunk of this.#diskSpace.whileSpaceRemains(bytes)) {
          await file.appendFile(chunk);
          count += chunk.length;
        }
        return count;
      } finally {
        await file.close();
      }
    } catch (error) {
      throw diskFailure(error) ?? error;
    }
  }

  /** Drops the last byte of a complete upload, so that the client sends it again. Returns the new offset. */
  async dropLastByte(id: string, size: number): Promise<number> {
    const offset = Math.max(0, size - 1);
    await this.#stopSharing(id);
    await truncate(this.pathOf(id), offset);
    return offset;
  }

  /** Gives an upload bytes of its own if a file in the store shares them, since its row may have been committed. */
  async #stopSharing(id: string): Promise<void> {
    const path = this.pathOf(id);
    if ((await stat(path)).nlink === 1) return;
    const copy = `${path}.copy`;
    try {
      await copyFile(path, copy);
      await rename(copy, path);
    } catch (error) {
      await rm(copy, { force: true });
      throw error;
    }
  }

  /** Removes the files of an upload, as far as they exist. */
  async remove(id: string): Promise<void> {
    for (const path of [this.pathOf(id), this.#descriptionPathOf(id)]) await rm(path, { force: true });
  }
}
