// Sends an open file: streams the whole file or the requested range, and sends nothing to a client that has
// it cached. Also restricts how a browser may use it, because anyone may have uploaded anything.

import type { StoredFile } from '../../files/file-store.ts';
import { isInlineType, UNKNOWN_TYPE } from '../../model/uploads/media-type.ts';
import { byteRange } from './byte-range.ts';
import type { HttpReply } from './http-reply.ts';
import type { HttpRequest } from './http-request.ts';

/** Runs no scripts, loads nothing but the file itself, and shares no origin with a page that frames it. */
const FILE_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
/** Document viewers do not work in a sandbox. They run nothing of the document outside themselves. */
const DOCUMENT_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

export interface SentFile {
  readonly file: StoredFile;
  readonly contentType: string;
  /** The name to save it under. */
  readonly name: string;
  /** Identifies the file's content, which never changes. */
  readonly tag: string;
  readonly disposition: 'inline' | 'save';
  readonly cacheControl: string;
}

/** The header for showing or saving a file, with the name in both encodings that browsers know. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Whether the client has the version that a tag names. */
export function isCachedByClient(request: HttpRequest, tag: string): boolean {
  const tags = request.headers['if-none-match'];
  return (tags ?? '').split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

/** Sets the file's headers, which are the same for every range of it. */
function withFileHeaders(
  reply: HttpReply,
  { contentType, name, tag, disposition, cacheControl }: SentFile,
): HttpReply {
  const isInline = disposition === 'inline' && isInlineType(contentType);
  return reply
    .header('etag', `"${tag}"`)
    .header('accept-ranges', 'bytes')
    .header('cache-control', cacheControl)
    .header('content-disposition', contentDisposition(isInline ? 'inline' : 'attachment', name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', contentType === 'application/pdf' ? DOCUMENT_POLICY : FILE_POLICY)
    .header('cross-origin-resource-policy', 'same-site')
    .type(isInline ? contentType : UNKNOWN_TYPE);
}

/** Sends a file and closes it. */
export async function sendFile(request: HttpRequest, reply: HttpReply, sent: SentFile): Promise<HttpReply> {
  const { file, tag } = sent;
  const { size } = file;
  const etag = `"${tag}"`;
  if (isCachedByClient(request, etag)) {
    await file.close();
    return withFileHeaders(reply, sent).code(304).send();
  }
  const condition = request.headers['if-range'];
  const isRangeValid = condition === undefined || condition === etag;
  const range = byteRange(isRangeValid ? request.headers.range : undefined, size);
  if (range === 'outside') {
    await file.close();
    return withFileHeaders(reply, sent).code(416).header('content-range', `bytes */${size}`).send();
  }
  const part = range === 'whole' ? { start: 0, end: size - 1 } : range;
  // The stream is opened before any header is set, since the store can still fail here.
  const body = request.method === 'HEAD' || size === 0 ? undefined : await file.stream(part);
  withFileHeaders(reply, sent).header('content-length', part.end - part.start + 1);
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  }
  if (body) return reply.send(body);
  await file.close();
  return reply.send(Buffer.alloc(0));
}
