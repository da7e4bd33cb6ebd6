// How passwords are hashed: few at the same moment, and as much work whatever is stored.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  HashingLine,
  hashPassword,
  hashWith,
  isOutdatedHash,
  isPassword,
  STANDARD_WORK,
} from '../../src/model/accounts/password-hash.ts';
import { LITTLE_WORK } from '../support/server.ts';

afterEach(() => hashWith(LITTLE_WORK));

/** Work that ends when it is told to. */
function held(): {
  readonly work: () => Promise<string>;
  readonly end: () => void;
  readonly hasBegun: () => boolean;
} {
  const { promise, resolve } = Promise.withResolvers<string>();
  let hasBegun = false;
  const work = () => {
    hasBegun = true;
    return promise;
  };
  return { work, end: () => resolve('done'), hasBegun: () => hasBegun };
}

describe('a line', () => {
  test('does so much at once, lets so much wait in order, and refuses what comes beyond', async () => {
    const line = new HashingLine({ passwordsHashedAtOnce: 2, passwordsWaiting: 2 });
    const works = [held(), held(), held(), held(), held()];
    const results = works.map(({ work }) => line.run(work));
    await assert.rejects(results[4] ?? Promise.resolve(), { code: 'RATE_LIMIT_HIT', status: 429 });
    const begun = () => works.map(({ hasBegun }) => hasBegun());
    assert.deepEqual(begun(), [true, true, false, false, false]);
    works[1]?.end();
    await results[1];
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(begun(), [true, true, true, false, false]);
    for (const { end } of works) end();
    assert.deepEqual(await Promise.all(results.slice(0, 4)), Array(4).fill('done'));
    assert.equal(await line.run(async () => 'free again'), 'free again');
  });

  test('goes on after work that failed', async () => {
    const line = new HashingLine({ passwordsHashedAtOnce: 1, passwordsWaiting: 1 });
    const failing = line.run(() => Promise.reject(new Error('broken')));
    const next = line.run(async () => 'next');
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 'next');
  });
});

test('a password is its own hash’s and no other’s, in whichever form its letters came', async () => {
  const stored = await hashPassword('caf\u00e9 au lait');
  assert.equal(isOutdatedHash(stored), false);
  assert.equal(await isPassword('cafe\u0301 au lait', stored), true);
  assert.equal(await isPassword('cafe au lait', stored), false);
  assert.equal(await isPassword('caf\u00e9 au lait', null), false);
});

test('a password takes the work that is asked for at 16 MB, and one with less is out of date', async () => {
  const little = await hashPassword('a fine password');
  assert.match(little, /^scrypt\$N=64,p=1\$/);
  hashWith(STANDARD_WORK);
  const usual = await hashPassword('a fine password');
  assert.match(usual, /^scrypt\$p=5\$/);
  assert.deepEqual([little, usual].map(isOutdatedHash), [true, false]);
  for (const stored of [little, usual]) {
    assert.equal(await isPassword('a fine password', stored), true);
    assert.equal(await isPassword('another password', stored), false);
  }
});
