// Fuzzing: whatever a client sends, the answer is JSON in the envelope and never a server failure, and the memory of the
// server matches its tables afterwards. Requests are generated from the declarations of the operations; a failing run can
// be repeated with PARLEY_FUZZ_SEED.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Role } from '../../src/model/accounts/roles.ts';
import type { ApiClient } from '../support/client.ts';
import { memoryDifference } from '../support/memory.ts';
import { startTestServer } from '../support/server.ts';
import { filledPath, newClient, type Route, restoreClient, routes, secondOrganization } from './support.ts';
import { type KnownIds, parameterText } from './values.ts';

/** How often each route is tried; a quarter of the tries each by the member and by the guest. */
const ROUNDS = Number(process.env.PARLEY_FUZZ_ROUNDS ?? 4);
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 20_260_801);
const ANSWER_WITHIN_MILLISECONDS = 120_000;

const failures: string[] = [];
const statuses = new Map<number, number>();
const server = await startTestServer({
  log: {
    info: () => undefined,
    warn: () => undefined,
    error: (fields) => failures.push(JSON.stringify(fields).slice(0, 3000)),
  },
});

interface Sent {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
}

function files(bytes: Uint8Array<ArrayBuffer>, pairs: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of pairs) form.set(name, value);
  form.set('file', new Blob([bytes]), 'file.png');
  return form;
}

const pictureHeads = [
  '',
  'GIF89a',
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  '\xff\xd8\xff\xe0',
  'RIFF\0\0\0\0WEBPVP8 ',
  '<svg onload="x">',
];

/** Dots alone are not sent, because they would name another path. */
function pathText(text: string | undefined): string {
  return !text || /^(\.|%2e)+$/i.test(text) ? '0' : text;
}

/** A request of one route by a client. */
function requests(route: Route, client: ApiClient, ids: KnownIds): fc.Arbitrary<Sent> {
  const { parameters, files: takesFiles } = route.operation;
  const texts = fc.record(
    Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, parameterText(parameter, ids)]),
    ),
  );
  const picture = fc
    .tuple(fc.constantFrom(...pictureHeads), fc.uint8Array({ maxLength: 60 }))
    .map(([head, rest]) => new Uint8Array([...Buffer.from(head, 'latin1'), ...rest]));
  return fc.tuple(texts, picture).map(([values, bytes]) => {
    const inPath = new Set([...route.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => name));
    const path = filledPath(route.path, (name) => pathText(values[name])).slice(0, 3000);
    const pairs = Object.entries(values).flatMap(([name, text]) =>
      text === undefined || inPath.has(name) ? [] : [[name, text] as const],
    );
    // An operation that would wait answers at once.
    if ('dont_block' in parameters) pairs.push(['dont_block', 'true']);
    const headers: Record<string, string> = { 'user-agent': 'website' };
    if (client.email) headers.authorization = `Basic ${btoa(`${client.email}:${client.apiKey}`)}`;
    const query = pairs.map(([name, text]) => `${name}=${text}`).join('&');
    const url = `${server.url}/api/v1${path}`;
    if (route.method === 'GET')
      return { url: `${url}?${query.slice(0, 8000)}`, init: { method: 'GET', headers } };
    if (takesFiles) return { url: url, init: { method: route.method, headers, body: files(bytes, pairs) } };
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { url: url, init: { method: route.method, headers, body: query } };
  });
}

function describeRequest({ url, init }: Sent): string {
  const body = typeof init.body === 'string' ? init.body : '(files)';
  return `${init.method} ${url.slice(0, 600)}\n${body.slice(0, 1500)}`;
}

/** Sends a request and counts its status; returns what is wrong with the answer. */
async function problemOf(route: Route, sent: Sent): Promise<string | undefined> {
  const response = await fetch(sent.url, {
    ...sent.init,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS),
  });
  const text = await response.text();
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  if (response.status >= 500) return `${response.status} ${text}\n${failures.at(-1) ?? ''}`;
  if (response.status === 200 && route.operation.answers) return undefined;
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    return `no JSON: ${response.status} ${text.slice(0, 300)}`;
  }
  if (body.result !== (response.status === 200 ? 'success' : 'error'))
    return `no envelope: ${text.slice(0, 300)}`;
  if (typeof body.msg !== 'string') return `no message: ${text.slice(0, 300)}`;
  if (response.status !== 200)
    return typeof body.code === 'string' ? undefined : `no code: ${text.slice(0, 300)}`;
  const required = Object.entries(route.operation.result).filter(([, field]) => !('optional' in field));
  const missing = required.map(([name]) => name).filter((name) => !(name in body));
  return missing.length > 0 ? `declared but missing: ${missing}` : undefined;
}

async function knownIds(owner: ApiClient, elsewhere: ApiClient): Promise<KnownIds> {
  const channelMessage = await owner.sendToChannel('general', 'fuzz', 'a message');
  const directMessage = await owner.sendDirect([owner.userId], 'to myself');
  const { user_groups } = await owner.ok('GET', '/user_groups');
  const foreign = await elsewhere.ok('GET', '/user_groups');
  const groups = [user_groups[1], user_groups[6], foreign.user_groups[0]].map(({ id }) => id);
  return [0, 1, 2, 3, 4, 5, 6, channelMessage, directMessage, elsewhere.userId, owner.userId, ...groups];
}

test(`every operation answers ${ROUNDS} calls with random parameters without an internal error`, async (t) => {
  const other = await secondOrganization(server);
  const roles = [Role.owner, Role.member, Role.guest] as const;
  const clients: ApiClient[] = [];
  for (const role of roles) clients.push(await newClient(server, { key: `fuzz-${role}`, role }));
  const [owner] = clients;
  assert.ok(owner);
  const ids = await knownIds(owner, other);
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const index = [0, 1, 0, 2][round % 4] ?? 0;
    const role = roles[index] ?? Role.owner;
    for (const route of routes) {
      const client: ApiClient = clients[index] ?? owner;
      const [sent] = fc.sample(requests(route, client, ids), { numRuns: 1, seed: seed + round });
      assert.ok(sent);
      count++;
      const accepted = statuses.get(200) ?? 0;
      const problem = await problemOf(route, sent).catch((error: unknown) => `no answer: ${error}`);
      assert.equal(problem, undefined, `seed ${seed + round}: ${describeRequest(sent)}\n${problem}`);
      if (route.method === 'GET') continue;
      if ((statuses.get(200) ?? 0) > accepted) {
        const outdated = await memoryDifference(server.server, 'share');
        assert.equal(outdated, undefined, `seed ${seed + round}: ${describeRequest(sent)}\n${outdated}`);
      }
      clients[index] = await restoreClient(server, client, role);
    }
  }
  t.diagnostic(`${count} requests: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assert.ok((statuses.get(200) ?? 0) > count / 20, 'hardly anything was accepted');
  assert.equal(count, ROUNDS * routes.length);
  assert.deepEqual(failures, []);
  assert.equal(await memoryDifference(server.server), undefined);
});

describe('malformed requests', () => {
  const bodies: readonly (readonly [string, string, string | Uint8Array<ArrayBuffer>])[] = [
    ['a form of nonsense', 'application/x-www-form-urlencoded', '%%%=%zz&&&===&a'],
    ['JSON that is cut off', 'application/json', '{"content":'],
    ['JSON that is a list', 'application/json', '[1,2]'],
    ['JSON that is null', 'application/json', 'null'],
    ['a multipart body without a boundary', 'multipart/form-data', 'x'],
    [
      'a multipart body that is cut off',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nx',
    ],
    ['a multipart body of nonsense', 'multipart/form-data; boundary=b', new Uint8Array([0, 255, 1, 254])],
    ['an invalid type', 'nonsense', 'content=x'],
    ['a form that is not text', 'application/x-www-form-urlencoded', new Uint8Array([255, 254, 61, 0, 38])],
    [
      'a form with very many parameters',
      'application/x-www-form-urlencoded',
      Array.from({ length: 5000 }, (_, i) => `p${i}=1`).join('&'),
    ],
  ];
  for (const [what, type, body] of bodies) {
    test(`${what} is refused`, async () => {
      const mel = await server.as('mel');
      const response = await fetch(`${server.url}/api/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`, 'content-type': type },
        body,
      });
      assert.ok(response.status >= 400 && response.status < 500, String(response.status));
      const answer = (await response.json()) as { result: string; code: string };
      assert.equal(answer.result, 'error');
      assert.equal(typeof answer.code, 'string');
    });
  }

  test('unknown paths are refused', async () => {
    for (const path of [
      '/api/v1',
      '/api/v1/',
      '/api/v1/nothing',
      '/api/v1/messages/%zz',
      '/api/v1/users/%00',
      '/api/v1//messages',
      '/json/%ff',
    ]) {
      const response = await fetch(`${server.url}${path}`);
      assert.ok(response.status >= 400 && response.status < 500, `${path}: ${response.status}`);
      assert.equal(((await response.json()) as { result: string }).result, 'error', path);
    }
  });
});
