// A push service on loopback: it takes what servers post to its endpoints, or does not, as a test says.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { ApiClient, Json } from '../support/client.ts';
import { Receiver } from './receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: payloads are looked into freely by tests
type Any = any;

/** One message that was taken. */
export interface Taken {
  readonly name: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What an endpoint does in place of taking a message. */
export interface Behaviour {
  /** Undefined: it never answers. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export class PushService {
  readonly url: string;
  /** By the names of endpoints. */
  readonly behaviours = new Map<string, Behaviour>();
  readonly taken: Taken[] = [];
  /** The names of the endpoints that were asked, whatever came of it. */
  readonly asked: string[] = [];
  /** How many waited for an answer at the same time at most. */
  mostHeld = 0;
  readonly #hanging: ServerResponse[] = [];

  constructor(url: string) {
    this.url = url;
  }

  endpoint(name: string): string {
    return `${this.url}/push/${name}?secret=s3cr3t`;
  }

  answer(taken: Taken, response: ServerResponse): void {
    this.asked.push(taken.name);
    const behaviour = this.behaviours.get(taken.name);
    if (!behaviour) {
      this.taken.push(taken);
      response.writeHead(201).end();
    } else if (behaviour.status === undefined) {
      this.#hanging.push(response);
      this.mostHeld = Math.max(this.mostHeld, this.#hanging.length);
    } else response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
  }

  /** Lets those go that wait for an answer; they are not taken. */
  release(): void {
    for (const response of this.#hanging.splice(0)) response.writeHead(503).end();
  }

  /** What has been taken for somebody since the last look, decrypted. */
  read(name: string, receiver: Receiver): Any[] {
    const own = this.taken.filter((one) => one.name === name);
    for (const one of own) this.taken.splice(this.taken.indexOf(one), 1);
    return own.map(({ body }) => receiver.read(body));
  }
}

/** Starts one. */
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
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const service = new PushService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return service;
}

/** Has somebody told at an endpoint; gives who reads it there. */
export async function subscribed(
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
