// Bounds on a request: depth, names and values of JSON, and the number of parameters. Parameters that an operation does
// not know are not parsed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';
import { credentials } from '../uploads/support.ts';

const server = await startTestServer();
const mel = await server.as('mel');

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

interface Answered {
  readonly status: number;
  readonly msg: string;
  readonly ignored_parameters_unsupported?: readonly string[];
}

async function post(path: string, type: string, body: string | FormData): Promise<Answered> {
  const headers = { ...credentials(mel), ...(typeof body === 'string' && { 'content-type': type }) };
  const response = await fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as { msg: string }) };
}

const setStatus = (type: string, body: string | FormData) => post('/users/me/status', type, body);

const deep = `${'['.repeat(limits.jsonDepth + 1)}${']'.repeat(limits.jsonDepth + 1)}`;
const endless = `${'['.repeat(600_000)}${']'.repeat(600_000)}`;
const limitsText = `is nested too deeply or contains too much (limits: ${limits.jsonDepth} levels, ${limits.jsonNames} names, ${limits.jsonValues} values)`;

describe('JSON for a body', () => {
  for (const [what, value] of [
    ['nested too deeply', deep],
    ['nested without an end', endless],
    ['with too many names', `{${Array.from({ length: limits.jsonNames + 1 }, (_, i) => `"k${i}":1`)}}`],
    ['with too many values', `[${'{},'.repeat(limits.jsonValues)}{}]`],
  ] as const) {
    test(`${what} is refused`, async () => {
      const answer = await setStatus(json, `{"status_text":"x","z":${value}}`);
      assert.deepEqual([answer.status, answer.msg], [400, `The body ${limitsText}`]);
    });
  }

  test('within the bounds is accepted, whatever unknown names hold', async () => {
    const value = `${'['.repeat(limits.jsonDepth - 1)}${']'.repeat(limits.jsonDepth - 1)}`;
    const answer = await setStatus(json, `{"status_text":"in","z":${value},"__proto__":{"a":1}}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.ignored_parameters_unsupported, ['z', '__proto__']);
  });
});

describe('JSON in a parameter is refused when it is nested too deeply:', () => {
  for (const [name, send] of [
    ['to', (value) => mel.request('POST', '/messages', { type: 'direct', content: 'x', to: value })],
    ['narrow', (value) => mel.request('POST', '/register', { narrow: value })],
    ['client_capabilities', (value) => mel.request('POST', '/register', { client_capabilities: value })],
    ['data', (value) => mel.request('PATCH', '/users/me/profile_data', { data: value })],
  ] satisfies [string, (value: string) => ReturnType<typeof mel.request>][]) {
    test(name, async () => {
      for (const value of [deep, endless]) {
        const { status, body } = await send(value);
        assert.deepEqual([status, body.msg], [400, `${name} ${limitsText}`]);
      }
    });
  }
});

describe('the number of parameters', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`);
  const asForm = (count: number) => `status_text=x&${names(count - 1).join('=1&')}=1`;
  const asJson = (count: number) =>
    JSON.stringify({ status_text: 'x', ...Object.fromEntries(names(count - 1).map((name) => [name, 1])) });
  const asParts = (count: number) => {
    const parts = new FormData();
    for (const name of ['status_text', ...names(count - 1)]) parts.set(name, 'x');
    return parts;
  };

  for (const [what, send] of [
    ['a form', (count) => setStatus(form, asForm(count))],
    ['JSON', (count) => setStatus(json, asJson(count))],
    ['a multipart body', (count) => setStatus('', asParts(count))],
    ['a query', (count) => post(`/users/me/status?${asForm(count)}`, form, '')],
    [
      'query and body together',
      (count) =>
        post(`/users/me/status?${'a=1&'.repeat(500)}`, form, `${'b=1&'.repeat(count - 501)}status_text=x`),
    ],
  ] satisfies [string, (count: number) => Promise<Answered>][]) {
    test(`bound fieldsPerRequest: is bounded in ${what}`, async () => {
      assert.equal((await send(limits.fieldsPerRequest)).status, 200);
      const { status, msg } = await send(limits.fieldsPerRequest + 1);
      assert.deepEqual([status, msg], [400, 'A request may have at most 1000 parameters.']);
    });
  }

  test('counts empty parameters of a form too', async () => {
    const { status } = await setStatus(form, `status_text=x${'&'.repeat(1_000_000)}`);
    assert.equal(status, 400);
  });
});

test('bound requestBodyBytes: the fields of an upload are bounded together', async () => {
  const upload = (characters: number) => {
    const parts = new FormData();
    parts.set('file', new Blob(['text']), 'text.txt');
    const half = characters / 2;
    parts.set('one', 'x'.repeat(half - 'one'.length));
    parts.set('two', 'y'.repeat(characters - half - 'two'.length));
    return post('/user_uploads', '', parts);
  };
  assert.equal((await upload(limits.requestBodyBytes)).status, 200);
  assert.equal((await upload(limits.requestBodyBytes + 2)).status, 413);
});

test('bound ignoredFieldsNamed repeatedCharacters: a limited number of unknown names is reported, each shortened', async () => {
  const long = 'n'.repeat(1_000_000);
  const many = Array.from({ length: limits.ignoredFieldsNamed }, (_, i) => `p${i}=1`).join('&');
  const answer = await setStatus(form, `status_text=x&${long}=1&${many}`);
  const ignored = answer.ignored_parameters_unsupported ?? [];
  assert.equal(ignored.length, limits.ignoredFieldsNamed);
  assert.equal(ignored[0], 'n'.repeat(limits.repeatedCharacters));
});

test('the last of several values of a name counts, and the body wins over the query', async () => {
  const { body } = await mel.request('GET', '/users/me?client=a');
  assert.equal(body.result, 'success');
  await post('/users/me/status?status_text=query', form, 'status_text=one&status_text=a%20b+c%ff&x');
  const { status } = await mel.ok('GET', `/users/${mel.userId}/status`);
  assert.equal(status.status_text, 'a b c\ufffd');
});
