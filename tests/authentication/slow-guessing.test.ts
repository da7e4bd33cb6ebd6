// Slowly guessing codes with the right password: wrong codes count for weeks, the account is notified, and no one is
// locked out permanently.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { DAY, nowSeconds } from '../../src/api-contract/time.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { type EnabledSecondFactor, enableSecondFactor, forgetUsedCodes } from '../support/authenticator.ts';
import { mailTo } from '../support/mail.ts';

const server = await startRealServer();
const { database } = server.server.services;
const { api_key, user_id } = await server.anonymous.ok('POST', '/fetch_api_key', login);
const bo = server.client(login.username, api_key, user_id);
let person: EnabledSecondFactor;

const PER_DAY = limits.wrongCodesPerDay;
const PER_PERIOD = limits.wrongCodesPerPeriod;
const FAILED = [401, 'SECOND_FACTOR_FAILED'];
const LOCKED = [429, 'RATE_LIMIT_HIT'];

/** Stores a wrong code for each of these ages. */
async function typedBefore(seconds: readonly number[]): Promise<void> {
  const organization_id = await organizationId();
  await database.write(organization_id, async (writer) => {
    for (const before of seconds) {
      const failed_at = nowSeconds() - before;
      const row = { organization_id, account_id: bo.userId, failed_at, is_told: 0 };
      await writer.db.insertInto('wrong_code').values(row).execute();
    }
  });
}

async function organizationId(): Promise<number> {
  const row = await database.reader(0).db.selectFrom('organization').select('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Ages all wrong codes so far, and releases other locks. */
async function ageFailures(seconds: number): Promise<void> {
  await database.write(0, async (writer) => {
    await writer.db
      .updateTable('wrong_code')
      .set((e) => ({ failed_at: e('failed_at', '-', seconds) }))
      .execute();
    await writer.db.deleteFrom('login_failure').execute();
  });
}

async function countCodes(): Promise<number> {
  return (await database.reader(0).db.selectFrom('wrong_code').select('id').execute()).length;
}

async function typed(code: string, password = login.password) {
  const answer = await server.anonymous.request('POST', '/fetch_api_key', { ...login, password, code });
  return [answer.status, answer.body.code];
}

/** A valid code, of a step in which no other was used. */
async function rightCode(): Promise<string> {
  await forgetUsedCodes(server);
  return person.authenticator.code();
}

const sendWrongCode = () => typed(person.authenticator.wrongCode());
const warnings = async () =>
  (await mailTo(server, login.username)).filter(({ subject }) => subject?.includes('guessing codes')).length;
const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, index) => from + Math.floor((index * (to - from)) / count));

beforeEach(async () => {
  await database.write(0, async (writer) => {
    for (const table of ['second_factor', 'recovery_code', 'login_failure', 'wrong_code'] as const)
      await writer.db.deleteFrom(table).execute();
  });
  person = await enableSecondFactor(bo, login.password);
});

test('bound wrongCodesPerDay: that many wrong codes are checked in a day, and right codes do not reset the count', async () => {
  const before = await warnings();
  await typedBefore(spread(PER_DAY - 2, 3600, DAY - 3600));
  assert.deepEqual(await sendWrongCode(), FAILED);
  assert.equal((await typed(await rightCode()))[0], 200);
  assert.equal(await warnings(), before);
  assert.deepEqual(await sendWrongCode(), FAILED);
  const refusal = await server.anonymous.request('POST', '/fetch_api_key', {
    ...login,
    code: await rightCode(),
  });
  assert.deepEqual([refusal.status, refusal.body.code], LOCKED);
  assert.match(refusal.body.msg, /Use a recovery code or a passkey/);
  assert.equal(refusal.headers.get('x-ratelimit-limit'), String(PER_DAY));
  assert.equal(await warnings(), before + 1);
  await ageFailures(DAY);
  assert.equal((await typed(await rightCode()))[0], 200);
});

test('bound wrongCodesPerPeriod wrongCodeDays: that many wrong codes are checked in that many days', async () => {
  const month = limits.wrongCodeDays * DAY;
  await typedBefore(spread(PER_PERIOD - 1, 2 * DAY, month - 3600));
  assert.deepEqual(await sendWrongCode(), FAILED);
  assert.deepEqual(await typed(await rightCode()), LOCKED);
  await ageFailures(DAY);
  assert.equal((await typed(await rightCode()))[0], 200);
});

test('the account is notified once, however long the guessing continues', async () => {
  const before = await warnings();
  for (const _day of [1, 2]) {
    await typedBefore(spread(PER_DAY - 1, 3600, DAY - 3600));
    assert.deepEqual(await sendWrongCode(), FAILED);
    assert.deepEqual(await sendWrongCode(), LOCKED);
    await ageFailures(DAY);
  }
  assert.equal(await warnings(), before + 1);
});

test('recovery codes still work, and a new password makes codes work again', async () => {
  await typedBefore(spread(PER_PERIOD, 3600, DAY));
  assert.deepEqual(await typed(await rightCode()), LOCKED);
  assert.equal((await typed(person.recoveryCodes[0] ?? ''))[0], 200);
  assert.deepEqual(await typed(await rightCode()), LOCKED);
  const passwords = { old_password: login.password, new_password: 'one more fine phrase' };
  await bo.ok('PATCH', '/settings', passwords);
  assert.equal((await typed(await rightCode(), passwords.new_password))[0], 200);
  await bo.ok('PATCH', '/settings', {
    old_password: passwords.new_password,
    new_password: login.password,
  });
});

test('guesses without the password do not count', async () => {
  await typed(person.authenticator.wrongCode(), 'wrong');
  assert.equal(await countCodes(), 0);
  await typed('zzzzz-zzzzz');
  assert.equal(await countCodes(), 0);
  await sendWrongCode();
  assert.equal(await countCodes(), 1);
});

test('expired entries are deleted', async () => {
  await typedBefore([limits.wrongCodeDays * DAY, 3600]);
  await server.server.scheduler.runDue();
  assert.equal(await countCodes(), 1);
});
