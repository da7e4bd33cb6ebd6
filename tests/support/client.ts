// A client of the public API for tests: parameters are encoded as real clients encode them.

import assert from 'node:assert/strict';
import type { AnswerOf, OperationName } from '../../client/api-types.ts';
import { newestCapabilities } from '../../client/capabilities.ts';
import { type CallArguments, ParleyClient } from '../../client/parley-client.ts';
import { allOperations } from '../../src/api/all-operations.ts';
import { clientTable } from '../../src/api-contract/client-table.ts';
import type { Method } from '../../src/api-contract/operation.ts';
import { exchange } from './exchange.ts';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  readonly body: any;
  readonly headers: Headers;
}

const table = clientTable(allOperations);

/** Strings are sent as they are, everything else as JSON. */
function encoded(parameters: Json): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    pairs.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return pairs;
}

export class ApiClient {
  readonly url: string;
  readonly email: string;
  readonly apiKey: string;
  readonly userId: number;

  constructor(url: string, email = '', apiKey = '', userId = 0) {
    this.url = url;
    this.email = email;
    this.apiKey = apiKey;
    this.userId = userId;
  }

  /** The typed client, authenticated as this account. */
  get api(): ParleyClient {
    return new ParleyClient({
      url: this.url,
      table,
      ...(this.email && { credentials: { email: this.email, apiKey: this.apiKey } }),
      headers: { 'user-agent': 'website' },
    });
  }

  /** Calls an operation by its name, checked by the compiler. Throws a `ParleyError` if it is refused. */
  call<N extends OperationName>(name: N, ...args: CallArguments<N>): Promise<AnswerOf<N>> {
    return this.api.call(name, ...args);
  }

  /** Sends a request below `/api/v1` and returns its answer, whatever its status. */
  async request(
    method: Method,
    path: string,
    parameters: Json = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const pairs = encoded(parameters);
    const query = method === 'GET' && pairs.size > 0 ? `?${pairs}` : '';
    const answer = await exchange(`${this.url}/api/v1${path}${query}`, {
      method,
      headers: {
        ...(this.email && { authorization: `Basic ${btoa(`${this.email}:${this.apiKey}`)}` }),
        'user-agent': 'website',
        // Compression only costs time on the local machine. Tests of compression request it.
        'accept-encoding': 'identity',
        ...headers,
      },
      form: method === 'GET' ? undefined : String(pairs),
    });
    const body = JSON.parse(answer.text);
    return {
      status: answer.status,
      body,
      get headers() {
        return answer.headers;
      },
    };
  }

  /** Like `request`, but fails the test unless the answer is a success. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  async ok(method: Method, path: string, parameters: Json = {}): Promise<any> {
    const { status, body } = await this.request(method, path, parameters);
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(body)}`);
    assert.equal(body.result, 'success');
    return body;
  }

  /** Like `request`, but the answer must be an error with this code and, if given, this message or a part of it. */
  async refused(
    method: Method,
    path: string,
    parameters: Json,
    code: string,
    message?: string | RegExp,
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  ): Promise<any> {
    const { status, body } = await this.request(method, path, parameters);
    assert.notEqual(status, 200, `${method} ${path} was not refused: ${JSON.stringify(body)}`);
    assert.equal(body.result, 'error');
    assert.equal(body.code, code, body.msg);
    if (typeof message === 'string') assert.equal(body.msg, message);
    else if (message) assert.match(body.msg, message);
    return body;
  }

  /** Sends a message to a channel; returns its id. */
  async sendToChannel(channel: string, topic: string, content: string): Promise<number> {
    return (
      await this.ok('POST', '/messages', { type: 'channel', to: JSON.stringify(channel), topic, content })
    ).id;
  }

  /** Sends a direct message; returns its id. */
  async sendDirect(userIds: readonly number[], content: string): Promise<number> {
    return (await this.ok('POST', '/messages', { type: 'direct', to: userIds, content })).id;
  }

  /** Registers an event queue with every capability that a modern client declares. */
  async registerQueue(parameters: Json = {}): Promise<Listener> {
    const snapshot = await this.ok('POST', '/register', {
      apply_markdown: true,
      client_gravatar: false,
      slim_presence: true,
      client_capabilities: newestCapabilities,
      ...parameters,
    });
    return new Listener(this, snapshot);
  }
}

/** An event queue as a client uses it. */
export class Listener {
  // biome-ignore lint/suspicious/noExplicitAny: tests read snapshots freely
  readonly snapshot: any;
  readonly #client: ApiClient;
  #lastEventId: number;

  // biome-ignore lint/suspicious/noExplicitAny: tests read snapshots freely
  constructor(client: ApiClient, snapshot: any) {
    this.#client = client;
    this.snapshot = snapshot;
    this.#lastEventId = snapshot.last_event_id;
  }

  get queueId(): string {
    return this.snapshot.queue_id;
  }

  /** The events so far, without waiting. Includes the events of everything answered before. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  async events(): Promise<any[]> {
    const { events } = await this.#client.ok('GET', '/events', {
      queue_id: this.queueId,
      last_event_id: this.#lastEventId,
      dont_block: true,
    });
    for (const event of events) this.#lastEventId = Math.max(this.#lastEventId, event.id);
    return events;
  }

  /** Like `events`, but only those of one type. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  async eventsOf(type: string): Promise<any[]> {
    return (await this.events()).filter((event) => event.type === type);
  }

  /** Waits for the next events. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  async next(): Promise<any[]> {
    const { events } = await this.#client.ok('GET', '/events', {
      queue_id: this.queueId,
      last_event_id: this.#lastEventId,
    });
    for (const event of events) this.#lastEventId = Math.max(this.#lastEventId, event.id);
    return events;
  }
}
