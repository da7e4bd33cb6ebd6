// Sends an open file: piece by piece from where it is kept, whole or the part that was asked for, and nothing at all to a
// client that holds it already. How a browser may use it is part of it, since anybody may have uploaded anything.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile } from '../../files/file-store.ts';
import { isShownInPlace, UNKNOWN_TYPE } from '../../model/uploads/media-type.ts';
import { byteRange } from './byte-range.ts';

/** Nothing runs, nothing is loaded but the file itself, and no page that frames it shares an origin with it. */
const LOCKED = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
/** Viewers of documents do not work in a sandbox; they run nothing of the document outside themselves. */
const DOCUMENT = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

export interface SentFile {
  readonly file: StoredFile;
  readonly contentType: string;
  /** The name under which it is saved. */
  readonly name: string;
  /** Names what the file holds; it never holds anything else. */
  readonly tag: string;
  readonly disposition: 'as it is' | 'save';
  readonly cacheControl: string;
}

/** The header that says whether to show or to save, with the name in both spellings that browsers know. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Whether a request says that its sender holds what a tag names. */
export function isHeldAlready(request: FastifyRequest, tag: string): boolean {
  const held = request.headers['if-none-match'];
  return (held ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** What browsers are told of a file, whatever part of it they get. */
function described(
  reply: FastifyReply,
  { contentType, name, tag, disposition, cacheControl }: SentFile,
): FastifyReply {
  const isInline = disposition === 'as it is' && isShownInPlace(contentType);
  return reply
    .header('etag', `"${tag}"`)
    .header('accept-ranges', 'bytes')
    .header('cache-control', cacheControl)
    .header('content-disposition', contentDisposition(isInline ? 'inline' : 'attachment', name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', contentType === 'application/pdf' ? DOCUMENT : LOCKED)
    .header('cross-origin-resource-policy', 'same-site')
    .type(isInline ? contentType : UNKNOWN_TYPE);
}

/** Answers with a file and closes it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentFile,
): Promise<FastifyReply> {
  const { file, tag } = sent;
  const { size } = file;
  const etag = `"${tag}"`;
  if (isHeldAlready(request, etag)) {
    await file.close();
    return described(reply, sent).code(304).send();
  }
  const condition = request.headers['if-range'];
  const isAsked = condition === undefined || condition === etag;
  const range = byteRange(isAsked ? request.headers.range : undefined, size);
  if (range === 'outside') {
    await file.close();
    return described(reply, sent).code(416).header('content-range', `bytes */${size}`).send();
  }
  const part = range === 'whole' ? { start: 0, end: size - 1 } : range;
  // Before anything is said of the file: a store may fail even now.
  const body = request.method === 'HEAD' || size === 0 ? undefined : await file.stream(part);
  described(reply, sent).header('content-length', part.end - part.start + 1);
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  }
  if (body) return reply.send(body);
  await file.close();
  return reply.send(Buffer.alloc(0));
}
