// The changes that people are offered for their own account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasLocalPasswords, hasPasswords, mayChangeOwn } from '../../web/settings/own-permissions.ts';

for (const what of ['name', 'email', 'avatar'] as const) {
  test(`only administrators are offered to change their ${what} if the organization allows it only to them`, () => {
    const isLocked = { [`realm_${what}_changes_disabled`]: true };
    assert.equal(mayChangeOwn({ is_admin: false }, what), true);
    assert.equal(mayChangeOwn({ is_admin: false, ...isLocked }, what), false);
    assert.equal(mayChangeOwn({ is_admin: true, ...isLocked }, what), true);
    const restrictions = { realm_name_changes_disabled: true, realm_email_changes_disabled: true };
    if (what === 'avatar') assert.equal(mayChangeOwn({ is_admin: false, ...restrictions }, what), true);
  });
}

test('changing the password is offered if the server stores passwords, and two-factor authentication if any passwords are used', () => {
  assert.deepEqual([hasLocalPasswords({}), hasPasswords({})], [true, true]);
  assert.equal(hasLocalPasswords({ realm_email_auth_enabled: false }), false);
  assert.equal(hasPasswords({ realm_password_auth_enabled: true }), true);
  assert.equal(hasPasswords({ realm_password_auth_enabled: false }), false);
});
