// Bounds on passkeys, challenges and wrong answers: their number, their lifetime and the length of their texts.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { addPasskey, PasskeyDevice } from '../support/passkey-device.ts';
import { withLimit } from '../support/with-limit.ts';
import { withQuota } from '../support/with-quota.ts';
import {
  FACTOR,
  NOT_ACCEPTED,
  ORIGIN,
  PASSKEYS,
  passkeyFixture,
  proof,
  refusalMessage,
} from './passkey-fixture.ts';

const fixture = await passkeyFixture();
const { database, mel, namesOf, addingChallenge, useChallenge, sendWithPasskey } = fixture;
beforeEach(fixture.withoutFactors);

describe('wrong passkeys', () => {
  test('count as failed attempts, including when adding one', async () => {
    const real = await startRealServer({ publicUrl: ORIGIN });
    const owner = await real.anonymous.ok('POST', '/fetch_api_key', login);
    const bo = real.client(login.username, owner.api_key, owner.user_id);
    const own = { password: login.password };
    const failures = async () =>
      (await real.server.services.database.reader(0).db.selectFrom('login_failure').select('id').execute())
        .length;
    const device = new PasskeyDevice(ORIGIN);
    const first = await bo.ok('POST', `${PASSKEYS}/begin`, own);
    const passkey = device.create(first.question, { flags: 0x44 });
    await bo.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST');
    assert.equal(await failures(), 1);
    await addPasskey(bo, device, own);
    assert.equal(await failures(), 1);
    for (let count = 2; count <= limits.failedLoginsPerAccount; count++) {
      const answer = { ...own, passkey: device.get({ challenge: 'AAAA' }) };
      await bo.refused('POST', `${FACTOR}/recovery_codes`, answer, 'BAD_REQUEST', NOT_ACCEPTED);
      assert.equal(await failures(), count);
    }
    const { question } = await bo.ok('POST', `${PASSKEYS}/question`);
    const right = { ...own, passkey: device.get(question) };
    const { status } = await bo.request('POST', `${FACTOR}/recovery_codes`, right);
    assert.equal(status, 429);
  });
});

test('bound passkeyChallengeSeconds: a challenge can be answered for that long', async () => {
  const device = new PasskeyDevice(ORIGIN);
  const expired = await withLimit('passkeyChallengeSeconds', 0, () => addingChallenge());
  assert.equal(expired.timeout, 0);
  const passkey = device.create(expired);
  await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST', NOT_ACCEPTED);
  await addPasskey(mel, device, proof);
  const challenge = await withLimit('passkeyChallengeSeconds', 0, () => useChallenge());
  assert.equal(await refusalMessage(sendWithPasskey(device.get(challenge))), NOT_ACCEPTED);
  assert.equal((await sendWithPasskey(device.get(await useChallenge()))).status, 200);
});

test('the quota limits passkeys, however they are added', async () => {
  const device = new PasskeyDevice(ORIGIN);
  const { recovery_codes: codes } = await addPasskey(mel, device, proof);
  const { question } = await mel.ok('POST', `${PASSKEYS}/begin`, { ...proof, code: codes[0] });
  await withQuota('passkeys_per_account', 1, async () => {
    const few =
      'You can have at most 1 passkeys. Remove one that you no longer use, or ask an administrator to raise the limit.';
    await mel.refused('POST', `${PASSKEYS}/begin`, { ...proof, code: codes[1] }, 'QUOTA_EXCEEDED', few);
    const passkey = new PasskeyDevice(ORIGIN).create(question);
    await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'QUOTA_EXCEEDED', few);
  });
});

test('bound passkeyChallengesPerAccount: at most that many challenges are pending, and a new one displaces the oldest', async () => {
  const storedChallenges = async () =>
    (await database.reader(1).db.selectFrom('passkey_challenge').select('challenge').execute()).length;
  await withLimit('passkeyChallengesPerAccount', 2, async () => {
    for (let times = 0; times < 5; times++) {
      const question = await addingChallenge();
      assert.ok((await storedChallenges()) <= 2);
      if (times < 4) continue;
      const passkey = new PasskeyDevice(ORIGIN).create(question);
      await mel.ok('POST', PASSKEYS, { name: 'Yes', passkey });
    }
  });
});

test('challenges of one step do not evict those of another', async () => {
  const device = new PasskeyDevice(ORIGIN);
  const { recovery_codes: codes } = await addPasskey(mel, device, proof);
  const { question } = await mel.ok('POST', `${PASSKEYS}/begin`, { ...proof, code: codes[0] });
  await withLimit('passkeyChallengesPerAccount', 1, async () => {
    for (let times = 0; times < 3; times++) await useChallenge();
  });
  await mel.ok('POST', PASSKEYS, { name: 'Two', passkey: new PasskeyDevice(ORIGIN).create(question) });
});

test('bound passkeyNameCodePoints passkeyIdCharacters passkeyTextCharacters: longer values are refused', async () => {
  const valid = new PasskeyDevice(ORIGIN).create(await addingChallenge());
  const long = 'A'.repeat(limits.passkeyTextCharacters + 1);
  const send = (name: string, passkey: unknown) => mel.request('POST', PASSKEYS, { name, passkey });
  for (const part of ['clientDataJSON', 'authenticatorData', 'publicKey']) {
    const { body } = await send('No', { ...valid, response: { ...valid.response, [part]: long } });
    assert.match(body.msg, new RegExp(`${part}.* is too long \\(limit: 4096 characters\\)`));
  }
  const { body } = await send('No', { ...valid, id: 'A'.repeat(limits.passkeyIdCharacters + 1) });
  assert.match(body.msg, /id.* is too long \(limit: 1364 characters\)/);
  const name = '😀'.repeat(limits.passkeyNameCodePoints);
  assert.match((await send(`${name}!`, valid)).body.msg, /name is too long \(limit: 60 characters\)/);
  assert.equal((await send(name, valid)).status, 200);
  assert.deepEqual(await namesOf(), [name]);
});
