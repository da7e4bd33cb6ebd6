// What goes back over the wire: results in the success envelope, refusals in the error envelope, and nothing of
// what went wrong inside.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { PreparedResult } from '../../api/operation.ts';
import type { Services } from '../../api/services.ts';
import { ApiError } from '../../api-contract/error.ts';
import { detailOf } from '../../api-contract/error-detail.ts';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { GatheredJson, type JsonPiece } from '../../api-contract/written-json.ts';
import { Pace } from '../../api-contract/yielding.ts';
import { loggedPath } from './access-log.ts';
import { type BodyPiece, joinedPiece } from './body-pieces.ts';
import { challengeFor } from './challenge.ts';
import { sendBytes, sendPieces } from './compression.ts';
import { refusalOf } from './refusal-of.ts';
import { inNeutralWords, speaksFamilyWords } from './wire-words.ts';

/** What an answer is at most copied together of; a larger one goes out piece by piece. */
const JOINED_BYTES = MEBIBYTE;

/** An answer's body; in several parts where it is large. */
export type Body = string | Buffer | readonly BodyPiece[];

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A result in the success envelope, in the words that a client knows (those of the inside, where none is named); names the
 * parameters that the operation does not know.
 */
export async function successBody(
  result: Readonly<Record<string, unknown>> | PreparedResult,
  ignored: readonly string[],
  client?: string,
): Promise<Body> {
  const inItsWords = client === undefined || speaksFamilyWords(client) ? asItIs : inNeutralWords;
  return result instanceof PreparedResult
    ? joined(result, ignored, inItsWords)
    : inItsWords(inEnvelope(result, ignored));
}

/** Answers with a body. */
export async function sendResult(reply: FastifyReply, body: Body): Promise<FastifyReply> {
  reply.header('content-type', JSON_TYPE);
  reply.header('cache-control', 'private, no-store');
  return typeof body === 'string' || Buffer.isBuffer(body) ? sendBytes(reply, body) : sendPieces(reply, body);
}

function asItIs<T extends string | Buffer>(json: T): T {
  return json;
}

/** A body as text. */
export function textOf(body: Body): string {
  return typeof body === 'string'
    ? body
    : Buffer.isBuffer(body)
      ? body.toString()
      : Buffer.concat(body.map(joinedPiece)).toString();
}

/** A piece in a client's words, as bytes. What is gathered says the same to all clients. */
function pieceOf(json: JsonPiece, inItsWords: typeof asItIs): BodyPiece {
  if (json instanceof GatheredJson) return json;
  const translated = inItsWords(json);
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
 * Prepared pieces in the envelope: as text where all of them are, else as bytes. Large ones stay apart, since many answers
 * that wait for slow clients share them, and are gone over in short turns. What is translated stands within one piece.
 */
async function joined(
  { pieces }: PreparedResult,
  ignored: readonly string[],
  inItsWords: typeof asItIs,
): Promise<Body> {
  const unsupported =
    ignored.length > 0 ? `"ignored_parameters_unsupported":${JSON.stringify(ignored)},` : '';
  const head = `{"result":"success","msg":"",${unsupported}`;
  const all = [head, ...pieces, '}'];
  const size = all.reduce((length, piece) => length + sizeOf(piece), 0);
  if (size <= JOINED_BYTES && all.every((piece) => typeof piece === 'string')) {
    return inItsWords(all.join(''));
  }
  if (size <= JOINED_BYTES) {
    const whole = all.map((piece) => joinedPiece(pieceOf(piece, asItIs)));
    return inItsWords(Buffer.concat(whole, size));
  }
  const pace = new Pace();
  const bytes: BodyPiece[] = [];
  for (const piece of all) {
    bytes.push(pieceOf(piece, inItsWords));
    await pace.step();
  }
  return bytes;
}

/** A request that is refused. */
export interface Refused {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The operation that it had come to; undefined where it came to none. */
  readonly operation?: string | undefined;
}

/** Answers with a refusal; what is no refusal is a bug, logged here and told to nobody. */
export function sendError(
  services: Services,
  error: unknown,
  { request, reply, operation }: Refused,
): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) {
    const cause = error instanceof ApiError ? (error.cause ?? error) : error;
    services.log.error(
      {
        request: request.id,
        method: request.method,
        path: loggedPath(request, operation !== undefined),
        operation,
        error: detailOf(cause),
      },
      'a request failed',
    );
  }
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .headers(challengeFor(refusal.status, request))
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify({ result: 'error', msg: refusal.message, code: refusal.code, ...refusal.extra }));
}
