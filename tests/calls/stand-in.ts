// A small HTTP server on loopback that stands in for a provider and records its requests.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onCleanup } from '../support/cleanup.ts';

/** A request that arrived at a stand-in. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answered {
  readonly status?: number;
  readonly body: unknown;
  readonly isSilent?: true;
}

export interface StandIn {
  /** With a trailing slash. */
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** Its answers from now on. */
  answer: (request: RecordedRequest) => Answered | Promise<Answered>;
  /** If set, handles the requests for which it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Refuses connections from now on. */
  stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Starts a stand-in, which ends with the test file. */
export async function startStandIn(
  answer: StandIn['answer'] = () => ({ status: 404, body: '' }),
): Promise<StandIn> {
  const server = createServer(async (request, response) => {
    if (standIn.intercept?.(request, response)) return;
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', standIn.url),
      headers: request.headers,
      body: await bodyOf(request),
    };
    standIn.requests.push(recorded);
    const { status = 200, body, isSilent } = await standIn.answer(recorded);
    if (isSilent) return;
    response.statusCode = status;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  onCleanup(stop);
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: [],
    answer,
    intercept: undefined,
    stop,
  };
  return standIn;
}
