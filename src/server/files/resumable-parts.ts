// Stores the parts of incomplete uploads on this server's disk, so that they survive broken connections and
// restarts. A complete upload is handed over at once. If that fails, its last byte is dropped: clients only
// continue while something is missing, so they send it again and retry.

import { createWriteStream } from 'node:fs';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { ERRORS, type Upload } from '@tus/server';
import { ApiError } from '../../api-contract/error.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import type { DiskSpace } from '../../files/disk-space.ts';

interface Handover {
  /** The request that sent the last byte. */
  readonly by: object;
  readonly ended: PromiseWithResolvers<void>;
}

/** The data store used by the protocol's library. */
export class PartsStore extends FileStore {
  /** Complete uploads being handed over; each promise resolves when that has ended. */
  readonly #handovers = new Map<string, Handover>();
  readonly #diskSpace: DiskSpace;
  readonly #request: () => object;

  /** @param request returns the current request */
  constructor(directory: string, diskSpace: DiskSpace, request: () => object) {
    super({ directory });
    this.#diskSpace = diskSpace;
    this.#request = request;
    // Uploads of unknown size cannot be checked before they are received.
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const newOffset = offset + (await this.#append(readable, id, offset));
    const { size } = await super.getUpload(id);
    // Still under the lock, so that the next request finds the upload being handed over.
    if (newOffset === size) this.#handovers.set(id, { by: this.#request(), ended: Promise.withResolvers() });
    return newOffset;
  }

  /** Creates an upload; leaves nothing behind if the disk is full. */
  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      await this.forget(upload.id);
      throw diskFailure(error) ?? error;
    }
  }

  /**
   * Writes a part and returns the number of bytes received. Replaces the library's method, which does not
   * report the cause of a failure.
   */
  async #append(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await pipeline(readable, (source) => this.#diskSpace.whileSpaceRemains(source), file);
    } catch (error) {
      throw error instanceof ApiError ? error : (diskFailure(error) ?? ERRORS.FILE_WRITE_ERROR);
    }
    return file.bytesWritten;
  }

  /** An upload with its current offset. Waits while the upload is handed over. */
  override async getUpload(id: string): Promise<Upload> {
    await this.#handovers.get(id)?.ended.promise;
    const upload = await super.getUpload(id);
    if (!upload.size || upload.offset < upload.size) return upload;
    // The server crashed after the last byte, before the upload was handed over.
    await this.dropLastByte(id, upload.size);
    return super.getUpload(id);
  }

  /** Drops the last byte so that the client sends it again. */
  async dropLastByte(id: string, size: number): Promise<void> {
    if (size > 0) await truncate(join(this.directory, id), size - 1);
  }

  /** Marks that a request no longer hands an upload over. Does nothing if another request does. */
  endHandover(id: string, request: object): void {
    const handover = this.#handovers.get(id);
    if (handover?.by !== request) return;
    this.#handovers.delete(id);
    handover.ended.resolve();
  }

  /** Removes whatever exists of an upload. */
  async forget(id: string): Promise<void> {
    const path = join(this.directory, id);
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }
}
