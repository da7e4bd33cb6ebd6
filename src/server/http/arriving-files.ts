// Receives the files of requests. Small ones stay in memory, others are streamed to disk, and removed after the request
// is answered unless a store has taken them. Their number at a time is limited.

import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badRequest, rateLimited } from '../../api-contract/error.ts';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import type { UploadedContent, UploadedFile } from '../../api-contract/operation.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import type { LocalFile } from '../../files/file-store.ts';
import { incomingPath } from '../../files/incoming-files.ts';

const TRY_AGAIN_SECONDS = 5;

/** The description of a file in a part of a body. */
export type FileDescription = Pick<UploadedFile, 'fieldName' | 'fileName' | 'contentType'>;

class ArrivedFile implements UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly content: UploadedContent;
  readonly size: number;

  constructor({ fieldName, fileName, contentType }: FileDescription, content: UploadedContent) {
    this.fieldName = fieldName;
    this.fileName = fileName;
    this.contentType = contentType;
    this.content = content;
    this.size = Buffer.isBuffer(content) ? content.length : content.size;
  }

  contentWithin(maximumMebibytes: number): Buffer | string {
    if (this.size > maximumMebibytes * MEBIBYTE) {
      throw badRequest(`Uploaded file is larger than the allowed limit of ${maximumMebibytes} MiB`);
    }
    return Buffer.isBuffer(this.content) ? this.content : this.content.path;
  }
}

/** The incoming files of all requests. */
export class ArrivingFiles {
  readonly #dataDirectory: string;
  readonly #diskSpace: DiskSpace;
  readonly #fileBytes: number;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(dataDirectory: string, diskSpace: DiskSpace, fileMegabytes: number) {
    this.#dataDirectory = dataDirectory;
    this.#diskSpace = diskSpace;
    // Pictures have their own limits: a file that some operation accepts must not be cut off here.
    this.#fileBytes = Math.max(fileMegabytes, limits.fileMegabytes) * MEBIBYTE;
  }

  /** The files of one request, counted for an account or network. */
  request(caller: string): RequestFiles {
    return new RequestFiles(
      { dataDirectory: this.#dataDirectory, diskSpace: this.#diskSpace },
      this.#fileBytes,
      {
        acquire: () => this.#acquire(caller),
        release: () => this.#release(caller),
      },
    );
  }

  #acquire(caller: string): void {
    const own = this.#counts.get(caller) ?? 0;
    if (own >= limits.filesArrivingPerAccount || this.#total >= limits.filesArriving) {
      throw rateLimited(TRY_AGAIN_SECONDS);
    }
    this.#counts.set(caller, own + 1);
    this.#total += 1;
  }

  #release(caller: string): void {
    const remaining = (this.#counts.get(caller) ?? 0) - 1;
    if (remaining > 0) this.#counts.set(caller, remaining);
    else this.#counts.delete(caller);
    this.#total -= 1;
  }
}

/** Where files are written. */
interface ArrivalDisk {
  readonly dataDirectory: string;
  readonly diskSpace: DiskSpace;
}

interface Slots {
  acquire(): void;
  release(): void;
}

/** The files of one request, which end with it. */
export class RequestFiles {
  /** The maximum size of a file. */
  readonly fileBytes: number;
  readonly #disk: ArrivalDisk;
  readonly #slots: Slots;
  readonly #arriving: Promise<unknown>[] = [];
  readonly #paths: string[] = [];
  readonly #abort = new AbortController();
  #slotsInUse = 0;

  constructor(disk: ArrivalDisk, fileBytes: number, slots: Slots) {
    this.#disk = disk;
    this.fileBytes = fileBytes;
    this.#slots = slots;
  }

  /**
   * Receives a file.
   * @throws 429 if too many files are arriving, 503 if the disk is low on space
   */
  receive(description: FileDescription, stream: Readable): Promise<UploadedFile> {
    this.#slots.acquire();
    this.#slotsInUse += 1;
    const arrived = this.#write(description, stream);
    this.#arriving.push(arrived);
    return arrived;
  }

  /** Removes the files that still exist, complete or not. */
  async end(): Promise<void> {
    if (this.#slotsInUse === 0) return;
    this.#abort.abort();
    await Promise.allSettled(this.#arriving);
    for (; this.#slotsInUse > 0; this.#slotsInUse--) this.#slots.release();
    for (const path of this.#paths) await rm(path, { force: true });
  }

  async #write(description: FileDescription, stream: Readable): Promise<UploadedFile> {
    try {
      await this.#disk.diskSpace.refuseFilesWhenLow();
      const { signal } = this.#abort;
      signal.throwIfAborted();
      const chunks: AsyncIterator<Buffer> = addAbortSignal(signal, stream)[Symbol.asyncIterator]();
      const head = await headOf(chunks);
      if (!head.isAll) return new ArrivedFile(description, await this.#writeToDisk(head, chunks));
      const bytes = Buffer.concat(head.chunks);
      // It will be written when its operation accepts it.
      await this.#disk.diskSpace.take(bytes.length);
      return new ArrivedFile(description, bytes);
    } catch (error) {
      throw diskFailure(error) ?? error;
    }
  }

  async #writeToDisk(head: Head, rest: AsyncIterator<Buffer>): Promise<LocalFile> {
    const { dataDirectory, diskSpace } = this.#disk;
    const path = await incomingPath(dataDirectory);
    this.#paths.push(path);
    const { signal } = this.#abort;
    signal.throwIfAborted();
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    try {
      await pipeline(diskSpace.whileSpaceRemains(concatenated(head.chunks, rest)), file, { signal });
      return { path, size: file.bytesWritten };
    } catch (error) {
      await whenClosed(file);
      throw error;
    }
  }
}

/** The beginning of a file. */
interface Head {
  readonly chunks: readonly Buffer[];
  /** Whether the file ends there. */
  readonly isAll: boolean;
}

/** Reads a file to its end, or until it is too large to stay in memory. */
async function headOf(file: AsyncIterator<Buffer>): Promise<Head> {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= limits.fileBytesInMemory; ) {
    const { done, value } = await file.next();
    if (done) return { chunks, isAll: true };
    chunks.push(value);
    size += value.length;
  }
  return { chunks, isAll: false };
}

async function* concatenated(head: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

/** Waits until the file is closed: a file still being opened would be created after it was removed. */
function whenClosed(file: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (file.closed) resolve();
    else file.once('close', resolve);
  });
}
