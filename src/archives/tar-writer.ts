// Writes a compressed tar file to a local file. Only the entry that is being written is in memory. The library is
// loaded lazily, when an archive is made.

import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { TarPackController } from 'modern-tar';
import type { LocalFile } from '../files/file-store.ts';

/** A tar file while it is being written. */
export class TarWriter {
  readonly #path: string;
  readonly #packer: TarPackController;
  readonly #completion: Promise<void>;

  private constructor(path: string, packer: TarPackController, completion: Promise<void>) {
    this.#path = path;
    this.#packer = packer;
    this.#completion = completion;
  }

  /** Begins an archive at a path where no file exists yet. */
  static async begin(path: string): Promise<TarWriter> {
    const { createTarPacker } = await import('modern-tar');
    const { readable, controller } = createTarPacker();
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const completion = pipeline(Readable.fromWeb(readable), createGzip(), file);
    // A failure is reported to the caller that adds the next entry.
    completion.catch(() => undefined);
    return new TarWriter(path, controller, completion);
  }

  addJson(name: string, value: unknown): Promise<void> {
    return this.addBytes(`${name}.json`, Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`));
  }

  addBytes(name: string, bytes: Buffer): Promise<void> {
    return this.addStream(name, bytes.length, [bytes]);
  }

  /** Adds a file of exactly `size` bytes. */
  async addStream(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    await Promise.race([this.#fill(name, size, content), this.#completion]);
  }

  async #fill(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const writer = this.#packer.add({ name, size, type: 'file', mode: 0o600 }).getWriter();
    for await (const chunk of content) await writer.write(chunk);
    await writer.close();
  }

  /**
   * Completes the archive. Once this resolves, all its bytes are on the disk. The file's entry in its folder
   * may not be; callers that need that to survive a power failure must sync the folder.
   */
  async finish(): Promise<LocalFile> {
    this.#packer.finalize();
    await this.#completion;
    const file = await open(this.#path, 'r+');
    try {
      await file.sync();
      return { path: this.#path, size: (await file.stat()).size };
    } finally {
      await file.close();
    }
  }

  /** Abandons the archive. The caller removes the written part. */
  async abandon(): Promise<void> {
    this.#packer.error(new Error('the archive was canceled'));
    await this.#completion.catch(() => undefined);
  }
}
