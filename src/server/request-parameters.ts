// The parameters of a request as texts, wherever the client put them: query string, form body, JSON or multipart body.

import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import { malformedJson } from '../contract/error.ts';
import { limits } from '../contract/limits.ts';
import { type FileSink, type RawParameters, readMultipart } from './multipart-body.ts';

function addPairs(values: Map<string, string>, text: string): void {
  if (text === '') return;
  for (const [name, value] of Object.entries(parse(text, '&', '=', { maxKeys: limits.fieldsPerRequest }))) {
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last !== undefined) values.set(name, last);
  }
}

/**
 * Takes the parameters out of a query string and a body; the body wins where both name one, and of several values of
 * one name the last.
 * @throws `INVALID_JSON` for a body that only claims to be JSON, and what `readMultipart` refuses
 */
export async function rawParameters(
  query: string,
  contentType: string,
  body: Buffer | Readable | undefined,
  sink: FileSink,
): Promise<RawParameters> {
  const sent: RawParameters = { values: new Map(), files: [] };
  addPairs(sent.values, query);
  if (body instanceof Readable) await readMultipart(sent, contentType, body, sink);
  else if (body && body.length > 0) {
    if (contentType.startsWith('multipart/form-data')) {
      await readMultipart(sent, contentType, Readable.from([body]), sink);
    } else if (contentType.startsWith('application/json')) addJson(sent.values, body);
    else addPairs(sent.values, body.toString('utf8'));
  }
  return sent;
}

/** A JSON object in place of a form: each value becomes the text that the form would have held. */
function addJson(values: Map<string, string>, body: Buffer): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    throw malformedJson();
  }
  if (typeof parsed !== 'object' || parsed === null) return;
  for (const [name, value] of Object.entries(parsed)) {
    values.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}
