// Stores files in an S3 object store that several servers may share. Objects have the same paths as files on
// disk. Browsers never access the store, since the server decides who may load a file.

import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { fileStoreUnavailable } from '../api-contract/error.ts';
import {
  type Content,
  type FileStore,
  type NamedContent,
  type StoredFile,
  UnusableFileStoreError,
} from './file-store.ts';
import { S3Client, S3Error } from './s3-client.ts';
import type { S3Options } from './s3-options.ts';

const NOT_FOUND = 404;
const FORBIDDEN = 403;

/** Converts failures of the store to the error that clients get. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw fileStoreUnavailable(error);
  }
}

async function bodyOf(content: Content): Promise<Buffer | Blob> {
  return Buffer.isBuffer(content) ? content : openAsBlob(content.path);
}

export class S3Store implements FileStore {
  readonly #client: S3Client;

  private constructor(client: S3Client) {
    this.#client = client;
  }

  /** Connects to a store and tests it. @throws UnusableFileStoreError if writing or reading fails */
  static async open(options: S3Options): Promise<S3Store> {
    const client = new S3Client(options);
    await check(client, options);
    return new S3Store(client);
  }

  /** A store without the test, for read-only use. */
  static unchecked(options: S3Options): S3Store {
    return new S3Store(new S3Client(options));
  }

  /** Objects appear only when they are complete. */
  writeNewFolder(folder: string, files: readonly NamedContent[]): Promise<void> {
    return this.write(folder, files);
  }

  async write(folder: string, files: readonly NamedContent[]): Promise<void> {
    for (const { name, content } of files) {
      await orUnavailable(this.#client.put(`${folder}/${name}`, await bodyOf(content)));
    }
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const size = await orUnavailable(this.#client.size(path));
    if (size === undefined) return undefined;
    return { size, stream: (part) => this.#stream(path, part), close: async () => undefined };
  }

  async read(path: string): Promise<Buffer | undefined> {
    const answer = await orUnavailable(this.#client.get(path));
    return answer && Buffer.from(await orUnavailable(answer.arrayBuffer()));
  }

  async remove(path: string): Promise<void> {
    for await (const key of this.list(path)) await orUnavailable(this.#client.delete(key));
    await orUnavailable(this.#client.delete(path));
  }

  async *list(folder: string): AsyncGenerator<string> {
    let page = await orUnavailable(this.#client.page(`${folder}/`));
    yield* page.keys;
    while (page.next !== undefined) {
      page = await orUnavailable(this.#client.page(`${folder}/`, page.next));
      yield* page.keys;
    }
  }

  async #stream(path: string, { start, end }: { start: number; end: number }): Promise<Readable> {
    const answer = await orUnavailable(this.#client.get(path, `bytes=${start}-${end}`));
    if (!answer?.body) throw fileStoreUnavailable(new Error('an object disappeared while it was being read'));
    return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  }
}

/** Performs each operation once, so that a misconfiguration is found at the start and not by the first upload. */
async function check(client: S3Client, options: S3Options): Promise<void> {
  const folder = `checks/${randomBytes(12).toString('hex')}`;
  const key = `${folder}/check`;
  let text: string | undefined;
  try {
    await client.put(key, Buffer.from(key));
    text = await (await client.get(key))?.text();
    for (const objectKey of await client.list(`${folder}/`)) await client.delete(objectKey);
  } catch (error) {
    throw new UnusableFileStoreError(failureText(error, options));
  }
  if (text !== key) {
    throw new UnusableFileStoreError(
      `The S3 store at ${options.endpoint} returned different data than was written to it.`,
    );
  }
}

function failureText(error: unknown, { endpoint, bucket }: S3Options): string {
  if (!(error instanceof S3Error)) return `Cannot reach the S3 store at ${endpoint}.`;
  if (error.status === NOT_FOUND) {
    return `The bucket "${bucket}" does not exist at ${endpoint}. Create it, or change --s3-bucket or --s3-addressing.`;
  }
  if (error.status === FORBIDDEN) {
    return `The S3 store at ${endpoint} denied access to the bucket "${bucket}". Allow these keys to write, read, list and delete.`;
  }
  return `The S3 store at ${endpoint} rejected the first request with status ${error.status}. Check --s3-region and --s3-addressing.`;
}
