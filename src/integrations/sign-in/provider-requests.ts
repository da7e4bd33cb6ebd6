// Requests to an identity provider, with errors that a page may show.

import { isRecord } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import { SignInError } from '../../model/sign-in/identity.ts';
import {
  type HttpClient,
  type IncomingAnswer,
  NoAnswerError,
  type OutgoingRequest,
} from '../http/http-client.ts';

export class ProviderRequests {
  readonly #http: HttpClient;
  readonly #name: string;

  constructor(http: HttpClient, name: string) {
    this.#http = http;
    this.#name = name;
  }

  error(reason: string): SignInError {
    return new SignInError(this.#name, reason);
  }

  /** The JSON of a successful response. @throws SignInError for everything else */
  async json(what: string, url: string, request: OutgoingRequest = {}): Promise<unknown> {
    const answer = await this.#send(what, url, request);
    if (answer.status !== 200) throw this.error(`${what} returned status ${answer.status}`);
    const value = parseJson(answer.text);
    if (value === undefined) throw this.error(`${what} did not return JSON`);
    return value;
  }

  /** The JSON object of a successful response. @throws SignInError for everything else */
  async object(
    what: string,
    url: string,
    request: OutgoingRequest = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const value = await this.json(what, url, request);
    if (!isRecord(value)) throw this.error(`${what} did not return a JSON object`);
    return value;
  }

  async #send(what: string, url: string, request: OutgoingRequest): Promise<IncomingAnswer> {
    const headers = { accept: 'application/json', ...request.headers };
    try {
      return await this.#http.send(url, { maximumBytes: limits.signInAnswerBytes, ...request, headers });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      throw this.error(`${what} failed (${error.message})`);
    }
  }
}

/** A request with form fields. */
export function formRequest(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): OutgoingRequest {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  };
}
