// Sends results in the success envelope and errors in the error envelope. Never reveals internal failures.

import { PreparedResult } from '../../api/operation.ts';
import type { Services } from '../../api/services.ts';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { GatheredJson, isSameForAllClients, type JsonPiece } from '../../api-contract/written-json.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { detailOf } from '../../errors/error-detail.ts';
import { loggedPath } from './access-log.ts';
import { type BodyPiece, bytesOfPiece } from './body-pieces.ts';
import { challengeFor } from './challenge.ts';
import { sendBytes, sendPieces } from './compression.ts';
import { type HttpReply, JSON_TYPE } from './http-reply.ts';
import type { HttpRequest } from './http-request.ts';
import { toNeutralNames, usesLegacyNames } from './legacy-names.ts';
import { errorEnvelope, toApiError } from './to-api-error.ts';

/** Text up to this size is joined into one string. */
const MAX_JOINED_TEXT_BYTES = MEBIBYTE;
/** Bytes up to this size are copied into one buffer. Of more, the pieces are sent, so that no answer copies shared ones. */
const MAX_JOINED_BYTES = MEBIBYTE / 16;
/** Smaller pieces are copied even then: one more piece costs more than they do. */
const MIN_SEPARATE_BYTES = MEBIBYTE / 64;

/** An answer's body, in pieces if it is large. */
export type Body = string | Buffer | readonly BodyPiece[];

/**
 * A result in the success envelope, with the names that the client knows (the internal ones if no client is
 * given). Lists the parameters that the operation does not know.
 */
export async function successBody(
  result: Readonly<Record<string, unknown>> | PreparedResult,
  ignored: readonly string[],
  client?: string,
): Promise<Body> {
  const translate = client === undefined || usesLegacyNames(client) ? identity : toNeutralNames;
  return result instanceof PreparedResult
    ? joinPieces(result, ignored, translate)
    : translate(inEnvelope(result, ignored));
}

/** Sends a body. */
export async function sendResult(reply: HttpReply, body: Body): Promise<HttpReply> {
  reply.header('content-type', JSON_TYPE);
  reply.header('cache-control', 'private, no-store');
  return typeof body === 'string' || Buffer.isBuffer(body) ? sendBytes(reply, body) : sendPieces(reply, body);
}

function identity<T extends string | Buffer>(json: T): T {
  return json;
}

export function textOf(body: Body): string {
  return typeof body === 'string'
    ? body
    : Buffer.isBuffer(body)
      ? body.toString()
      : Buffer.concat(body.map(bytesOfPiece)).toString();
}

/** A piece as bytes, with the client's names. Gathered JSON is the same for all clients. */
function pieceOf(json: JsonPiece, translate: typeof identity): BodyPiece {
  if (json instanceof GatheredJson) return json;
  const translated = translate(json);
  return typeof translated === 'string' ? Buffer.from(translated) : translated;
}

function sizeOf(json: JsonPiece): number {
  return json instanceof GatheredJson ? json.length : Buffer.byteLength(json);
}

function inEnvelope(result: Readonly<Record<string, unknown>>, ignored: readonly string[]): string {
  return JSON.stringify({
    result: 'success',
    msg: '',
    ...(ignored.length > 0 && { ignored_parameters_unsupported: ignored }),
    ...result,
  });
}

/**
 * Puts prepared pieces into the envelope: as text if all are text, else as bytes. Of a large answer, large pieces stay
 * separate, because many answers waiting for slow clients share them, and it is processed with yields. No translated
 * name spans two pieces.
 */
async function joinPieces(
  { pieces }: PreparedResult,
  ignored: readonly string[],
  translate: typeof identity,
): Promise<Body> {
  const unsupported =
    ignored.length > 0 ? `"ignored_parameters_unsupported":${JSON.stringify(ignored)},` : '';
  const head = `{"result":"success","msg":"",${unsupported}`;
  const all = [head, ...pieces, '}'];
  const size = all.reduce((length, piece) => length + sizeOf(piece), 0);
  if (size <= MAX_JOINED_TEXT_BYTES && all.every((piece) => typeof piece === 'string')) {
    return translate(all.join(''));
  }
  if (size <= MAX_JOINED_BYTES) return joinTranslated(all, translate);
  const yielder = new Yielder();
  const bytes: BodyPiece[] = [];
  for (const piece of withSmallPiecesJoined(all)) {
    bytes.push(pieceOf(piece, translate));
    await yielder.yieldIfDue();
  }
  return bytes;
}

function joinBytes(pieces: readonly JsonPiece[]): Buffer {
  return Buffer.concat(pieces.map((piece) => bytesOfPiece(pieceOf(piece, identity))));
}

/** Joins pieces in one buffer, without searching those for names that are the same for all clients. */
function joinTranslated(pieces: readonly JsonPiece[], translate: typeof identity): Buffer {
  const parts: Buffer[] = [];
  let sought: JsonPiece[] = [];
  const endSought = () => {
    if (sought.length > 0) parts.push(translate(joinBytes(sought)));
    sought = [];
  };
  for (const piece of pieces) {
    if (typeof piece === 'string' || (Buffer.isBuffer(piece) && !isSameForAllClients(piece))) {
      sought.push(piece);
      continue;
    }
    endSought();
    parts.push(bytesOfPiece(pieceOf(piece, identity)));
  }
  endSought();
  const [only] = parts;
  return only && parts.length === 1 ? only : Buffer.concat(parts);
}

/** The same pieces, with small ones that follow each other in one. */
function* withSmallPiecesJoined(pieces: readonly JsonPiece[]): Generator<JsonPiece> {
  let small: JsonPiece[] = [];
  for (const piece of [...pieces, undefined]) {
    if (piece !== undefined && sizeOf(piece) < MIN_SEPARATE_BYTES) {
      small.push(piece);
      continue;
    }
    const [first] = small;
    if (first !== undefined) yield small.length === 1 ? first : joinBytes(small);
    small = [];
    if (piece !== undefined) yield piece;
  }
}

export interface RejectedRequest {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  /** The operation it was routed to; undefined if none. */
  readonly operation?: string | undefined;
}

/** Sends an error. Anything that is not an `ApiError` is a bug: it is logged and not revealed. */
export function sendError(
  services: Services,
  error: unknown,
  { request, reply, operation }: RejectedRequest,
): HttpReply {
  const apiError = toApiError(error);
  if (apiError.status >= 500) {
    services.log.error(
      {
        request: request.id,
        method: request.method,
        path: loggedPath(request, operation !== undefined),
        operation,
        error: detailOf(error),
      },
      'request failed',
    );
  }
  return reply
    .code(apiError.status)
    .headers(apiError.headers)
    .headers(challengeFor(apiError.status, request))
    .header('content-type', JSON_TYPE)
    .send(errorEnvelope(apiError));
}
