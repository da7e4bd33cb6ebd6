// Encrypted texts for video calls: valid for one server and purpose, and where needed for a limited time.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sealState, unsealState } from '../../src/model/calls/authorization-state.ts';
import { isExpired } from '../../src/model/calls/call-token.ts';
import { seal, unseal } from '../../src/model/sealed.ts';

const keyring = { secret: randomBytes(32) };

test('an unchanged text is opened by the same secret for the same purpose', () => {
  const sealed = seal(keyring, 'call-token', 'a token 🎥');
  assert.equal(unseal(keyring, 'call-token', sealed), 'a token 🎥');
  assert.equal(unseal(keyring, 'call-state', sealed), undefined);
  assert.equal(unseal({ secret: randomBytes(32) }, 'call-token', sealed), undefined);
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changedBytes = Buffer.from(bytes);
    changedBytes[at] = (changedBytes[at] ?? 0) ^ 1;
    assert.equal(unseal(keyring, 'call-token', changedBytes.toString('base64url')), undefined);
  }
  assert.equal(unseal(keyring, 'call-token', ''), undefined);
});

test('a state expires', () => {
  const state = {
    provider: 'webex',
    organizationId: 1,
    accountId: 2,
    browser: 'b',
    redirectUri: 'r',
    expiresAt: 1000,
  } as const;
  const sealed = sealState(keyring, state);
  assert.deepEqual(unsealState(keyring, sealed, 999), state);
  assert.equal(unsealState(keyring, sealed, 1000), undefined);
});

test('a token is renewed shortly before it expires; one without an expiry is used until refused', () => {
  assert.equal(isExpired({ accessToken: 'a', expiresAt: 1000 }, 969), false);
  assert.equal(isExpired({ accessToken: 'a', expiresAt: 1000 }, 970), true);
  assert.equal(isExpired({ accessToken: 'a' }, 1e12), false);
});
