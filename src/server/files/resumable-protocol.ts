// The protocol of resumable uploads (tus 1.0), spoken by its own library: this file tells it how uploads are named,
// where their parts lie and what becomes of one that is complete. It is loaded when the first one comes.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MemoryLocker, Server, type Upload } from '@tus/server';
import { ApiError, RETRY_AFTER } from '../../api-contract/error.ts';
import type { Logger } from '../../api-contract/logger.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import type { LocalFile } from '../../files/file-store.ts';
import { refusalOf } from '../http/refusal-of.ts';
import { PartsStore } from './resumable-parts.ts';
import { logFailure, resumableStatus } from './resumable-status.ts';

const NAMELESS = 'uploaded-file';

/** Who uploads, as far as the protocol needs to know. */
export interface ResumingCaller {
  /** The address below which uploads are found, without a slash at its end. */
  readonly path: string;
  /** The upload that the request is about; a new name where it begins one. */
  readonly uploadId: string;
  /** Keeps a complete upload. Throws refusals. */
  keep(fileName: string, file: LocalFile): Promise<{ readonly url: string; readonly name: string }>;
}

/** A refusal in the form that clients of the protocol read. */
function refusalBody(message: string): string {
  return JSON.stringify({ message });
}

/** The library answers refusals as plain text; ours are JSON. */
class JsonServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (body?.startsWith('{')) headers.set('content-type', 'application/json; charset=utf-8');
    if (status === 503) headers.set('retry-after', RETRY_AFTER['retry-after']);
    return super.write(context, headers, status, body);
  }
}

interface ProtocolRefusal {
  readonly status_code: number;
  readonly body: string;
}

function isRefusal(error: unknown): error is ProtocolRefusal {
  const { status_code: status, body } = error as Partial<ProtocolRefusal>;
  return typeof status === 'number' && typeof body === 'string';
}

export interface ProtocolOptions {
  /** For the parts of uploads that are not complete. */
  readonly folder: string;
  /** Of a whole upload, at most. */
  readonly fileBytes: number;
  readonly diskSpace: DiskSpace;
  readonly log: Logger;
}

/** Speaks the protocol for one server. */
export class ResumableProtocol {
  readonly #parts: PartsStore;
  readonly #tus: Server;
  readonly #log: Logger;
  readonly #caller = new AsyncLocalStorage<ResumingCaller>();

  constructor({ folder, fileBytes, diskSpace, log }: ProtocolOptions) {
    this.#parts = new PartsStore(folder, diskSpace, () => this.#callerNow());
    this.#log = log;
    this.#tus = new JsonServer({
      path: '/',
      datastore: this.#parts,
      locker: new MemoryLocker(),
      maxSize: fileBytes,
      // No other site's pages may use it.
      allowedOrigins: () => false,
      namingFunction: () => this.#callerNow().uploadId,
      // The one that was found to be the caller's, however the library would read the address.
      getFileIdFromRequest: () => this.#callerNow().uploadId,
      generateUrl: (_request, { id }) => `${this.#callerNow().path}/${id}`,
      onUploadFinish: (_request, upload) => this.#finish(upload),
      onResponseError: (_request, error) => this.#refusal(error),
    });
  }

  /** Answers a request of the protocol. */
  async handle(caller: ResumingCaller, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#caller.run(caller, () => this.#tus.handle(request, response));
    } finally {
      this.#parts.settle(caller.uploadId, caller);
    }
  }

  #callerNow(): ResumingCaller {
    const caller = this.#caller.getStore();
    if (!caller) throw new Error('a request of the protocol lost its caller');
    return caller;
  }

  async #finish({ id, size = 0, metadata }: Upload) {
    const caller = this.#callerNow();
    const path = `${this.#parts.directory}/${id}`;
    try {
      const { url, name } = await caller.keep(metadata?.filename || NAMELESS, { path, size });
      await this.#parts.forget(id);
      return {
        status_code: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', location: `${caller.path}/${id}` },
        body: JSON.stringify({ url, filename: name }),
      };
    } catch (error) {
      // What was refused will be refused again; anything else may succeed the next time.
      if (error instanceof ApiError && error.status < 500) await this.#parts.forget(id);
      else await this.#parts.stepBack(id, size).catch(() => undefined);
      throw error;
    } finally {
      this.#parts.settle(id, caller);
    }
  }

  /** What a client is told; nothing of what went wrong inside. */
  #refusal(error: unknown): ProtocolRefusal | undefined {
    if (error instanceof ApiError && error.status < 500) {
      return { status_code: resumableStatus(error), body: refusalBody(error.message) };
    }
    if (isRefusal(error)) return undefined;
    logFailure(this.#log, error);
    const { status, message } = refusalOf(error);
    return { status_code: status, body: refusalBody(message) };
  }
}
