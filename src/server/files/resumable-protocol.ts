// The protocol of resumable uploads, tus 1.0 with the extensions creation, creation with upload, and termination
// (https://tus.io/protocols/resumable-upload). Who may upload how much was checked before.

import type { IncomingMessage } from 'node:http';
import { finished, PassThrough, type Readable } from 'node:stream';
import { ApiError, badRequest, isClientError } from '../../api-contract/error.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import type { LocalFile } from '../../files/file-store.ts';
import { type NewUpload, ResumableParts, type UnfinishedUpload } from './resumable-parts.ts';
import { UploadLocks } from './upload-locks.ts';
import { formatUploadMetadata, parseUploadMetadata, type UploadMetadata } from './upload-metadata.ts';

export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,creation-with-upload,termination';
const PART_TYPE = 'application/offset+octet-stream';
const DEFAULT_FILE_NAME = 'uploaded-file';

/** The caller, as far as the protocol needs it. */
export interface UploadCaller {
  /** The address of the uploads, without a trailing slash. */
  readonly path: string;
  /** The upload that the request is about, or the id of a new one. */
  readonly uploadId: string;
  /**
   * Stores a complete upload.
   * @throws ApiError if it is rejected
   */
  store(fileName: string, file: LocalFile): Promise<{ readonly url: string; readonly name: string }>;
}

export interface ProtocolAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON. */
  readonly body?: object;
}

/** The upload does not exist, or belongs to another account. */
export function uploadNotFound(): ApiError {
  return new ApiError(404, 'NOT_FOUND', 'This upload does not exist.');
}

function tooManyBytes(): ApiError {
  return new ApiError(413, 'REQUEST_TOO_LARGE', 'The part is larger than the rest of the upload.');
}

/** The bytes of a request until they end, the connection breaks, or another request waits for the upload. */
function receivedBytes(request: IncomingMessage, interrupted: AbortSignal): Readable {
  const received = new PassThrough();
  const end = () => {
    request.unpipe(received);
    received.end();
  };
  interrupted.addEventListener('abort', end, { once: true });
  finished(request, { writable: false }, end);
  return interrupted.aborted ? received.end() : request.pipe(received);
}

/** Passes bytes on. @throws ApiError 413 before a chunk that exceeds the maximum */
async function* atMost(bytes: AsyncIterable<Buffer>, maximum: number): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    if (count > maximum) throw tooManyBytes();
    yield chunk;
  }
}

/** The offset that a part begins at. @throws ApiError if the request is not a part */
function partOffset({ headers }: IncomingMessage): number {
  if (headers['content-type'] !== PART_TYPE)
    throw new ApiError(415, 'BAD_REQUEST', `The Content-Type of a part must be ${PART_TYPE}.`);
  if (headers['upload-length'] !== undefined)
    throw badRequest('Upload-Length is sent when an upload is created, and not with its parts.');
  const offset = String(headers['upload-offset'] ?? '');
  if (!/^\d{1,15}$/.test(offset))
    throw badRequest('Upload-Offset must be the number of bytes that the server has.');
  return Number(offset);
}

/** The pairs of the header `Upload-Metadata`. @throws ApiError if they are malformed */
function sentMetadata({ headers }: IncomingMessage): UploadMetadata | undefined {
  const header = headers['upload-metadata'];
  if (header === undefined) return undefined;
  const metadata = parseUploadMetadata(String(header));
  if (!metadata)
    throw badRequest('Upload-Metadata must be pairs of a key and a value in Base64, separated by commas.');
  return metadata;
}

function description({ offset, size, metadata }: UnfinishedUpload): ProtocolAnswer {
  const headers = {
    'cache-control': 'no-store',
    'upload-offset': `${offset}`,
    'upload-length': `${size}`,
    ...(metadata && { 'upload-metadata': formatUploadMetadata(metadata) }),
  };
  return { status: 200, headers };
}

/** A request that sends bytes, and the signal to stop receiving them. */
interface SentBytes {
  readonly request: IncomingMessage;
  readonly interrupted: AbortSignal;
}

/** Serves the protocol for one server. */
export class ResumableProtocol {
  readonly #parts: ResumableParts;
  readonly #locks = new UploadLocks();

  /** @param folder for the parts of incomplete uploads */
  constructor(folder: string, diskSpace: DiskSpace) {
    this.#parts = new ResumableParts(folder, diskSpace);
  }

  /** Answers a request. @throws ApiError */
  handle(caller: UploadCaller, request: IncomingMessage): Promise<ProtocolAnswer> {
    if (request.headers['tus-resumable'] !== TUS_VERSION)
      throw new ApiError(412, 'BAD_REQUEST', `Tus-Resumable must be ${TUS_VERSION}.`).with({
        'tus-version': TUS_VERSION,
      });
    return this.#locks.run(caller.uploadId, async (interrupted) => {
      if (request.method === 'POST') return this.#create(caller, { request, interrupted });
      const upload = await this.#parts.find(caller.uploadId);
      if (!upload) throw uploadNotFound();
      if (request.method === 'PATCH') return this.#append(caller, { request, interrupted }, upload);
      if (request.method === 'HEAD') return description(upload);
      await this.#parts.remove(caller.uploadId);
      return { status: 204, headers: {} };
    });
  }

  async #create(caller: UploadCaller, sent: SentBytes): Promise<ProtocolAnswer> {
    const { headers } = sent.request;
    const upload = { size: Number(headers['upload-length']), metadata: sentMetadata(sent.request) };
    await this.#parts.create(caller.uploadId, upload);
    const hasBytes = headers['content-type'] === PART_TYPE;
    try {
      const offset = hasBytes ? await this.#receive(caller.uploadId, sent, { ...upload, offset: 0 }) : 0;
      if (offset === upload.size) return await this.#finish(caller, upload);
      const location = `${caller.path}/${caller.uploadId}`;
      return { status: 201, headers: { location, ...(hasBytes && { 'upload-offset': `${offset}` }) } };
    } catch (error) {
      // The client never received the address, so it will start over.
      await this.#parts.remove(caller.uploadId);
      throw error;
    }
  }

  async #append(caller: UploadCaller, sent: SentBytes, upload: UnfinishedUpload): Promise<ProtocolAnswer> {
    if (partOffset(sent.request) !== upload.offset)
      throw new ApiError(409, 'BAD_REQUEST', 'Upload-Offset is not the number of bytes that the server has.');
    const offset = await this.#receive(caller.uploadId, sent, upload);
    if (offset === upload.size) return this.#finish(caller, upload);
    return { status: 204, headers: { 'upload-offset': `${offset}` } };
  }

  /** Receives a part. Returns how many bytes of the upload the server then has. */
  async #receive(id: string, { request, interrupted }: SentBytes, upload: UnfinishedUpload): Promise<number> {
    const missing = upload.size - upload.offset;
    if (Number(request.headers['content-length'] ?? 0) > missing) throw tooManyBytes();
    const bytes = atMost(receivedBytes(request, interrupted), missing);
    return upload.offset + (await this.#parts.append(id, bytes));
  }

  /** Stores a complete upload. */
  async #finish(caller: UploadCaller, { size, metadata }: NewUpload): Promise<ProtocolAnswer> {
    const { uploadId: id, path, store } = caller;
    try {
      const { url, name } = await store(metadata?.filename || DEFAULT_FILE_NAME, {
        path: this.#parts.pathOf(id),
        size,
        mustStay: true,
      });
      await this.#parts.remove(id);
      const headers = { location: `${path}/${id}`, 'upload-offset': `${size}` };
      return { status: 200, headers, body: { url, filename: name } };
    } catch (error) {
      // A rejected upload will be rejected again. After any other failure the client sends the last byte again, since clients
      // continue only while something is missing.
      if (isClientError(error)) await this.#parts.remove(id);
      else await this.#parts.dropLastByte(id, size).catch(() => undefined);
      throw error;
    }
  }
}
