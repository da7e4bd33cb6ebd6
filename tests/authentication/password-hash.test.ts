// Password hashes: which passwords match, in every Unicode form, and when a hash with a lower cost is outdated.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  hashPassword,
  isOutdatedHash,
  isPassword,
  STANDARD_WORK,
  setHashingWork,
} from '../../src/model/accounts/password-hash.ts';
import { CHEAP_HASH_COST } from '../support/server.ts';

afterEach(() => setHashingWork(CHEAP_HASH_COST));

test('a password matches its own hash only, in any Unicode form', async () => {
  const stored = await hashPassword('caf\u00e9 au lait');
  assert.equal(isOutdatedHash(stored), false);
  assert.equal(await isPassword('cafe\u0301 au lait', stored), true);
  assert.equal(await isPassword('cafe au lait', stored), false);
  assert.equal(await isPassword('caf\u00e9 au lait', null), false);
});

test('a password is hashed at the configured cost with 16 MB, and a cheaper hash is outdated', async () => {
  const cheap = await hashPassword('a fine password');
  assert.match(cheap, /^scrypt\$N=64,p=1\$/);
  setHashingWork(STANDARD_WORK);
  const standard = await hashPassword('a fine password');
  assert.match(standard, /^scrypt\$p=5\$/);
  assert.deepEqual([cheap, standard].map(isOutdatedHash), [true, false]);
  for (const stored of [cheap, standard]) {
    assert.equal(await isPassword('a fine password', stored), true);
    assert.equal(await isPassword('another password', stored), false);
  }
});
