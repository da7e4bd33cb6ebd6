// Bounds that whoever runs the server chooses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { MEBIBYTE } from '../../src/contract/limits.ts';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { login, startRealServer } from './real-organization.ts';

const boundsOf = (args: readonly string[], environment = {}) => parseServeOptions(args, environment)?.bounds;

async function owner(bounds: { requestsPerMinute: number | undefined; fileMegabytes: number }) {
  const server = await startRealServer({ bounds });
  const { api_key: key } = await server.nobody.ok('POST', '/fetch_api_key', login);
  return { server, bo: new ApiClient(server.url, login.username, key) };
}

test('flags and the environment choose them, and what cannot be is refused', () => {
  assert.deepEqual(boundsOf([]), { requestsPerMinute: 200, fileMegabytes: 25 });
  const chosen = ['--requests-per-minute', '2000', '--file-megabytes', '100'];
  assert.deepEqual(boundsOf(chosen), { requestsPerMinute: 2000, fileMegabytes: 100 });
  const environment = { PARLEY_REQUESTS_PER_MINUTE: 'off', PARLEY_FILE_MEGABYTES: '1' };
  assert.deepEqual(boundsOf([], environment), { requestsPerMinute: undefined, fileMegabytes: 1 });
  for (const wrong of ['0', '-1', 'many', '1.5', '1000001']) {
    assert.throws(
      () => boundsOf(['--requests-per-minute', wrong]),
      /--requests-per-minute must be a number .*or off/,
    );
  }
  for (const wrong of ['0', 'off', '5121']) {
    assert.throws(
      () => boundsOf(['--file-megabytes', wrong]),
      /--file-megabytes must be a number from 1 to 5120/,
    );
  }
});

test('a chosen number of requests is told and kept to', async () => {
  const { bo } = await owner({ requestsPerMinute: 3, fileMegabytes: 25 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => bo.request('GET', '/users/me')));
  assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), '3');
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 429, 429]);
});

test('without a limit nothing is told of one, and none is kept to', async () => {
  const { bo } = await owner({ requestsPerMinute: undefined, fileMegabytes: 25 });
  const answers = await Promise.all(Array.from({ length: 250 }, () => bo.request('GET', '/users/me')));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), null);
});

for (const fileMegabytes of [1, 30]) {
  test(`files of ${fileMegabytes} MiB are taken where that is chosen, and no larger ones`, async () => {
    const server = await startTestServer({ bounds: { requestsPerMinute: 200, fileMegabytes } });
    const mel = await server.as('mel');
    const upload = async (bytes: number) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(bytes)]), 'a.bin');
      const authorization = `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`;
      const answer = await fetch(`${server.url}/api/v1/user_uploads`, {
        method: 'POST',
        headers: { authorization },
        body,
      });
      return { status: answer.status, msg: String(((await answer.json()) as { msg: unknown }).msg) };
    };
    const most = fileMegabytes * MEBIBYTE;
    assert.equal((await upload(most)).status, 200);
    const refused = await upload(most + 1);
    assert.equal(refused.status, 400);
    assert.match(refused.msg, new RegExp(`maximum upload size \\(${fileMegabytes} MiB\\)`));
    const { snapshot } = await mel.listen();
    assert.equal(snapshot.max_file_upload_size_mib, fileMegabytes);
    const inParts = await fetch(`${server.url}/api/v1/tus/`, { method: 'OPTIONS' });
    assert.equal(inParts.headers.get('tus-max-size'), String(most));
  });
}
