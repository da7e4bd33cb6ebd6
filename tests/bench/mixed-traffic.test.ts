// The traffic of the bench's mix, against a server that this test plays.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { MixedTraffic, SENT_TEXT } from '../../bench/load/mixed-traffic.ts';
import { bare } from '../../bench/requests.ts';

const received = { often: 0, seldom: 0 };
let poll: ServerResponse | undefined;
let isFailing = false;

function answer(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  if (request.url?.startsWith('/poll')) {
    poll = response;
    return;
  }
  received[request.url === '/often' ? 'often' : 'seldom']++;
  if (isFailing) answer(response, 'no', 500);
  else answer(response, '{}');
  if (request.url !== '/seldom' || !poll) return;
  answer(poll, `{"events":[{"id":7,"content":"${body}"}]}`);
  poll = undefined;
}

const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const traffic = await MixedTraffic.prepare({
  kind: 'prepareMix',
  port,
  kinds: [
    { name: 'often', weight: 3, requests: [bare('POST', '/often', 'x')] },
    { name: 'seldom', weight: 1, requests: [bare('POST', '/seldom', `content=${SENT_TEXT}`)] },
  ],
  polls: [bare('GET', '/poll?last_event_id=-1')],
  connections: 4,
});
after(() => {
  traffic.close();
  server.close();
});

test('kinds are sent in their shares, and a poll tells when a message was due', async () => {
  const { kinds, delivery, late, failures } = await traffic.run({ kind: 'mix', rate: 100, seconds: 1 });
  const [often, seldom] = kinds;
  assert.ok(often && seldom);
  assert.deepEqual([often.answers, seldom.answers, late, failures], [received.often, received.seldom, 0, 0]);
  const share = often.answers / (often.answers + seldom.answers);
  assert.ok(share > 0.6 && share < 0.9, `${share} of them`);
  assert.ok(delivery.answers > 0 && (delivery.p50 ?? -1) >= 0);
});

test('a refused request is a failure, and named', async () => {
  isFailing = true;
  const { failures, firstFailure, kinds } = await traffic.run({ kind: 'mix', rate: 50, seconds: 0.2 });
  assert.ok(failures > 0);
  assert.match(String(firstFailure), /^(?:often|seldom): 500 no$/);
  assert.deepEqual(
    kinds.map(({ answers, p99 }) => ({ answers, p99 })),
    [
      { answers: 0, p99: undefined },
      { answers: 0, p99: undefined },
    ],
  );
});
