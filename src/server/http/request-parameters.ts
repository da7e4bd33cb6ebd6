// The parameters of a request as texts, wherever the client put them: query string, form body, JSON or multipart body.
// Of what the operation does not know only the names are taken.

import { Readable } from 'node:stream';
import { excessiveJson, malformedJson } from '../../api-contract/error.ts';
import { isWithinBounds, parseJson } from '../../api-contract/json.ts';
import { eachField } from './form-fields.ts';
import { type FileSink, readMultipart } from './multipart-body.ts';
import { SentParameters } from './sent-parameters.ts';

/** A JSON object in place of a form: each value becomes the text that the form would have held. */
function addJson(sent: SentParameters, body: Buffer): void {
  const text = body.toString('utf8');
  const parsed = parseJson(text);
  if (parsed === undefined) throw isWithinBounds(text) ? malformedJson() : excessiveJson('The body');
  if (typeof parsed !== 'object' || parsed === null) return;
  for (const [name, value] of Object.entries(parsed)) {
    sent.take(name, () => (typeof value === 'string' ? value : JSON.stringify(value)));
  }
}

/** What a request brings, beside its query string. */
export interface SentBody {
  readonly contentType: string;
  readonly bytes: Buffer | Readable | undefined;
  /** Where its files go. */
  readonly sink: FileSink;
}

/**
 * Takes the parameters that an operation declares, by all their names, out of a query string and a body; the body wins
 * where both name one, and of several values of one name the last.
 * @throws `INVALID_JSON` for a body that only claims to be JSON, 400 for one that holds too much, and what
 *   `readMultipart` refuses
 */
export async function sentParameters(
  query: string,
  { contentType, bytes, sink }: SentBody,
  declared: Pick<ReadonlySet<string>, 'has'>,
): Promise<SentParameters> {
  const sent = new SentParameters(declared);
  const take = sent.take.bind(sent);
  eachField(query, take);
  const type = contentType.slice(0, 100).toLowerCase();
  if (bytes instanceof Readable) await readMultipart(sent, contentType, bytes, sink);
  else if (bytes && bytes.length > 0) {
    if (type.startsWith('multipart/form-data')) {
      await readMultipart(sent, contentType, Readable.from([bytes]), sink);
    } else if (type.startsWith('application/json')) addJson(sent, bytes);
    else eachField(bytes.toString('utf8'), take);
  }
  return sent;
}
