// HTTP requests to the relay. Returns the fields of a successful response.

import { decodedOrUndefined, ifValid, jsonText, openRecord } from '../../../api-contract/codec.ts';
import { API_VERSION } from '../../../api-contract/feature-level.ts';
import { parseJson } from '../../../api-contract/json.ts';
import { RelayError } from '../../../model/push/push-relay.ts';
import { type HttpClient, type IncomingAnswer, NoAnswerError } from '../../http/http-client.ts';
import type { RelayAccess } from './relay-access.ts';

const TIMEOUT_MILLISECONDS = 15_000;

export type Fields = Readonly<Record<string, unknown>>;

export class RelayHttp {
  readonly #http: HttpClient;
  readonly #access: Pick<RelayAccess, 'url' | 'id' | 'key'>;

  constructor(http: HttpClient, access: Pick<RelayAccess, 'url' | 'id' | 'key'>) {
    this.#http = http;
    this.#access = access;
  }

  /** Posts a form. All methods throw `RelayError`. */
  postForm(path: string, fields: Readonly<Record<string, string>>): Promise<Fields> {
    return this.#sendForm(path, fields, { authorization: this.#authorization() });
  }

  /** Posts a form without credentials, for registration. */
  postUnauthenticated(path: string, fields: Readonly<Record<string, string>>): Promise<Fields> {
    return this.#sendForm(path, fields, {});
  }

  /** Posts JSON; requests with the same `deliveryId` reach each device once. */
  postJson(path: string, body: Fields, deliveryId?: string): Promise<Fields> {
    return this.#send(path, JSON.stringify(body), {
      authorization: this.#authorization(),
      'content-type': 'application/json',
      ...(deliveryId !== undefined && { 'idempotency-key': deliveryId }),
    });
  }

  #sendForm(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Fields> {
    const body = new URLSearchParams(fields).toString();
    return this.#send(path, body, { ...headers, 'content-type': 'application/x-www-form-urlencoded' });
  }

  #authorization(): string {
    const { id, key } = this.#access;
    return `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  }

  async #send(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Fields> {
    let answer: IncomingAnswer;
    try {
      answer = await this.#http.send(`${this.#access.url}/api/v1/remotes/${path}`, {
        method: 'POST',
        headers: { 'user-agent': `ZulipServer/${API_VERSION}`, ...headers },
        body,
        milliseconds: TIMEOUT_MILLISECONDS,
      });
    } catch (error) {
      if (error instanceof NoAnswerError) throw new RelayError('unreachable', error.message);
      throw error;
    }
    return successFields(answer);
  }
}

const envelope = openRecord({ result: ifValid(jsonText), code: ifValid(jsonText) });

/** The fields of a response. @throws RelayError for anything but a success in the envelope of the API */
function successFields({ status, text }: IncomingAnswer): Fields {
  if (status >= 500) throw new RelayError('broken', `status ${status}`);
  const fields = decodedOrUndefined(envelope, parseJson(text)) ?? {};
  if (status === 200 && fields.result === 'success') return fields;
  const { code = '' } = fields;
  throw new RelayError('refused', `status ${status}${code && `, ${code}`}`, code);
}
