// Requests to an identity provider, with errors that a page may show.

import { type Codec, decodeDocument } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import { SignInError } from '../../model/sign-in/identity.ts';
import {
  type HttpClient,
  type IncomingAnswer,
  NoAnswerError,
  type OutgoingRequest,
} from '../http/http-client.ts';

/** A request, and the codec of its response. */
interface ProviderQuery<T> {
  /** Names the request in errors: `the key request`. */
  readonly requestName: string;
  readonly url: string;
  readonly request?: OutgoingRequest;
  readonly codec: Codec<T>;
  /** The reason of the error for JSON that the codec refuses. */
  readonly invalidReason?: string;
}

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

  /** The decoded JSON of a successful response. @throws SignInError for everything else */
  async answer<T>({ requestName, url, request = {}, codec, invalidReason }: ProviderQuery<T>): Promise<T> {
    const answer = await this.#send(requestName, url, request);
    if (answer.status !== 200) {
      const { status: providerStatus } = answer;
      throw new SignInError(this.#name, `${requestName} returned status ${providerStatus}`, {
        providerStatus,
      });
    }
    const value = parseJson(answer.text);
    if (value === undefined) throw this.error(`${requestName} did not return JSON`);
    return this.decoded(codec, value, invalidReason ?? `${requestName} did not return what was expected`);
  }

  /**
   * Decodes JSON of the provider.
   * @throws SignInError with a reason, and the position and problem that the codec reports: `the keys cannot be
   * read (keys.0: expected …)`
   */
  decoded<T>(codec: Codec<T>, value: unknown, reason: string): T {
    return decodeDocument(codec, value, ({ description }) => this.error(`${reason} (${description})`));
  }

  async #send(requestName: string, url: string, request: OutgoingRequest): Promise<IncomingAnswer> {
    const headers = { accept: 'application/json', ...request.headers };
    try {
      return await this.#http.send(url, { maximumBytes: limits.signInAnswerBytes, ...request, headers });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      throw this.error(`${requestName} failed (${error.message})`);
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
