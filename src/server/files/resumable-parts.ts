// The parts of uploads that are not complete, on the disk of this server. A part that was taken stays through breaks
// of the connection and restarts. What is complete is handed on at once; where that did not succeed, the last byte is
// asked for again, so that clients, which only go on while something is missing, try it once more.

import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';

interface Finishing {
  /** The request that brought the last byte. */
  readonly by: object;
  readonly ended: PromiseWithResolvers<void>;
}

/** The store of parts that the library of the protocol is handed. */
export class PartsStore extends FileStore {
  /** Complete uploads that are being handed on; each promise resolves when that has ended. */
  readonly #finishing = new Map<string, Finishing>();
  readonly #request: () => object;

  /** `request` gives the request that is being answered. */
  constructor(directory: string, request: () => object) {
    super({ directory });
    this.#request = request;
    // Uploads whose size nobody knows cannot be checked before they are taken.
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const reached = await super.write(readable, id, offset);
    const { size } = await super.getUpload(id);
    // Still under the lock: whoever asks next finds it being handed on.
    if (reached === size) this.#finishing.set(id, { by: this.#request(), ended: Promise.withResolvers() });
    return reached;
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
