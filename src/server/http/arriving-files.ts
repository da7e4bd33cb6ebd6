// Receives the files of requests. They are streamed to disk, so that none is in memory as a whole, and
// removed after the request is answered unless a store has taken them. Their number at a time is limited.

import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badRequest, rateLimited } from '../../api-contract/error.ts';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import type { UploadedFile } from '../../api-contract/operation.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import { incomingPath } from '../../files/incoming-files.ts';

const TRY_AGAIN_SECONDS = 5;

/** The description of a file in a part of a body. */
export type FileDescription = Pick<UploadedFile, 'fieldName' | 'fileName' | 'contentType'>;

class ArrivedFile implements UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly path: string;
  readonly size: number;

  constructor({ fieldName, fileName, contentType }: FileDescription, path: string, size: number) {
    this.fieldName = fieldName;
    this.fileName = fileName;
    this.contentType = contentType;
    this.path = path;
    this.size = size;
  }

  pathWithin(maximumMebibytes: number): string {
    if (this.size > maximumMebibytes * MEBIBYTE) {
      throw badRequest(`Uploaded file is larger than the allowed limit of ${maximumMebibytes} MiB`);
    }
    return this.path;
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
    const { dataDirectory, diskSpace } = this.#disk;
    let file: WriteStream | undefined;
    try {
      await diskSpace.refuseFilesWhenLow();
      const path = await incomingPath(dataDirectory);
      this.#paths.push(path);
      const { signal } = this.#abort;
      signal.throwIfAborted();
      file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await pipeline(stream, (source) => diskSpace.whileSpaceRemains(source), file, { signal });
      return new ArrivedFile(description, path, file.bytesWritten);
    } catch (error) {
      if (file) await whenClosed(file);
      throw diskFailure(error) ?? error;
    }
  }
}

/** Waits until the file is closed: a file still being opened would be created after it was removed. */
function whenClosed(file: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (file.closed) resolve();
    else file.once('close', resolve);
  });
}
