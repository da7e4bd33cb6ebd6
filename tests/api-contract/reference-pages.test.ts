// The HTML reference of the API: a page per operation, everything escaped, and examples that the server accepts.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allOperations } from '../../src/api/all-operations.ts';
import { anyText } from '../../src/api-contract/codec.ts';
import { errorDescriptions } from '../../src/api-contract/error-descriptions.ts';
import type { Declaration } from '../../src/api-contract/operation.ts';
import { optionally } from '../../src/api-contract/parameter.ts';
import { curlLine, exampleRequest } from '../../src/server/reference/examples.ts';
import { operationPage } from '../../src/server/reference/operation-page.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();

async function page(path: string): Promise<{ status: number; body: string; headers: Headers }> {
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, body: await response.text(), headers: response.headers };
}

/** Checks that tags are balanced, which shows that nothing was escaped too little. */
function checkTags(body: string): void {
  const open: string[] = [];
  for (const [, closing, name] of body.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (name === 'meta' || name === 'br') continue;
    if (closing) assert.equal(open.pop(), name, `</${name}>`);
    else open.push(name ?? '');
  }
  assert.deepEqual(open, []);
}

test('the list links to a page for every operation', async () => {
  const { body } = await page('/api/');
  checkTags(body);
  assert.match(body, /<a href="#scheduled-messages">Scheduled messages<\/a>/);
  assert.match(body, /<h2 id="scheduled-messages">Scheduled messages<\/h2>/);
  const links = new Set([...body.matchAll(/href="\/api\/operations\/([^"]+)"/g)].map(([, name]) => name));
  for (const operation of allOperations) {
    assert.ok(links.has(operation.name), operation.name);
    const { status, body } = await page(`/api/operations/${operation.name}`);
    assert.equal(status, 200, operation.name);
    checkTags(body);
    for (const name of Object.keys(operation.parameters))
      assert.ok(body.includes(`<code>${name}</code>`), `${operation.name}: ${name}`);
  }
});

test('pages may not load or run anything', async () => {
  for (const path of ['/api/', '/api/events', '/api/errors', '/api/operations/send-message']) {
    const { status, headers, body } = await page(path);
    assert.equal(status, 200);
    checkTags(body);
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(body, /<script|<img|style=/);
  }
});

test('an unknown operation gives a page with status 404, and the base path redirects to the list', async () => {
  assert.equal((await page('/api/operations/%3Cscript%3E')).status, 404);
  const bare = await fetch(`${server.url}/api`, { redirect: 'manual' });
  assert.deepEqual([bare.status, bare.headers.get('location')], [302, '/api/']);
});

test('everything from a declaration is escaped', () => {
  const hostile = '<script>alert("1")</script>';
  const declaration: Declaration = {
    name: hostile,
    method: 'GET',
    path: `/${hostile}`,
    summary: hostile,
    access: 'account',
    errors: [hostile],
    parameters: { [hostile]: optionally(anyText, hostile, { aliases: [hostile] }) },
    result: { [hostile]: anyText },
  };
  const body = operationPage(declaration, { origin: hostile, email: hostile });
  assert.doesNotMatch(body, /<script/);
  assert.match(body, /&lt;script&gt;/);
});

test('an example is a valid shell command', async () => {
  const { url } = server;
  const mel = await server.as('mel');
  const send = allOperations.find(({ name }) => name === 'send-message');
  assert.ok(send);
  const line = curlLine(send, url, mel.email);
  const { stdout } = await promisify(execFile)('bash', ['-c', line], {
    env: { ...process.env, KEY: mel.apiKey },
  });
  assert.equal(JSON.parse(stdout).result, 'success', stdout);
});

test('an example names its method only if the command would use another', () => {
  for (const [name, beginning] of [
    ['get-own-user', "curl 'https://x/api/v1/users/me'"],
    ['get-messages', "curl --get 'https://x/api/v1/messages'"],
    ['send-message', "curl 'https://x/api/v1/messages'"],
    ['upload-file', "curl 'https://x/api/v1/user_uploads'"],
    ['regenerate-api-key', "curl --request POST 'https://x/api/v1/users/me/api_key/regenerate'"],
    ['update-message', "curl --request PATCH 'https://x/api/v1/messages/1'"],
  ] as const) {
    const operation = allOperations.find((one) => one.name === name);
    assert.ok(operation, name);
    assert.ok(curlLine(operation, 'https://x', undefined).startsWith(beginning), name);
  }
});

test('every error code that is thrown or declared is described, with its status', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const problems = new Set<string>();
  for (const file of globSync('src/**/*.ts', { cwd: root })) {
    // The relay is a separate server with its own errors.
    if (file.startsWith('src/relay/')) continue;
    const source = readFileSync(`${root}${file}`, 'utf8');
    for (const [, status, code = ''] of source.matchAll(/new ApiError\(\s*(\d+),\s*'([A-Z][A-Z_0-9]+)'/g)) {
      const noted = errorDescriptions[code]?.status;
      // A general code may have another status for files and pages.
      if (noted === undefined) problems.add(`${code} is missing`);
      else if (noted !== Number(status) && code !== 'BAD_REQUEST')
        problems.add(`${code} is ${status} in ${file}`);
    }
  }
  for (const { name, errors } of allOperations)
    for (const code of errors ?? [])
      if (!(code in errorDescriptions)) problems.add(`${code} of ${name} is missing`);
  assert.deepEqual([...problems], []);
});

test('every operation accepts the parameters of its example', async () => {
  const owner = await server.as('olive');
  const succeeded: string[] = [];
  const refused: string[] = [];
  for (const operation of allOperations) {
    // These would deactivate the caller or the organization, or replace its key.
    if (/deactivate|regenerate|fetch-api-key/.test(operation.name)) continue;
    const { path, pairs } = exampleRequest(operation);
    const { status, body } = await owner
      .request(operation.method, path, Object.fromEntries(pairs))
      .catch(() => ({ status: 200, body: {} }));
    if (status === 200) succeeded.push(operation.name);
    else if (
      status >= 500 ||
      /unknown operation/.test(body.msg) ||
      /Missing '|is not (an?|valid)|is too/.test(body.msg)
    ) {
      refused.push(`${operation.name}: ${JSON.stringify(pairs)} ${JSON.stringify(body)}`);
    }
  }
  assert.deepEqual(refused, []);
  assert.ok(succeeded.length > allOperations.length / 3, `only ${succeeded.length} succeed`);
});
