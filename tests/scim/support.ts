// Helpers for tests of SCIM: servers with a token, and a client of an identity provider.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ScimClient, SignInConfiguration } from '../../src/model/sign-in/sign-in-configuration.ts';
import type { Json } from '../support/client.ts';
import { exchange } from '../support/exchange.ts';

export const TOKEN = 'a-token-of-32-characters-or-more';
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** A configured client. */
export function scimClient(token = TOKEN, changes: Partial<ScimClient> = {}): ScimClient {
  const tokenHash = createHash('sha256').update(token).digest();
  return { id: 'directory', tokenHash, organizations: [], roles: undefined, ...changes };
}

/** The configuration of a server with these clients. */
export function withScim(...scim: readonly ScimClient[]): SignInConfiguration {
  return { providers: [], directories: [], scim };
}

interface ScimAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  readonly body: any;
  readonly headers: Headers;
}

/** An identity provider's client. */
export class Provider {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token = TOKEN) {
    this.#url = `${url}/scim/v2`;
    this.#token = token;
  }

  /** Sends a request; a text is sent as the raw body. */
  async send(
    method: string,
    path: string,
    body?: Json | string,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const answer = await exchange(`${this.#url}${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        'accept-encoding': 'identity',
        'content-type': 'application/scim+json',
        ...headers,
      },
      form: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    return {
      status: answer.status,
      body: answer.text === '' ? undefined : JSON.parse(answer.text),
      get headers() {
        return answer.headers;
      },
    };
  }

  /** Like `send`, but fails the test unless the answer has this status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  async ok(method: string, path: string, body?: Json, status = method === 'POST' ? 201 : 200): Promise<any> {
    const answer = await this.send(method, path, body);
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    if (answer.body) assert.match(answer.headers.get('content-type') ?? '', /^application\/scim\+json/);
    return answer.body;
  }

  /** Like `send`, but the answer must be an error in the protocol's form. */
  async refused(
    method: string,
    path: string,
    body: Json | string | undefined,
    expected: { readonly status: number; readonly scimType?: string; readonly detail?: RegExp },
  ): Promise<void> {
    const answer = await this.send(method, path, body);
    const what = `${method} ${path}: ${JSON.stringify(answer.body)}`;
    assert.equal(answer.status, expected.status, what);
    assert.deepEqual(answer.body.schemas, [ERROR], what);
    assert.equal(answer.body.status, String(expected.status), what);
    assert.equal(answer.body.scimType, expected.scimType, what);
    assert.equal(typeof answer.body.detail, 'string', what);
    if (expected.detail) assert.match(answer.body.detail, expected.detail);
  }

  /** Creates a user, named after the local part of the address by default. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  makeUser(userName: string, more: Json = {}): Promise<any> {
    return this.ok('POST', '/Users', { schemas: [USER], userName, ...more });
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  patch(path: string, Operations: readonly Json[], status = 200): Promise<any> {
    return this.ok('PATCH', path, { schemas: [PATCH_OP], Operations }, status);
  }

  /** The resources that match a filter. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  async found(path: string, filter: string): Promise<any[]> {
    return (await this.ok('GET', `${path}?filter=${encodeURIComponent(filter)}`)).Resources;
  }
}
