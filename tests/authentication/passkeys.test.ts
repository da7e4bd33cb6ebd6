// Passkeys through the API: adding, renaming and removing them, and what that requires.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Authenticator, enableSecondFactor } from '../support/authenticator.ts';
import { DEMO_PASSWORD } from '../support/demo-passwords.ts';
import { mailTo } from '../support/mail.ts';
import { addPasskey, PasskeyDevice } from '../support/passkey-device.ts';
import { startTestServer } from '../support/server.ts';
import { FACTOR, ORIGIN, PASSKEYS, passkeyFixture, proof } from './passkey-fixture.ts';

const fixture = await passkeyFixture();
const { server, mel, mia, olive, state, namesOf, addingChallenge, useChallenge, sendWithPasskey } = fixture;
beforeEach(fixture.withoutFactors);

/** The newest entries of the audit log that concern Mel. */
const newestEntries = async (count: number) => {
  const { entries } = await olive.ok('GET', '/audit_log', { affected_user_id: mel.userId });
  return entries
    .slice(0, count)
    .map(({ kind, details }: { kind: string; details: unknown }) => [kind, details]);
};

describe('a passkey', () => {
  test('is a second factor, with recovery codes if it is the first', async () => {
    const device = new PasskeyDevice(ORIGIN);
    const addedPasskey = await addPasskey(mel, device, proof, '  Mels phone ');
    assert.equal(addedPasskey.recovery_codes.length, 10);
    const status = await state();
    assert.deepEqual(
      [status.is_on, status.has_authenticator, status.recovery_codes_left, status.passkey_host],
      [true, false, 10, 'localhost'],
    );
    const [passkey] = status.passkeys;
    assert.deepEqual(
      [passkey.passkey_id, passkey.name, passkey.last_used_at, passkey.host],
      [addedPasskey.passkey_id, 'Mels phone', null, 'localhost'],
    );
    assert.equal(status.since, passkey.created_at);
    assert.equal((await olive.ok('GET', `/users/${mel.userId}/second_factor`)).is_on, true);
    const mail = (await mailTo(server, mel.email)).at(-1);
    assert.match(mail?.subject ?? '', /A passkey was added/);
    assert.match(mail?.text ?? '', /“Mels phone”/);

    const form = { username: mel.email, password: DEMO_PASSWORD };
    await server.anonymous.refused('POST', '/fetch_api_key', form, 'SECOND_FACTOR_REQUIRED');
    const [code] = addedPasskey.recovery_codes;
    await server.anonymous.ok('POST', '/fetch_api_key', { ...form, code });
    await server.anonymous.refused('POST', '/fetch_api_key', { ...form, code }, 'SECOND_FACTOR_FAILED');
    const passkeyInstead = device.get(await useChallenge());
    await server.anonymous.ok('POST', '/fetch_api_key', { ...form, passkey: passkeyInstead });
    assert.ok((await state()).passkeys[0].last_used_at >= passkey.created_at);
  });

  test('is requested as browsers expect', async () => {
    const question = await addingChallenge();
    assert.deepEqual(question.rp, { id: 'localhost', name: 'Parley Demo' });
    assert.deepEqual([question.user.name, question.user.displayName], [mel.email, 'Mel Member']);
    assert.doesNotMatch(Buffer.from(question.user.id, 'base64url').toString('latin1'), /mel/);
    assert.equal(question.user.id, (await addingChallenge()).user.id);
    assert.deepEqual(question.excludeCredentials, []);
    assert.equal(question.attestation, 'none');
    assert.equal(Buffer.from(question.challenge, 'base64url').length, 32);
    const device = new PasskeyDevice(ORIGIN);
    await mel.ok('POST', PASSKEYS, { name: 'One', passkey: device.create(question) });
    const ownPasskeys = [{ type: 'public-key', id: device.id, transports: ['hybrid', 'internal'] }];
    const request = await useChallenge();
    assert.deepEqual([request.rpId, request.allowCredentials], ['localhost', ownPasskeys]);
    const passkey = device.get(request);
    const adding = await mel.ok('POST', `${PASSKEYS}/begin`, { ...proof, passkey });
    assert.deepEqual(adding.question.excludeCredentials, ownPasskeys);
  });

  for (const kind of ['ec', 'ed25519', 'rsa'] as const)
    test(`may have a key of type ${kind}`, async () => {
      const device = new PasskeyDevice(ORIGIN, kind);
      await addPasskey(mel, device, proof);
      assert.equal((await sendWithPasskey(device.get(await useChallenge()))).status, 200);
    });

  test('needs a proof if it is the second one, and brings no new recovery codes', async () => {
    const [first, second] = [new PasskeyDevice(ORIGIN), new PasskeyDevice(ORIGIN)];
    const { recovery_codes: codes } = await addPasskey(mel, first, proof, 'One');
    const factorRequired = 'Your second factor is also required: a code or a passkey.';
    await mel.refused('POST', `${PASSKEYS}/begin`, proof, 'BAD_REQUEST', factorRequired);
    const proofWithBoth = { ...proof, code: codes[0], passkey: first.get(await useChallenge()) };
    await mel.refused(
      'POST',
      `${PASSKEYS}/begin`,
      proofWithBoth,
      'BAD_REQUEST',
      'Send either a code or a passkey, not both.',
    );
    await mel.refused('POST', `${PASSKEYS}/begin`, { password: 'wrong', code: codes[0] }, 'BAD_REQUEST');
    const proofWithPasskey = { ...proof, passkey: first.get(await useChallenge()) };
    assert.deepEqual((await addPasskey(mel, second, proofWithPasskey, 'Two')).recovery_codes, []);
    assert.deepEqual(await namesOf(), ['One', 'Two']);
    assert.equal((await state()).recovery_codes_left, 10);
    assert.equal((await sendWithPasskey(second.get(await useChallenge()))).status, 200);
  });

  test('can be renamed and removed; removing the last one deletes the recovery codes', async () => {
    const [first, second] = [new PasskeyDevice(ORIGIN), new PasskeyDevice(ORIGIN)];
    const one = await addPasskey(mel, first, proof, 'One');
    const [code = '', last = ''] = one.recovery_codes;
    const two = await addPasskey(mel, second, { ...proof, code }, 'Two');
    const at = (id: number) => `${PASSKEYS}/${id}`;
    await mel.ok('PATCH', at(two.passkey_id), { name: ' Key ring ' });
    assert.deepEqual(await namesOf(), ['One', 'Key ring']);
    await mel.refused('PATCH', at(two.passkey_id), { name: ' ' }, 'BAD_REQUEST');
    await mia.refused('PATCH', at(two.passkey_id), { name: 'Mine' }, 'BAD_REQUEST', 'Passkey does not exist');
    await mia.refused('DELETE', at(two.passkey_id), proof, 'BAD_REQUEST', 'Passkey does not exist');
    await mel.refused('DELETE', at(one.passkey_id), proof, 'BAD_REQUEST');

    await mel.ok('DELETE', at(one.passkey_id), { ...proof, passkey: first.get(await useChallenge()) });
    assert.deepEqual(await namesOf(), ['Key ring']);
    assert.match((await mailTo(server, mel.email)).at(-1)?.subject ?? '', /A passkey was removed/);
    await mel.refused('DELETE', at(one.passkey_id), { ...proof, code: last }, 'BAD_REQUEST');
    await mel.ok('DELETE', at(two.passkey_id), { ...proof, code: last });
    const status = await state();
    assert.deepEqual([status.is_on, status.since, status.recovery_codes_left], [false, null, 0]);
    assert.match((await mailTo(server, mel.email)).at(-1)?.subject ?? '', /Two-factor authentication is off/);
    assert.deepEqual(await newestEntries(3), [
      ['second_factor_off', {}],
      ['passkey_removed', { name: 'Key ring' }],
      ['passkey_removed', { name: 'One' }],
    ]);
  });

  test('stays when the authenticator app is removed, and vice versa', async () => {
    const { recoveryCodes } = await enableSecondFactor(mel, DEMO_PASSWORD);
    const device = new PasskeyDevice(ORIGIN);
    const { passkey_id: id, recovery_codes: none } = await addPasskey(mel, device, {
      ...proof,
      code: recoveryCodes[0] ?? '',
    });
    assert.deepEqual(none, []);
    await mel.ok('DELETE', `${FACTOR}/authenticator`, {
      ...proof,
      passkey: device.get(await useChallenge()),
    });
    const status = await state();
    assert.deepEqual([status.is_on, status.has_authenticator, status.recovery_codes_left], [true, false, 9]);
    assert.deepEqual(await newestEntries(3), [
      ['authenticator_removed', {}],
      ['passkey_added', { name: 'My phone' }],
      ['second_factor_on', {}],
    ]);
    assert.match(
      (await mailTo(server, mel.email)).at(-1)?.subject ?? '',
      /Your authenticator app was removed/,
    );
    const proofWithCode = { ...proof, code: recoveryCodes[1] };
    await mel.refused(
      'DELETE',
      `${FACTOR}/authenticator`,
      proofWithCode,
      'BAD_REQUEST',
      'You have no authenticator.',
    );
    const enrolment = await mel.ok('POST', FACTOR, { ...proof, passkey: device.get(await useChallenge()) });
    const authenticator = new Authenticator(enrolment.secret);
    await mel.ok('POST', `${FACTOR}/confirm`, { code: authenticator.code() });
    await mel.ok('DELETE', `${PASSKEYS}/${id}`, { ...proof, passkey: device.get(await useChallenge()) });
    assert.deepEqual([(await state()).is_on, (await state()).has_authenticator], [true, true]);
    await mel.ok('DELETE', `${FACTOR}/authenticator`, { ...proof, code: authenticator.code(1) });
    assert.deepEqual([(await state()).is_on, (await state()).recovery_codes_left], [false, 0]);
  });

  test('cannot be removed as the last one if the organization requires one', async () => {
    const device = new PasskeyDevice(ORIGIN);
    const { passkey_id: id } = await addPasskey(mel, device, proof);
    await olive.ok('PATCH', '/realm', { second_factor_required_for: 'everyone' });
    try {
      const refusalText =
        'Your organization requires two-factor authentication. Add another second factor first.';
      const passkey = device.get(await useChallenge());
      await mel.refused('DELETE', `${PASSKEYS}/${id}`, { ...proof, passkey }, 'BAD_REQUEST', refusalText);
      assert.equal((await state()).passkeys.length, 1);
    } finally {
      await olive.ok('PATCH', '/realm', { second_factor_required_for: 'nobody' });
    }
  });

  test('is removed with all of two-factor authentication, by its owner and by administrators', async () => {
    const device = new PasskeyDevice(ORIGIN);
    await addPasskey(mel, device, proof);
    await mel.ok('DELETE', FACTOR, { ...proof, passkey: device.get(await useChallenge()) });
    assert.deepEqual([(await state()).is_on, await namesOf()], [false, []]);
    await addPasskey(mel, device, proof);
    await olive.ok('DELETE', `/users/${mel.userId}/second_factor`);
    assert.deepEqual([(await state()).is_on, await namesOf()], [false, []]);
    await mel.refused(
      'POST',
      `${PASSKEYS}/question`,
      {},
      'BAD_REQUEST',
      'You have no passkey for this address.',
    );
  });

  test('can be added only once, across accounts', async () => {
    const device = new PasskeyDevice(ORIGIN);
    const { recovery_codes: codes } = await addPasskey(mel, device, proof);
    const before = 'This passkey is already registered.';
    const { question } = await mel.ok('POST', `${PASSKEYS}/begin`, { ...proof, code: codes[0] });
    const newPasskey = { name: 'Again', passkey: device.create(question) };
    await mel.refused('POST', PASSKEYS, newPasskey, 'BAD_REQUEST', before);
    const miaPasskey = { name: 'Mine', passkey: device.create(await addingChallenge(mia)) };
    await mia.refused('POST', PASSKEYS, miaPasskey, 'BAD_REQUEST', before);
    assert.equal((await state(mia)).is_on, false);
  });
});

test('is not available at a numeric address', async () => {
  const plain = await startTestServer();
  const someone = await plain.as('mel');
  assert.equal((await someone.ok('GET', FACTOR)).passkey_host, null);
  const refusalText = 'Passkeys only work over HTTPS and with a host name, not an IP address.';
  await someone.refused('POST', `${PASSKEYS}/begin`, proof, 'BAD_REQUEST', refusalText);
  await someone.refused('POST', `${PASSKEYS}/question`, {}, 'BAD_REQUEST', refusalText);
});
