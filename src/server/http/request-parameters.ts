// Collects the parameters of a request as texts, wherever the client put them: query string, form, JSON or
// multipart body. Of unknown parameters only the names are recorded.

import { Readable } from 'node:stream';
import { excessiveJson, malformedJson } from '../../api-contract/error.ts';
import { isWithinBounds, parseJson } from '../../api-contract/json.ts';
import { eachField } from './form-fields.ts';
import { type FileSink, readMultipart } from './multipart-body.ts';
import { SentParameters } from './sent-parameters.ts';

/** Reads a JSON object in place of a form: each value becomes the text that a form would have. */
function addJson(sent: SentParameters, body: Buffer): void {
  const text = body.toString('utf8');
  const parsed = parseJson(text);
  if (parsed === undefined) throw isWithinBounds(text) ? malformedJson() : excessiveJson('The body');
  if (typeof parsed !== 'object' || parsed === null) return;
  for (const [name, value] of Object.entries(parsed)) {
    sent.add(name, () => (typeof value === 'string' ? value : JSON.stringify(value)));
  }
}

/** The body of a request. */
export interface SentBody {
  readonly contentType: string;
  readonly bytes: Buffer | Readable | undefined;
  /** Where its files are written. */
  readonly sink: FileSink;
}

/**
 * Reads the parameters that an operation declares, by any of their names, from a query string and a body. The
 * body takes precedence over the query string, and the last of several values over earlier ones.
 * @throws `INVALID_JSON` for a body that is not the JSON it claims to be, 400 for one that exceeds limits, and
 * the errors of `readMultipart`
 */
export async function readParameters(
  query: string,
  { contentType, bytes, sink }: SentBody,
  declared: Pick<ReadonlySet<string>, 'has'>,
): Promise<SentParameters> {
  const sentParameters = new SentParameters(declared);
  const add = sentParameters.add.bind(sentParameters);
  eachField(query, add);
  const type = contentType.slice(0, 100).toLowerCase();
  if (bytes instanceof Readable) await readMultipart(sentParameters, contentType, bytes, sink);
  else if (bytes && bytes.length > 0) {
    if (type.startsWith('multipart/form-data')) {
      await readMultipart(sentParameters, contentType, Readable.from([bytes]), sink);
    } else if (type.startsWith('application/json')) addJson(sentParameters, bytes);
    else eachField(bytes.toString('utf8'), add);
  }
  return sentParameters;
}
