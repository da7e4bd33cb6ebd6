// A client of the public API for tests: parameters are encoded as real clients encode them.

import assert from 'node:assert/strict';
import type { AnswerOf, OperationName } from '../../client/api-types.ts';
import { newestShapes } from '../../client/capabilities.ts';
import { type CallArguments, ParleyClient } from '../../client/parley-client.ts';
import { allOperations } from '../../src/api/all-operations.ts';
import { clientTable } from '../../src/api-contract/client-table.ts';
import type { Method } from '../../src/api-contract/operation.ts';
import { exchange } from './exchange.ts';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
  readonly body: any;
  readonly headers: Headers;
}

const table = clientTable(allOperations);

/** Texts go as they are; everything else as JSON text. */
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

  /** The typed client, as this account. */
  get api(): ParleyClient {
    return new ParleyClient({
      url: this.url,
      table,
      ...(this.email && { credentials: { email: this.email, apiKey: this.apiKey } }),
      headers: { 'user-agent': 'website' },
    });
  }

  /** Calls an operation by its name, checked by the compiler. Throws a `ParleyError` when it is refused. */
  call<N extends OperationName>(name: N, ...args: CallArguments<N>): Promise<AnswerOf<N>> {
    return this.api.call(name, ...args);
  }

  /** Sends a request below `/api/v1` and gives its answer, whatever it is. */
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
        // On the way through this machine compression is nothing but work; tests of it ask for it.
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

  /** The same, and a failure of the test unless it is a success. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
  async ok(method: Method, path: string, parameters: Json = {}): Promise<any> {
    const { status, body } = await this.request(method, path, parameters);
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(body)}`);
    assert.equal(body.result, 'success');
    return body;
  }

  /** A request that must be refused, with this code and (a part of) this message. */
  async refused(
    method: Method,
    path: string,
    parameters: Json,
    code: string,
    message?: string | RegExp,
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
  ): Promise<any> {
    const { status, body } = await this.request(method, path, parameters);
    assert.notEqual(status, 200, `${method} ${path} was not refused: ${JSON.stringify(body)}`);
    assert.equal(body.result, 'error');
    assert.equal(body.code, code, body.msg);
    if (typeof message === 'string') assert.equal(body.msg, message);
    else if (message) assert.match(body.msg, message);
    return body;
  }

  /** Sends a message to a channel; gives its id. */
  async say(channel: string, topic: string, content: string): Promise<number> {
    return (
      await this.ok('POST', '/messages', { type: 'channel', to: JSON.stringify(channel), topic, content })
    ).id;
  }

  /** Sends a direct message; gives its id. */
  async tell(userIds: readonly number[], content: string): Promise<number> {
    return (await this.ok('POST', '/messages', { type: 'direct', to: userIds, content })).id;
  }

  /** Registers an event queue with every capability that a modern client declares. */
  async listen(parameters: Json = {}): Promise<Listener> {
    const snapshot = await this.ok('POST', '/register', {
      apply_markdown: true,
      client_gravatar: false,
      slim_presence: true,
      client_capabilities: newestShapes,
      ...parameters,
    });
    return new Listener(this, snapshot);
  }
}

/** An event queue as a client holds it. */
export class Listener {
  // biome-ignore lint/suspicious/noExplicitAny: snapshots are looked into freely by tests
  readonly snapshot: any;
  readonly #client: ApiClient;
  #lastEventId: number;

  // biome-ignore lint/suspicious/noExplicitAny: snapshots are looked into freely by tests
  constructor(client: ApiClient, snapshot: any) {
    this.#client = client;
    this.snapshot = snapshot;
    this.#lastEventId = snapshot.last_event_id;
  }

  get queueId(): string {
    return this.snapshot.queue_id;
  }

  /** The events there are by now, without waiting. Whatever was answered before is in. */
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely by tests
  async events(): Promise<any[]> {
    const { events } = await this.#client.ok('GET', '/events', {
      queue_id: this.queueId,
      last_event_id: this.#lastEventId,
      dont_block: true,
    });
    for (const event of events) this.#lastEventId = Math.max(this.#lastEventId, event.id);
    return events;
  }

  /** Those of one type. */
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely by tests
  async eventsOf(type: string): Promise<any[]> {
    return (await this.events()).filter((event) => event.type === type);
  }

  /** Waits for the next events. */
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely by tests
  async next(): Promise<any[]> {
    const { events } = await this.#client.ok('GET', '/events', {
      queue_id: this.queueId,
      last_event_id: this.#lastEventId,
    });
    for (const event of events) this.#lastEventId = Math.max(this.#lastEventId, event.id);
    return events;
  }
}
