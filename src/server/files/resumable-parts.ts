// The parts of uploads that are not complete, on the disk of this server. A part that was taken stays through breaks
// of the connection and restarts. What is complete is handed on at once; where that did not succeed, the last byte is
// asked for again, so that clients, which only go on while something is missing, try it once more.

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

interface Finishing {
  /** The request that brought the last byte. */
  readonly by: object;
  readonly ended: PromiseWithResolvers<void>;
}

/** The store of parts that the library of the protocol is handed. */
export class PartsStore extends FileStore {
  /** Complete uploads that are being handed on; each promise resolves when that has ended. */
  readonly #finishing = new Map<string, Finishing>();
  readonly #diskSpace: DiskSpace;
  readonly #request: () => object;

  /** `request` gives the request that is being answered. */
  constructor(directory: string, diskSpace: DiskSpace, request: () => object) {
    super({ directory });
    this.#diskSpace = diskSpace;
    this.#request = request;
    // Uploads whose size nobody knows cannot be checked before they are taken.
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const reached = offset + (await this.#append(readable, id, offset));
    const { size } = await super.getUpload(id);
    // Still under the lock: whoever asks next finds it being handed on.
    if (reached === size) this.#finishing.set(id, { by: this.#request(), ended: Promise.withResolvers() });
    return reached;
  }

  /** Begins an upload; of one that the disk has no room for nothing stays. */
  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      await this.forget(upload.id);
      throw diskFailure(error) ?? error;
    }
  }

  /** Writes a part; gives how many bytes came. In place of the library's own, which does not say what went wrong. */
  async #append(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await pipeline(readable, (source) => this.#diskSpace.whileThereIsRoom(source), file);
    } catch (error) {
      throw error instanceof ApiError ? error : (diskFailure(error) ?? ERRORS.FILE_WRITE_ERROR);
    }
    return file.bytesWritten;
  }

  /** An upload as far as it came; waits while it is handed on. */
  override async getUpload(id: string): Promise<Upload> {
    await this.#finishing.get(id)?.ended.promise;
    const upload = await super.getUpload(id);
    if (!upload.size || upload.offset < upload.size) return upload;
    // A crash came between its last byte and its being handed on.
    await this.stepBack(id, upload.size);
    return super.getUpload(id);
  }

  /** Forgets the last byte, so that the client sends it again. */
  async stepBack(id: string, size: number): Promise<void> {
    if (size > 0) await truncate(join(this.directory, id), size - 1);
  }

  /** Says that a request hands an upload on no longer, if it did. Another request does not end that. */
  settle(id: string, request: object): void {
    const finishing = this.#finishing.get(id);
    if (finishing?.by !== request) return;
    this.#finishing.delete(id);
    finishing.ended.resolve();
  }

  /** Removes an upload, whatever is left of it. */
  async forget(id: string): Promise<void> {
    const path = join(this.directory, id);
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }
}
