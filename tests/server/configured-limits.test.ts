// Bounds that the operator of a server configures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConfiguredLimits, defaultConfiguredLimits } from '../../src/api-contract/configured-limits.ts';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { login, startRealServer } from './real-organization.ts';

const boundsOf = (args: readonly string[], environment = {}) => parseServeOptions(args, environment)?.bounds;

async function owner(chosen: Partial<ConfiguredLimits>) {
  const server = await startRealServer({ bounds: { ...defaultConfiguredLimits, ...chosen } });
  const { api_key: key } = await server.anonymous.ok('POST', '/fetch_api_key', login);
  return { server, bo: new ApiClient(server.url, login.username, key) };
}

test('flags and the environment set the bounds, and invalid values are refused', () => {
  const withoutSpaceLimits = { organizationMegabytes: undefined, personMegabytes: undefined };
  assert.deepEqual(boundsOf([]), {
    requestsPerMinute: 200,
    fileMegabytes: 25,
    ...withoutSpaceLimits,
    auditDays: 730,
  });
  const flags = ['--requests-per-minute', '2000', '--file-megabytes', '100', '--audit-days', '90'];
  const limits = ['--organization-megabytes', '50000', '--person-megabytes', '500'];
  const read = { requestsPerMinute: 2000, fileMegabytes: 100, auditDays: 90 };
  const spaceLimits = { organizationMegabytes: 50_000, personMegabytes: 500 };
  assert.deepEqual(boundsOf([...flags, ...limits]), { ...read, ...spaceLimits });
  const environment = { PARLEY_REQUESTS_PER_MINUTE: 'off', PARLEY_FILE_MEGABYTES: '1' };
  const off = { ...environment, PARLEY_AUDIT_DAYS: 'off', PARLEY_PERSON_MEGABYTES: 'off' };
  const unbounded = {
    requestsPerMinute: undefined,
    fileMegabytes: 1,
    ...withoutSpaceLimits,
    auditDays: undefined,
  };
  assert.deepEqual(boundsOf([], off), unbounded);
  for (const wrong of ['0', '-1', 'many', '1.5', '1000001']) {
    assert.throws(
      () => boundsOf(['--requests-per-minute', wrong]),
      /--requests-per-minute must be a number .*or off/,
    );
  }
  for (const wrong of ['0', 'soon', '100001']) {
    assert.throws(() => boundsOf(['--audit-days', wrong]), /--audit-days must be a number .*or off/);
  }
  for (const flag of ['--organization-megabytes', '--person-megabytes']) {
    for (const wrong of ['0', 'much', '1073741825'])
      assert.throws(() => boundsOf([flag, wrong]), new RegExp(`${flag} must be a number .*or off`));
  }
  for (const wrong of ['0', 'off', '5121']) {
    assert.throws(
      () => boundsOf(['--file-megabytes', wrong]),
      /--file-megabytes must be a number from 1 to 5120/,
    );
  }
});

test('settings that contradict each other are refused by name', () => {
  for (const [args, reason] of [
    [['--person-megabytes', '20', '--organization-megabytes', '10'], /--person-megabytes 20 is more than/],
    [['--file-megabytes', '50', '--organization-megabytes', '10'], /--file-megabytes 50 is more than/],
    [['--file-megabytes', '50', '--person-megabytes', '10'], /more than --person-megabytes 10/],
    [['--port', '9000', '--metrics-port', '9000'], /--port and --metrics-port are both 9000/],
    [
      ['--metrics-port', '2525', '--incoming-mail-port', '2525', '--incoming-mail-domain', 'x.example'],
      /--metrics-port and --incoming-mail-port are both 2525/,
    ],
    [['--access-log', '--log-level', 'warn'], /--access-log writes lines at level info/],
    [['--s3-region', 'eu-central-1'], /--s3-region needs --s3-bucket/],
  ] as const)
    assert.throws(() => parseServeOptions(args, {}), reason);
  assert.throws(() => boundsOf(['--person-megabytes', '20'], { PARLEY_ORGANIZATION_MEGABYTES: '10' }));
  // If the file size is not set, the quota decides.
  assert.equal(boundsOf(['--organization-megabytes', '10'])?.organizationMegabytes, 10);
  assert.ok(parseServeOptions(['--port', '0', '--metrics-port', '0', '--access-log'], {}));
});

test('a configured number of requests is reported and enforced', async () => {
  const { bo } = await owner({ requestsPerMinute: 3 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => bo.request('GET', '/users/me')));
  assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), '3');
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 429, 429]);
});

test('without a limit, none is reported or enforced', async () => {
  const { bo } = await owner({ requestsPerMinute: undefined });
  const answers = await Promise.all(Array.from({ length: 250 }, () => bo.request('GET', '/users/me')));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), null);
});

for (const fileMegabytes of [1, 30]) {
  test(`files of ${fileMegabytes} MiB are accepted if configured, and no larger ones`, async () => {
    const server = await startTestServer({ bounds: { ...defaultConfiguredLimits, fileMegabytes } });
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
    const maximum = fileMegabytes * MEBIBYTE;
    assert.equal((await upload(maximum)).status, 200);
    const refusal = await upload(maximum + 1);
    assert.equal(refusal.status, 400);
    assert.match(refusal.msg, new RegExp(`maximum upload size \\(${fileMegabytes} MiB\\)`));
    const { snapshot } = await mel.registerQueue();
    assert.equal(snapshot.max_file_upload_size_mib, fileMegabytes);
    const inParts = await fetch(`${server.url}/api/v1/tus/`, { method: 'OPTIONS' });
    assert.equal(inParts.headers.get('tus-max-size'), String(maximum));
  });
}
