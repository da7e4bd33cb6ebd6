// The codes of authenticators, against the test vectors of RFC 4226 and RFC 6238.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { authenticatorUrl, secretText } from '../../src/model/second-factor/enrolment.ts';
import {
  matchingStep,
  newAuthenticatorSecret,
  oneTimeCode,
  stepAt,
} from '../../src/model/second-factor/one-time-code.ts';
import {
  newRecoveryCodes,
  RECOVERY_CODE_COUNT,
  recoveryCodeHash,
} from '../../src/model/second-factor/recovery-code.ts';

/** The secret of both documents. */
const secret = Buffer.from('12345678901234567890', 'ascii');

describe('a code', () => {
  test('matches RFC 4226 for its counters', () => {
    const table = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
    assert.deepEqual(
      table.map((_, counter) => oneTimeCode(secret, counter)),
      table,
    );
  });

  test('matches RFC 6238 for its times, whose table has eight digits', () => {
    const table: readonly (readonly [number, string])[] = [
      [59, '94287082'],
      [1111111109, '07081804'],
      [1111111111, '14050471'],
      [1234567890, '89005924'],
      [2000000000, '69279037'],
      [20000000000, '65353130'],
    ];
    for (const [time, code] of table) {
      assert.equal(oneTimeCode(secret, stepAt(time), 8), code, String(time));
      assert.equal(oneTimeCode(secret, stepAt(time)), code.slice(2), String(time));
    }
  });

  test('is valid in its step, the one before and the one after', () => {
    const now = 1_000_000_020;
    const counts = (step: number) => matchingStep(secret, oneTimeCode(secret, step), now, null);
    const currentStep = stepAt(now);
    const steps = [-2, -1, 0, 1, 2].map((distance) => currentStep + distance);
    assert.deepEqual(steps.map(counts), [
      undefined,
      currentStep - 1,
      currentStep,
      currentStep + 1,
      undefined,
    ]);
  });

  test('is no longer valid once its step or a later one was used', () => {
    const now = 1_000_000_020;
    const currentStep = stepAt(now);
    const code = oneTimeCode(secret, currentStep);
    assert.equal(matchingStep(secret, code, now, currentStep - 1), currentStep);
    assert.equal(matchingStep(secret, code, now, currentStep), undefined);
    assert.equal(matchingStep(secret, code, now, currentStep + 1), undefined);
  });

  test('may contain spaces and nothing else', () => {
    const now = 59;
    for (const typed of ['287082', '287 082', ' 28 70 82 ', '287082\t'])
      assert.equal(matchingStep(secret, typed, now, null), 1, typed);
    for (const typed of ['', '28708', '2870820', '28708a', '２８７０８２', '-87082', '287082\u0000'])
      assert.equal(matchingStep(secret, typed, now, null), undefined, typed);
  });
});

describe('a secret', () => {
  test('has 160 random bits', () => {
    const [one, other] = [newAuthenticatorSecret(), newAuthenticatorSecret()];
    assert.equal(one.length, 20);
    assert.notDeepEqual(one, other);
  });

  test('is encoded as in RFC 4648', () => {
    assert.equal(secretText(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const table = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB' };
    for (const [text, shown] of Object.entries(table)) assert.equal(secretText(Buffer.from(text)), shown);
  });

  test('is part of a URI that names organization and account', () => {
    const address = new URL(authenticatorUrl(secretText(secret), 'Acorn: & Söhne', 'mel+x@example.com'));
    assert.equal(address.protocol, 'otpauth:');
    assert.equal(decodeURIComponent(address.pathname), '/Acorn  & Söhne:mel+x@example.com');
    assert.equal(address.searchParams.get('issuer'), 'Acorn  & Söhne');
    assert.equal(address.searchParams.get('secret'), secretText(secret));
    const long = authenticatorUrl(secretText(secret), '😀'.repeat(100), `${'ä'.repeat(200)}@example.com`);
    assert.ok(long.length < 450, long);
    assert.doesNotThrow(() => decodeURIComponent(long));
  });
});

describe('recovery codes', () => {
  const keyring = { secret: Buffer.alloc(32, 1) };
  const hash = (typed: string, accountId = 1) => recoveryCodeHash(keyring, accountId, typed);

  test('are ten different codes', () => {
    const codes = newRecoveryCodes();
    assert.equal(codes.length, RECOVERY_CODE_COUNT);
    assert.equal(new Set(codes).size, RECOVERY_CODE_COUNT);
    for (const code of codes) assert.match(code, /^[a-z2-9]{5}-[a-z2-9]{5}$/);
  });

  test('are accepted in any spelling, for one account only', () => {
    const found = hash('abcde-fghjk');
    for (const typed of ['abcdefghjk', 'ABCDE FGHJK', ' abcde - fghjk ']) assert.equal(hash(typed), found);
    assert.notEqual(hash('abcde-fghjk', 2), found);
    assert.notEqual(hash('abcde-fghjm'), found);
    for (const typed of ['', 'abcde', '287082', 'abcde-fghjk2', 'äbcde-fghjk'])
      assert.equal(hash(typed), undefined);
  });
});
