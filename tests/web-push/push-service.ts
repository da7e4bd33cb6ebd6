// A push service on loopback that accepts or refuses messages, as a test says.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onCleanup } from '../support/cleanup.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { Receiver } from './receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
type Any = any;

export interface AcceptedMessage {
  readonly name: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What an endpoint does instead of accepting. */
export interface Behaviour {
  /** Undefined if it never answers. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export class PushService {
  readonly url: string;
  /** By endpoint name. */
  readonly behaviours = new Map<string, Behaviour>();
  readonly accepted: AcceptedMessage[] = [];
  /** The names of the requested endpoints, whatever the outcome. */
  readonly requests: string[] = [];
  /** The highest number of requests that waited at the same time. */
  maxWaiting = 0;
  readonly #hanging: ServerResponse[] = [];

  constructor(url: string) {
    this.url = url;
  }

  endpoint(name: string): string {
    return `${this.url}/push/${name}?secret=s3cr3t`;
  }

  answer(message: AcceptedMessage, response: ServerResponse): void {
    this.requests.push(message.name);
    const behaviour = this.behaviours.get(message.name);
    if (!behaviour) {
      this.accepted.push(message);
      response.writeHead(201).end();
    } else if (behaviour.status === undefined) {
      this.#hanging.push(response);
      this.maxWaiting = Math.max(this.maxWaiting, this.#hanging.length);
    } else response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
  }

  /** Refuses the waiting requests. */
  release(): void {
    for (const response of this.#hanging.splice(0)) response.writeHead(503).end();
  }

  /** The messages for a receiver since the last call, decrypted. */
  read(name: string, receiver: Receiver): Any[] {
    const own = this.accepted.filter((one) => one.name === name);
    for (const one of own) this.accepted.splice(this.accepted.indexOf(one), 1);
    return own.map(({ body }) => receiver.read(body));
  }
}

export async function startPushService(): Promise<PushService> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const name = new URL(request.url ?? '', 'http://x').pathname.replace('/push/', '');
      service.answer({ name, headers: request.headers, body: Buffer.concat(chunks) }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  const service = new PushService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return service;
}

/** Subscribes an account at an endpoint; returns its receiver. */
export async function subscribe(
  client: ApiClient,
  endpoint: string,
  more: Json = {},
): Promise<{ readonly receiver: Receiver; readonly id: number }> {
  const receiver = new Receiver();
  const { id } = await client.ok('POST', '/web_push/subscriptions', {
    endpoint,
    ...receiver.fields,
    ...more,
  });
  return { receiver, id };
}
