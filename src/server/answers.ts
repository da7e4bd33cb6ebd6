// What goes back over the wire: results in the success envelope, refusals in the error envelope, and nothing of
// what went wrong inside.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../contract/error.ts';
import { detailOf } from '../contract/thrown.ts';
import { PreparedResult } from '../operations/operation.ts';
import type { Services } from '../operations/services.ts';
import { refusalOf } from './refusal-of.ts';
import { inNeutralWords, speaksFamilyWords } from './wire-words.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A result in the success envelope; names the parameters that the operation does not know. */
export function successBody(
  result: Readonly<Record<string, unknown>> | PreparedResult,
  ignored: readonly string[],
): string | Buffer {
  return result instanceof PreparedResult ? joined(result, ignored) : inEnvelope(result, ignored);
}

/** Answers with a body in the success envelope, in the words that the client knows. */
export function sendResult(reply: FastifyReply, body: string | Buffer, client: string): FastifyReply {
  reply.header('content-type', JSON_TYPE);
  reply.header('cache-control', 'private, no-store');
  return reply.send(speaksFamilyWords(client) ? body : inNeutralWords(body));
}

function inEnvelope(result: Readonly<Record<string, unknown>>, ignored: readonly string[]): string {
  return JSON.stringify({
    result: 'success',
    msg: '',
    ...(ignored.length > 0 && { ignored_parameters_unsupported: ignored }),
    ...result,
  });
}

/** Prepared pieces in the envelope: as text where all of them are, else as bytes. */
function joined({ pieces }: PreparedResult, ignored: readonly string[]): string | Buffer {
  const unsupported =
    ignored.length > 0 ? `"ignored_parameters_unsupported":${JSON.stringify(ignored)},` : '';
  const head = `{"result":"success","msg":"",${unsupported}`;
  if (pieces.every((piece) => typeof piece === 'string')) return `${head}${pieces.join('')}}`;
  return Buffer.concat(
    [head, ...pieces, '}'].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  );
}

/** Answers with a refusal; what is no refusal is a bug, logged here and told to nobody. */
export function sendError(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) {
    const cause = error instanceof ApiError ? (error.cause ?? error) : error;
    services.log.error(
      {
        request: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        error: detailOf(cause),
      },
      'a request failed',
    );
  }
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify({ result: 'error', msg: refusal.message, code: refusal.code, ...refusal.extra }));
}
