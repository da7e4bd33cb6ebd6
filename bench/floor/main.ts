// The bare floor: a server without any chat logic that shows what this machine can do with the same runtime, SQLite and disk.
// It serves short texts, pages of stored JSON, durable inserts and waiting polls.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FloorStore } from './store.ts';

const [directory = '', messages = '0', conversations = '1'] = process.argv.slice(2);
const store = await FloorStore.open(join(directory, 'floor.db'), Number(messages), Number(conversations));
const waiting: ServerResponse[] = [];
/** About the size of a message event. */
const EVENT = JSON.stringify({ result: 'success', msg: '', events: [{ message: 'x'.repeat(1100) }] });
const DONE = '{"result":"success","msg":""}';

function answer(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path, query = ''] = (request.url ?? '').split('?');
  switch (path) {
    case '/nothing':
      if (request.method === 'POST') await bodyOf(request);
      return answer(response, DONE);
    case '/insert': {
      const body = await bodyOf(request);
      await store.insert(body);
      return answer(response, query === '' ? DONE : 'x'.repeat(Number(query)));
    }
    case '/page':
      return answer(response, store.page(Number(query)));
    case '/wait':
      waiting.push(response);
      return;
    case '/wake':
      answer(response, DONE);
      for (const one of waiting.splice(0)) answer(one, EVENT);
      return;
    case '/waiting':
      return answer(response, String(waiting.length));
    default:
      response.writeHead(404, { 'content-length': 0 }).end();
  }
}

const server = createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
});
server.requestTimeout = 0;
server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`floor listening on ${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => {
  void store.close().finally(() => process.exit(0));
});
