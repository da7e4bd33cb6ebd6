// A raw request, for operations that receive requests of other services. These have formats, and signatures
// over their bytes, that declared parameters cannot describe.

import { HOOKS, type RawRequest } from '../../api-contract/raw-request.ts';
import { eachField } from './form-fields.ts';
import type { HttpRequest } from './http-request.ts';
import { readParameters } from './request-parameters.ts';
import { SentParameters } from './sent-parameters.ts';

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i;
const everyName = { has: () => true };

/** The query string of an address, without the question mark. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The key in the path of a Mattermost-style address; undefined for other addresses. */
function keyInPath(url: string): string | undefined {
  return url.startsWith(HOOKS) ? url.slice(HOOKS.length).split(/[/?]/, 1)[0] : undefined;
}

/** The key in an address; undefined if there is none. */
export function keyInAddress(url: string): string | undefined {
  let key = keyInPath(url);
  if (key !== undefined) return key;
  eachField(queryOf(url), (name, value) => {
    if (name === 'api_key') key = value();
  });
  return key;
}

/** Gives access to a raw request. Reads its body on demand, and once. */
export class HttpRawRequest implements RawRequest {
  readonly query: ReadonlyMap<string, string>;
  readonly url: string;
  readonly #request: HttpRequest;
  readonly #readBody: () => Promise<Buffer>;
  #body: Promise<Buffer> | undefined;

  constructor(request: HttpRequest, readBody: () => Promise<Buffer>) {
    const query = new Map<string, string>();
    eachField(queryOf(request.url), (name, value) => query.set(name, value()));
    const key = keyInPath(request.url);
    if (key !== undefined) query.set('api_key', key);
    this.query = query;
    this.url = request.url;
    this.#request = request;
    this.#readBody = readBody;
  }

  get headers(): ReadonlyMap<string, string> {
    const entries = Object.entries(this.#request.headers);
    return new Map(entries.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
  }

  body(): Promise<Buffer> {
    this.#body ??= this.#readBody();
    return this.#body;
  }

  async form(): Promise<ReadonlyMap<string, string> | undefined> {
    const contentType = this.#request.headers['content-type'] ?? '';
    if (!FORM.test(contentType)) return undefined;
    const bytes = await this.body();
    return (await readParameters('', { contentType, bytes, sink: undefined }, everyName)).values;
  }

  /** The parameters of an operation: those of the address, and those of a form if the address has no key. */
  async parameters(declared: ReadonlySet<string>): Promise<SentParameters> {
    const sentParameters = new SentParameters(declared);
    if (!this.query.has('api_key')) {
      for (const [name, value] of (await this.form()) ?? []) sentParameters.add(name, () => value);
    }
    for (const [name, value] of this.query) sentParameters.add(name, () => value);
    return sentParameters;
  }
}
