// Which answers of passkeys are refused, when adding one and when using one.

import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { Authenticator, enableSecondFactor } from '../support/authenticator.ts';
import { DEMO_PASSWORD } from '../support/demo-passwords.ts';
import { addPasskey, PasskeyDevice, type PasskeyFaults } from '../support/passkey-device.ts';
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
const { database, mel, mia, state, addingChallenge, useChallenge, sendWithPasskey } = fixture;
beforeEach(fixture.withoutFactors);

const weak = () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
/** A key of 8192 bits without its private half. */
const huge = () => {
  const modulus = Buffer.alloc(1024, 0xff).toString('base64url');
  return createPublicKey({ key: { kty: 'RSA', n: modulus, e: 'AQAB' }, format: 'jwk' });
};
const otherCurve = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey;

/** Faults of answers, both to a challenge for a new passkey and to one for using a passkey. */
const commonFaults: Readonly<Record<string, PasskeyFaults>> = {
  'from another origin': { origin: 'http://localhost:9992' },
  'from the same host with another scheme': { origin: 'https://localhost:9991' },
  'for another host': { relyingParty: 'example.org' },
  'from a cross-origin frame': { crossOrigin: true },
  'without user presence': { flags: 0x44 },
  'to a challenge that was not issued': { challenge: 'AAAA' },
  'to an empty challenge': { challenge: '' },
  'to a challenge that is a NUL character': { challenge: '\u0000' },
  'with another id': { id: 'AAAA' },
};

describe('a new passkey is refused', () => {
  const cases: Readonly<Record<string, PasskeyFaults>> = {
    ...commonFaults,
    'that answers a challenge for using a passkey': { type: 'webauthn.get' },
    'without the data of its credential': { flags: 0x05 },
    'with a weak key': { publicKey: weak() },
    'with a key so long that checking it is slow': { publicKey: huge() },
    'with a key on a curve that was not requested': { publicKey: otherCurve() },
  };
  for (const [what, otherwise] of Object.entries(cases))
    test(what, async () => {
      const passkey = new PasskeyDevice(ORIGIN).create(await addingChallenge(), otherwise);
      await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST', NOT_ACCEPTED);
      assert.equal((await state()).is_on, false);
    });

  test('whose challenge was used up, even by a refused answer', async () => {
    const question = await addingChallenge();
    const device = new PasskeyDevice(ORIGIN);
    for (const otherwise of [{ origin: 'http://localhost' }, {}]) {
      const passkey = device.create(question, otherwise);
      await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST', NOT_ACCEPTED);
    }
  });

  test('whose challenge was issued to another account', async () => {
    const passkey = new PasskeyDevice(ORIGIN).create(await addingChallenge());
    await mia.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST', NOT_ACCEPTED);
  });

  test('that is malformed', async () => {
    const valid = new PasskeyDevice(ORIGIN).create(await addingChallenge());
    const texts = ['!', 'AAAA', Buffer.from('[]').toString('base64url'), 'é'];
    const parts = Object.keys(valid.response).filter((part) => part !== 'transports');
    for (const part of parts)
      for (const text of texts) {
        const passkey = { ...valid, response: { ...valid.response, [part]: text } };
        await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST', NOT_ACCEPTED);
      }
    for (const passkey of [
      [],
      {},
      { id: 'x', response: {} },
      { ...valid, id: '' },
      { ...valid, response: 1 },
    ])
      await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST');
  });

  test('that was started with the password alone, once there is another second factor', async () => {
    const challenge = await addingChallenge();
    await enableSecondFactor(mel, DEMO_PASSWORD);
    const passkey = new PasskeyDevice(ORIGIN).create(challenge);
    await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST', NOT_ACCEPTED);
    const { secret } = await mia.ok('POST', FACTOR, proof);
    await addPasskey(mia, new PasskeyDevice(ORIGIN), proof);
    const code = new Authenticator(secret).code();
    await mia.refused('POST', `${FACTOR}/confirm`, { code }, 'BAD_REQUEST', /No setup of an authenticator/);
  });

  test('that was started with the password alone, once another one was added', async () => {
    const [one, other] = [await addingChallenge(), await addingChallenge()];
    await mel.ok('POST', PASSKEYS, { name: 'One', passkey: new PasskeyDevice(ORIGIN).create(one) });
    const passkey = new PasskeyDevice(ORIGIN).create(other);
    await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST', NOT_ACCEPTED);
  });

  test('that was started before a new password', async () => {
    const challenge = await addingChallenge();
    const newPassword = 'one more fine phrase';
    await mel.ok('PATCH', '/settings', { old_password: DEMO_PASSWORD, new_password: newPassword });
    await mel.ok('PATCH', '/settings', { old_password: newPassword, new_password: DEMO_PASSWORD });
    const passkey = new PasskeyDevice(ORIGIN).create(challenge);
    await mel.refused('POST', PASSKEYS, { name: 'No', passkey }, 'BAD_REQUEST', NOT_ACCEPTED);
  });
});

describe('the answer of a passkey is refused', () => {
  let device: PasskeyDevice;
  let codes: readonly string[];
  beforeEach(async () => {
    device = new PasskeyDevice(ORIGIN);
    codes = (await addPasskey(mel, device, proof)).recovery_codes;
  });

  const cases = {
    ...commonFaults,
    'to a challenge for a new passkey': { type: 'webauthn.create' },
    'whose counter has not increased': { counter: 0 },
  };
  for (const [what, otherwise] of Object.entries(cases))
    test(what, async () => {
      assert.equal((await sendWithPasskey(device.get(await useChallenge()))).status, 200);
      assert.equal(
        await refusalMessage(sendWithPasskey(device.get(await useChallenge(), otherwise))),
        NOT_ACCEPTED,
      );
      assert.equal((await sendWithPasskey(device.get(await useChallenge(), { counter: 2 }))).status, 200);
    });

  test('whose counter decreases, unless it does not count at all', async () => {
    assert.equal((await sendWithPasskey(device.get(await useChallenge(), { counter: 7 }))).status, 200);
    for (const counter of [7, 6, 0])
      assert.equal(
        await refusalMessage(sendWithPasskey(device.get(await useChallenge(), { counter }))),
        NOT_ACCEPTED,
      );
    assert.equal((await sendWithPasskey(device.get(await useChallenge(), { counter: 8 }))).status, 200);
    const uncounted = new PasskeyDevice(ORIGIN);
    await addPasskey(mia, uncounted, proof);
    for (let times = 0; times < 2; times++)
      assert.equal(
        (await sendWithPasskey(uncounted.get(await useChallenge(mia), { counter: 0 }), mia)).status,
        200,
      );
  });

  test('that was used before', async () => {
    const answer = device.get(await useChallenge());
    assert.equal((await sendWithPasskey(answer)).status, 200);
    assert.equal(await refusalMessage(sendWithPasskey(answer)), NOT_ACCEPTED);
    const wrongly = await useChallenge();
    assert.equal(await refusalMessage(sendWithPasskey(device.get(wrongly, { flags: 0 }))), NOT_ACCEPTED);
    assert.equal(await refusalMessage(sendWithPasskey(device.get(wrongly))), NOT_ACCEPTED);
  });

  test('that is repeated concurrently, except once', async () => {
    const answer = device.get(await useChallenge());
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendWithPasskey(answer)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(5).fill(400)]);
  });

  test('from another account’s passkey, or to another account’s challenge', async () => {
    const miaDevice = new PasskeyDevice(ORIGIN);
    await addPasskey(mia, miaDevice, proof);
    assert.equal(await refusalMessage(sendWithPasskey(miaDevice.get(await useChallenge()))), NOT_ACCEPTED);
    assert.equal(
      await refusalMessage(sendWithPasskey(miaDevice.get(await useChallenge(), { id: device.id }))),
      NOT_ACCEPTED,
    );
    assert.equal(await refusalMessage(sendWithPasskey(device.get(await useChallenge(mia)))), NOT_ACCEPTED);
    const toAdd = (
      await mel.ok('POST', `${PASSKEYS}/begin`, { ...proof, passkey: device.get(await useChallenge()) })
    ).question;
    assert.equal(await refusalMessage(sendWithPasskey(device.get(toAdd))), NOT_ACCEPTED);
  });

  test('from a removed passkey', async () => {
    const other = new PasskeyDevice(ORIGIN);
    const proofWithPasskey = { ...proof, passkey: device.get(await useChallenge()) };
    const { passkey_id: id } = await addPasskey(mel, other, proofWithPasskey);
    const question = await useChallenge();
    await mel.ok('DELETE', `${PASSKEYS}/${id}`, { ...proof, passkey: device.get(await useChallenge()) });
    assert.equal(await refusalMessage(sendWithPasskey(other.get(question))), NOT_ACCEPTED);
  });

  test('that was modified', async () => {
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const answer = device.get(await useChallenge());
      const bytes = Buffer.from(answer.response[part], 'base64url');
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 2) ^ 1, bytes.length - 2);
      const response = { ...answer.response, [part]: bytes.toString('base64url') };
      assert.equal(await refusalMessage(sendWithPasskey({ ...answer, response })), NOT_ACCEPTED, part);
    }
  });

  test('after a change of the host, where new passkeys can be added', async () => {
    await database.write(1, async (writer) => {
      await writer.db.updateTable('passkey').set({ relying_party: 'chat.example.org' }).execute();
    });
    await mel.refused('POST', `${PASSKEYS}/question`, {}, 'BAD_REQUEST', /no passkey for this address/);
    assert.equal((await state()).passkeys[0].host, 'chat.example.org');
    assert.equal((await state()).is_on, true);
    const fresh = new PasskeyDevice(ORIGIN);
    await addPasskey(mel, fresh, { ...proof, code: codes[0] ?? '' });
    const question = await useChallenge();
    assert.deepEqual(
      question.allowCredentials.map(({ id }: { id: string }) => id),
      [fresh.id],
    );
    assert.equal(await refusalMessage(sendWithPasskey(device.get(question))), NOT_ACCEPTED);
    assert.equal((await sendWithPasskey(fresh.get(await useChallenge()))).status, 200);
  });
});
