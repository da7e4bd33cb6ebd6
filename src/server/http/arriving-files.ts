// The files of requests on their way in: written to disk as they come, so that no memory holds them whole, and
// removed when the request is answered, unless a store took them. How many may come at once is bounded.

import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badRequest, rateLimited } from '../../api-contract/error.ts';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import type { UploadedFile } from '../../api-contract/operation.ts';
import { arrivingPath } from '../../files/arriving.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import type { DiskSpace } from '../../files/disk-space.ts';

const TRY_AGAIN_SECONDS = 5;

/** What a part of a body says of its file. */
export type FileFacts = Pick<UploadedFile, 'fieldName' | 'fileName' | 'contentType'>;

class ArrivedFile implements UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly path: string;
  readonly size: number;

  constructor({ fieldName, fileName, contentType }: FileFacts, path: string, size: number) {
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

/** Files that come in, over all requests. */
export class ArrivingFiles {
  readonly #dataDirectory: string;
  readonly #diskSpace: DiskSpace;
  readonly #fileBytes: number;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(dataDirectory: string, diskSpace: DiskSpace, fileMegabytes: number) {
    this.#dataDirectory = dataDirectory;
    this.#diskSpace = diskSpace;
    // Pictures have bounds of their own: a file is never cut off that an operation would take.
    this.#fileBytes = Math.max(fileMegabytes, limits.fileMegabytes) * MEBIBYTE;
  }

  /** The files of one request, which is counted for an account or an address. */
  request(caller: string): RequestFiles {
    return new RequestFiles(
      { dataDirectory: this.#dataDirectory, diskSpace: this.#diskSpace },
      this.#fileBytes,
      {
        take: () => this.#take(caller),
        release: () => this.#release(caller),
      },
    );
  }

  #take(caller: string): void {
    const own = this.#counts.get(caller) ?? 0;
    if (own >= limits.filesArrivingPerAccount || this.#total >= limits.filesArriving) {
      throw rateLimited(TRY_AGAIN_SECONDS);
    }
    this.#counts.set(caller, own + 1);
    this.#total += 1;
  }

  #release(caller: string): void {
    const left = (this.#counts.get(caller) ?? 0) - 1;
    if (left > 0) this.#counts.set(caller, left);
    else this.#counts.delete(caller);
    this.#total -= 1;
  }
}

/** Where files arrive. */
interface ArrivalDisk {
  readonly dataDirectory: string;
  readonly diskSpace: DiskSpace;
}

interface Places {
  take(): void;
  release(): void;
}

/** The files of one request; ended with it. */
export class RequestFiles {
  /** The most that a file may have. */
  readonly fileBytes: number;
  readonly #disk: ArrivalDisk;
  readonly #places: Places;
  readonly #arriving: Promise<unknown>[] = [];
  readonly #paths: string[] = [];
  readonly #abort = new AbortController();
  #taken = 0;

  constructor(disk: ArrivalDisk, fileBytes: number, places: Places) {
    this.#disk = disk;
    this.fileBytes = fileBytes;
    this.#places = places;
  }

  /** Takes a file in. @throws 429 where too many are coming in already, 503 where the disk has no room for files */
  keep(facts: FileFacts, stream: Readable): Promise<UploadedFile> {
    this.#places.take();
    this.#taken += 1;
    const arrived = this.#write(facts, stream);
    this.#arriving.push(arrived);
    return arrived;
  }

  /** Removes what is still there, complete or not. */
  async end(): Promise<void> {
    if (this.#taken === 0) return;
    this.#abort.abort();
    await Promise.allSettled(this.#arriving);
    for (; this.#taken > 0; this.#taken--) this.#places.release();
    for (const path of this.#paths) await rm(path, { force: true });
  }

  async #write(facts: FileFacts, stream: Readable): Promise<UploadedFile> {
    const { dataDirectory, diskSpace } = this.#disk;
    let file: WriteStream | undefined;
    try {
      await diskSpace.refuseFilesWhenLow();
      const path = await arrivingPath(dataDirectory);
      this.#paths.push(path);
      const { signal } = this.#abort;
      signal.throwIfAborted();
      file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await pipeline(stream, (source) => diskSpace.whileThereIsRoom(source), file, { signal });
      return new ArrivedFile(facts, path, file.bytesWritten);
    } catch (error) {
      if (file) await closed(file);
      throw diskFailure(error) ?? error;
    }
  }
}

/** A file that is being opened while it is given up would otherwise be made after it was removed. */
function closed(file: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (file.closed) resolve();
    else file.once('close', resolve);
  });
}
