// An S3 store on this machine that verifies the signature of every request, as real ones do, and a listing of the files
// in whichever store a test server uses.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { S3Client } from '../../src/files/s3-client.ts';
import type { S3Options } from '../../src/files/s3-options.ts';
import { onCleanup } from './cleanup.ts';

const BUCKET = 'parley-files';
const KEY = 'S3RVER';

export interface ObjectStore {
  readonly options: S3Options;
  /** The keys of its objects. */
  paths(): Promise<string[]>;
  /** Stops it; later requests cannot connect. */
  close(): Promise<void>;
}

/** Starts a store with an empty bucket; it stops at the end of the test at the latest. */
export async function startObjectStore(): Promise<ObjectStore> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-store-'));
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await store.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const options: S3Options = {
    endpoint,
    bucket: BUCKET,
    region: 'us-east-1',
    addressing: 'path',
    accessKeyId: KEY,
    secretAccessKey: KEY,
  };
  const client = new S3Client(options);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    const closePromise = store.close();
    store.httpServer.closeAllConnections();
    await closePromise;
    await rm(directory, { recursive: true, force: true });
  };
  onCleanup(close);
  return { options, paths: () => client.list(''), close };
}

/** The paths of the files below a data directory. */
export async function pathsOnDisk(dataDirectory: string): Promise<string[]> {
  const entries = await readdir(dataDirectory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDirectory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
