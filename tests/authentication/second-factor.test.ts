// Two-factor authentication through the API: enabling and disabling it, when codes are accepted, and who may remove it.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import {
  Authenticator,
  type EnabledSecondFactor,
  enableSecondFactor,
  forgetUsedCodes,
} from '../support/authenticator.ts';
import type { ApiClient } from '../support/client.ts';
import { DEMO_PASSWORD as PASSWORD, rehashCheaply } from '../support/demo-passwords.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { withLimit } from '../support/with-limit.ts';

const PATH = '/users/me/second_factor';
const server = await startTestServer();
const mel = await server.as('mel');
await rehashCheaply(server);

/** A person of the demo with two-factor authentication, the only one. */
async function enrolled(client: ApiClient = mel, password = PASSWORD, at: TestServer = server) {
  await at.server.services.database.write(0, async (writer) => {
    await writer.db.deleteFrom('second_factor').execute();
    await writer.db.deleteFrom('login_failure').execute();
  });
  return enableSecondFactor(client, password);
}

const fetchKey = (
  code?: string,
  at = server,
  { username, password } = { username: mel.email, password: PASSWORD },
) => at.anonymous.request('POST', '/fetch_api_key', { username, password, code });
const refusedKey = async (code?: string, at?: TestServer, as?: typeof login) => {
  const { status, body } = await fetchKey(code, at, as);
  return [status, body.code];
};
const REQUIRED = [401, 'SECOND_FACTOR_REQUIRED'];
const FAILED = [401, 'SECOND_FACTOR_FAILED'];

describe('two-factor login', () => {
  test('is enabled with the password and the first code of an authenticator', async () => {
    const before = await mel.ok('GET', PATH);
    assert.deepEqual([before.is_on, before.since, before.recovery_codes_left], [false, null, 0]);
    await mel.refused('POST', PATH, { password: 'wrong' }, 'BAD_REQUEST', 'Wrong password!');
    await mel.refused('POST', `${PATH}/confirm`, { code: '123456' }, 'BAD_REQUEST');

    const enrolment = await mel.ok('POST', PATH, { password: PASSWORD });
    assert.match(enrolment.secret, /^[A-Z2-7]{32}$/);
    assert.match(enrolment.otpauth_url, /^otpauth:\/\/totp\/Parley%20Demo:mel%40example\.com\?secret=/);
    assert.equal((await mel.ok('GET', PATH)).is_on, false);
    assert.equal((await fetchKey()).status, 200);

    const authenticator = new Authenticator(enrolment.secret);
    await mel.refused('POST', `${PATH}/confirm`, { code: authenticator.wrongCode() }, 'BAD_REQUEST');
    const { recovery_codes: codes } = await mel.ok('POST', `${PATH}/confirm`, { code: authenticator.code() });
    assert.equal(codes.length, 10);
    const after = await mel.ok('GET', PATH);
    assert.deepEqual([after.is_on, after.recovery_codes_left], [true, 10]);
    assert.ok(Math.abs(after.since - Date.now() / 1000) < 60);
    const mail = (await mailTo(server, mel.email)).at(-1);
    assert.match(mail?.subject ?? '', /Two-factor authentication is on/);
    for (const secret of [enrolment.secret, ...codes])
      assert.doesNotMatch(mail?.text ?? '', new RegExp(secret));
  });

  test('asks for a code only after the right password, and accepts each code once', async () => {
    const { authenticator, firstCode } = await enrolled();
    assert.deepEqual(await refusedKey(), REQUIRED);
    assert.deepEqual(await refusedKey('', server, { username: mel.email, password: 'wrong' }), [
      401,
      'AUTHENTICATION_FAILED',
    ]);
    assert.deepEqual(await refusedKey(firstCode), FAILED);
    const code = authenticator.code(1);
    assert.equal((await fetchKey(code)).status, 200);
    assert.deepEqual(await refusedKey(code), FAILED);
    await forgetUsedCodes(server);
    for (const distance of [-3, 3]) assert.deepEqual(await refusedKey(authenticator.code(distance)), FAILED);
    assert.deepEqual(await refusedKey(authenticator.wrongCode()), FAILED);
    for (const typed of ['', '000', 'abcdef', '١٢٣٤٥٦'])
      assert.deepEqual(await refusedKey(typed), FAILED, typed);
    const json = await fetch(`${server.url}/json/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: mel.email, password: PASSWORD }),
    });
    assert.equal(json.status, 401);
  });

  test('accepts one of many concurrent uses of a code', async () => {
    const { authenticator, recoveryCodes } = await enrolled();
    for (const code of [authenticator.code(1), recoveryCodes[0] ?? '']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => fetchKey(code)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(401)]);
    }
  });

  test('accepts each recovery code once, in place of a code', async () => {
    const { recoveryCodes } = await enrolled();
    const [first = '', second = ''] = recoveryCodes;
    assert.equal((await fetchKey(first)).status, 200);
    assert.deepEqual(await refusedKey(first), FAILED);
    assert.equal((await fetchKey(` ${second.toUpperCase().replace('-', '')} `)).status, 200);
    assert.equal((await mel.ok('GET', PATH)).recovery_codes_left, 8);
  });

  test('issues new recovery codes for a code and invalidates the old ones', async () => {
    const { authenticator, recoveryCodes } = await enrolled();
    const path = `${PATH}/recovery_codes`;
    await mel.refused('POST', path, { password: PASSWORD }, 'BAD_REQUEST');
    await mel.refused('POST', path, { password: 'wrong', code: authenticator.code(1) }, 'BAD_REQUEST');
    await mel.refused('POST', path, { password: PASSWORD, code: authenticator.wrongCode() }, 'BAD_REQUEST');
    const { recovery_codes: newCodes } = await mel.ok('POST', path, {
      password: PASSWORD,
      code: authenticator.code(1),
    });
    assert.deepEqual(await refusedKey(recoveryCodes[0]), FAILED);
    assert.equal((await fetchKey(newCodes[0])).status, 200);
  });

  test('switches to another authenticator with a code of the previous one', async () => {
    const { authenticator } = await enrolled();
    await mel.refused('POST', PATH, { password: PASSWORD }, 'BAD_REQUEST');
    await mel.refused('POST', PATH, { password: PASSWORD, code: authenticator.wrongCode() }, 'BAD_REQUEST');
    const { secret } = await mel.ok('POST', PATH, { password: PASSWORD, code: authenticator.code(1) });
    const next = new Authenticator(secret);
    await forgetUsedCodes(server);
    assert.deepEqual(await refusedKey(next.code()), FAILED);
    assert.equal((await fetchKey(authenticator.code())).status, 200);
    await mel.ok('POST', `${PATH}/confirm`, { code: next.code() });
    assert.deepEqual(await refusedKey(authenticator.code(1)), FAILED);
    assert.equal((await fetchKey(next.code(1))).status, 200);
  });

  test('is disabled with the password and a code, and the account is notified', async () => {
    const { recoveryCodes } = await enrolled();
    await mel.refused('DELETE', PATH, { password: PASSWORD }, 'BAD_REQUEST');
    await mel.refused('DELETE', PATH, { password: 'wrong', code: recoveryCodes[0] }, 'BAD_REQUEST');
    await mel.ok('DELETE', PATH, { password: PASSWORD, code: recoveryCodes[0] });
    assert.equal((await fetchKey()).status, 200);
    assert.equal((await mel.ok('GET', PATH)).recovery_codes_left, 0);
    const mail = (await mailTo(server, mel.email)).at(-1);
    assert.match(mail?.subject ?? '', /Two-factor authentication is off/);
    await mel.refused('DELETE', PATH, { password: PASSWORD, code: recoveryCodes[1] }, 'BAD_REQUEST');
  });

  test('cannot be enabled by a setup that was started before a new password', async () => {
    const { authenticator } = await enrolled();
    const newPasswords = { old_password: PASSWORD, new_password: 'one more fine phrase' };
    const { secret } = await mel.ok('POST', PATH, { password: PASSWORD, code: authenticator.code(1) });
    await mel.ok('PATCH', '/settings', newPasswords);
    const codeOfEndedSetup = new Authenticator(secret).code();
    const refusalText = 'No setup of an authenticator is in progress. Start again.';
    await mel.refused('POST', `${PATH}/confirm`, { code: codeOfEndedSetup }, 'BAD_REQUEST', refusalText);
    await forgetUsedCodes(server);
    const as = { username: mel.email, password: newPasswords.new_password };
    assert.equal((await fetchKey(authenticator.code(), server, as)).status, 200);
    await mel.ok('PATCH', '/settings', { old_password: newPasswords.new_password, new_password: PASSWORD });
  });

  test('survives a new password, and keys keep working', async () => {
    await enrolled();
    const as = { username: mel.email, password: 'another fine phrase' };
    await mel.ok('PATCH', '/settings', { old_password: PASSWORD, new_password: as.password });
    assert.deepEqual(await refusedKey(undefined, server, as), REQUIRED);
    await mel.ok('GET', '/users/me');
  });
});

test('a code counts once across all servers of a database', needsPostgres, async () => {
  const { one, two, as } = await startTwoServers();
  const [max] = await as('max');
  const { authenticator, recoveryCodes } = await enableSecondFactor(max, PASSWORD);
  const form = { username: max.email, password: PASSWORD };
  for (const code of [authenticator.code(1), recoveryCodes[0] ?? '']) {
    const answers = await Promise.all([one, two].map((at) => fetchKey(code, at, form)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  }
});

test('bound enrolmentSeconds: a setup can be confirmed for that long', async () => {
  const mia = await server.as('mia');
  await withLimit('enrolmentSeconds', 0, async () => {
    const { secret } = await mia.ok('POST', PATH, { password: PASSWORD });
    const code = new Authenticator(secret).code();
    await mia.refused(
      'POST',
      `${PATH}/confirm`,
      { code },
      'BAD_REQUEST',
      'No setup of an authenticator is in progress. Start again.',
    );
  });
});

describe('a person who lost their authenticator', () => {
  const remove = (as: ApiClient, { userId }: ApiClient) =>
    as.request('DELETE', `/users/${userId}/second_factor`);

  test('is helped by owners, and by administrators if their role is higher', async () => {
    const [olive, adam, mona, max] = await Promise.all(
      (['olive', 'adam', 'mona', 'max'] as const).map((name) => server.as(name)),
    );
    assert.ok(olive && adam && mona && max);
    await enrolled(max);
    for (const [as, code] of [
      [max, 'UNAUTHORIZED_PRINCIPAL'],
      [mona, 'UNAUTHORIZED_PRINCIPAL'],
    ] as const)
      assert.equal((await remove(as, max)).body.code, code);
    const readFactor = () => adam.ok('GET', `/users/${max.userId}/second_factor`);
    assert.equal((await readFactor()).is_on, true);
    assert.equal((await remove(adam, max)).status, 200);
    assert.equal((await readFactor()).is_on, false);
    assert.match((await mailTo(server, max.email)).at(-1)?.subject ?? '', /Two-factor authentication is off/);
    assert.equal((await remove(adam, max)).body.msg, 'The user has not set up two-factor authentication.');
    await enrolled(adam);
    assert.equal((await remove(adam, adam)).status, 400);
    assert.equal((await remove(olive, adam)).status, 200);
    await enrolled(olive);
    assert.equal((await remove(adam, olive)).body.msg, 'Must be an organization owner');
    assert.equal((await remove(olive, olive)).status, 400);
    const helper = await server.as('helper');
    assert.equal((await remove(olive, helper)).body.msg, 'Bots do not have two-factor authentication.');
    assert.equal((await helper.request('GET', PATH)).status, 400);
  });
});

test('administrators cannot remove another administrator’s second factor by demoting them first', async () => {
  const [olive, adam, mona] = (await Promise.all(
    (['olive', 'adam', 'mona'] as const).map((name) => server.as(name)),
  )) as [ApiClient, ApiClient, ApiClient];
  const give = (as: ApiClient, role: number) => as.request('PATCH', `/users/${mona.userId}`, { role });
  const roleOf = async () => (await olive.ok('GET', `/users/${mona.userId}`)).user.role;
  await give(olive, 200);
  assert.equal((await give(adam, 300)).status, 200);
  await give(olive, 200);
  await enrolled(mona);
  for (const role of [300, 400])
    assert.equal((await give(adam, role)).body.msg, 'Must be an organization owner');
  assert.equal(await roleOf(), 200);
  assert.equal((await give(olive, 300)).status, 200);
  assert.equal((await give(adam, 200)).status, 200);
  assert.equal((await give(mona, 300)).status, 200);
});

const real = await startRealServer();
const { database } = real.server.services;
const owner = await real.anonymous.ok('POST', '/fetch_api_key', login);
const bo = real.client(login.username, owner.api_key, owner.user_id);

describe('guessing', () => {
  let person: EnabledSecondFactor;
  const failures = async () =>
    (await database.reader(0).db.selectFrom('login_failure').select('id').execute()).length;
  const right = () => person.authenticator.code(1);

  beforeEach(async () => {
    person = await enrolled(bo, login.password, real);
    await forgetUsedCodes(real);
  });

  test('codes counts, however often the right password is given', async () => {
    for (let i = 1; i <= limits.failedLoginsPerAccount; i++) {
      assert.deepEqual(await refusedKey(undefined, real, login), REQUIRED);
      assert.deepEqual(await refusedKey(person.authenticator.wrongCode(), real, login), FAILED);
      assert.equal(await failures(), i);
    }
    assert.deepEqual(await refusedKey(right(), real, login), [429, 'RATE_LIMIT_HIT']);
  });

  test('is forgotten after the right code', async () => {
    await refusedKey(person.authenticator.wrongCode(), real, login);
    await refusedKey('', real, { ...login, password: 'wrong' });
    assert.equal(await failures(), 2);
    assert.equal((await fetchKey(right(), real, login)).status, 200);
    assert.equal(await failures(), 0);
  });

  test('in the settings counts too, and the right password there resets nothing', async () => {
    const wrongCode = { password: login.password, code: person.authenticator.wrongCode() };
    for (let i = 1; i <= limits.failedLoginsPerAccount; i++)
      await bo.refused('DELETE', PATH, wrongCode, 'BAD_REQUEST');
    const { status } = await bo.request('DELETE', PATH, { password: login.password, code: right() });
    assert.equal(status, 429);
  });

  test('the first code of a new authenticator counts', async () => {
    const { secret } = await bo.ok('POST', PATH, { password: login.password, code: right() });
    const wrongCode = { code: new Authenticator(secret).wrongCode() };
    await bo.refused('POST', `${PATH}/confirm`, wrongCode, 'BAD_REQUEST');
    assert.equal(await failures(), 1);
  });

  test('is not counted when no first code is expected', async () => {
    await bo.refused('POST', `${PATH}/confirm`, { code: '000000' }, 'BAD_REQUEST', /Start again/);
    assert.equal(await failures(), 0);
  });

  test('is not counted when the server fails', async () => {
    const rename = (from: string, to: string) =>
      database.write(0, (writer) => writer.db.schema.alterTable(from).renameTo(to).execute());
    await rename('recovery_code', 'recovery_code_away');
    try {
      assert.equal((await fetchKey(person.recoveryCodes[0], real, login)).status, 500);
    } finally {
      await rename('recovery_code_away', 'recovery_code');
    }
    assert.equal(await failures(), 0);
    assert.equal((await fetchKey(person.recoveryCodes[0], real, login)).status, 200);
  });
});
