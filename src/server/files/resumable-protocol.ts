// The protocol of resumable uploads (tus 1.0), implemented by its library. This file configures how uploads
// are named, where their parts are stored and what happens to complete ones. Loaded on the first request.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MemoryLocker, Server, type Upload } from '@tus/server';
import { ApiError, RETRY_AFTER } from '../../api-contract/error.ts';
import type { Logger } from '../../api-contract/logger.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import type { LocalFile } from '../../files/file-store.ts';
import { toApiError } from '../http/to-api-error.ts';
import { PartsStore } from './resumable-parts.ts';
import { logFailure, resumableStatus } from './resumable-status.ts';

const DEFAULT_FILE_NAME = 'uploaded-file';

/** The caller, as far as the protocol needs it. */
export interface UploadCaller {
  /** The address of the uploads, without a trailing slash. */
  readonly path: string;
  /** The upload that the request is about, or the name of a new one. */
  readonly uploadId: string;
  /**
   * Stores a complete upload.
   * @throws ApiError if it is rejected
   */
  store(fileName: string, file: LocalFile): Promise<{ readonly url: string; readonly name: string }>;
}

/** An error in the form that clients of the protocol read. */
function errorBody(message: string): string {
  return JSON.stringify({ message });
}

/** The library sends errors as plain text; ours are JSON. */
class JsonServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (body?.startsWith('{')) headers.set('content-type', 'application/json; charset=utf-8');
    if (status === 503) headers.set('retry-after', RETRY_AFTER['retry-after']);
    return super.write(context, headers, status, body);
  }
}

interface ProtocolError {
  readonly status_code: number;
  readonly body: string;
}

function isProtocolError(error: unknown): error is ProtocolError {
  const { status_code: status, body } = error as Partial<ProtocolError>;
  return typeof status === 'number' && typeof body === 'string';
}

export interface ProtocolOptions {
  /** Directory for the parts of incomplete uploads. */
  readonly folder: string;
  /** Maximum size of a whole upload. */
  readonly fileBytes: number;
  readonly diskSpace: DiskSpace;
  readonly log: Logger;
}

/** Serves the protocol for one server. */
export class ResumableProtocol {
  readonly #parts: PartsStore;
  readonly #tus: Server;
  readonly #log: Logger;
  readonly #caller = new AsyncLocalStorage<UploadCaller>();

  constructor({ folder, fileBytes, diskSpace, log }: ProtocolOptions) {
    this.#parts = new PartsStore(folder, diskSpace, () => this.#currentCaller());
    this.#log = log;
    this.#tus = new JsonServer({
      path: '/',
      datastore: this.#parts,
      locker: new MemoryLocker(),
      maxSize: fileBytes,
      // No pages of other sites may use it.
      allowedOrigins: () => false,
      namingFunction: () => this.#currentCaller().uploadId,
      // The id that was verified to be the caller's, however the library would parse the address.
      getFileIdFromRequest: () => this.#currentCaller().uploadId,
      generateUrl: (_request, { id }) => `${this.#currentCaller().path}/${id}`,
      onUploadFinish: (_request, upload) => this.#finish(upload),
      onResponseError: (_request, error) => this.#errorFor(error),
    });
  }

  /** Answers a request of the protocol. */
  async handle(caller: UploadCaller, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#caller.run(caller, () => this.#tus.handle(request, response));
    } finally {
      this.#parts.endHandover(caller.uploadId, caller);
    }
  }

  #currentCaller(): UploadCaller {
    const caller = this.#caller.getStore();
    if (!caller) throw new Error('an upload request lost its client');
    return caller;
  }

  async #finish({ id, size = 0, metadata }: Upload) {
    const caller = this.#currentCaller();
    const path = `${this.#parts.directory}/${id}`;
    try {
      const { url, name } = await caller.store(metadata?.filename || DEFAULT_FILE_NAME, { path, size });
      await this.#parts.forget(id);
      return {
        status_code: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', location: `${caller.path}/${id}` },
        body: JSON.stringify({ url, filename: name }),
      };
    } catch (error) {
      // A rejected upload will be rejected again; any other failure may be temporary.
      if (error instanceof ApiError && error.status < 500) await this.#parts.forget(id);
      else await this.#parts.dropLastByte(id, size).catch(() => undefined);
      throw error;
    } finally {
      this.#parts.endHandover(id, caller);
    }
  }

  /** The error sent to the client, without details of internal failures. */
  #errorFor(error: unknown): ProtocolError | undefined {
    if (error instanceof ApiError && error.status < 500) {
      return { status_code: resumableStatus(error), body: errorBody(error.message) };
    }
    if (isProtocolError(error)) return undefined;
    logFailure(this.#log, error);
    const { status, message } = toApiError(error);
    return { status_code: status, body: errorBody(message) };
  }
}
