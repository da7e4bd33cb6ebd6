// The pure rules of inviting and joining, as tables.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import { invitationExpiry, invitationReminderTime } from '../../src/model/invitations/invitation.ts';
import {
  isStillAllowedToInviteAs,
  isTooNewToInvite,
  mayManageInvitation,
} from '../../src/model/invitations/invitation-rules.ts';
import { invitedAddresses } from '../../src/model/invitations/invited-addresses.ts';
import { mailableUrl } from '../../src/model/organizations/mailable-url.ts';
import type { Organization } from '../../src/model/organizations/organization.ts';
import { addressErrorKind } from '../../src/stores/accounts/email-rules.ts';

describe('pasted addresses', () => {
  for (const [text, expected] of [
    ['', []],
    ['a@b.example', ['a@b.example']],
    ['a@b.example, c@d.example\ne@f.example\r\n', ['a@b.example', 'c@d.example', 'e@f.example']],
    ['Ann <a@b.example>,\n Ben Brown < c@d.example >', ['a@b.example', 'c@d.example']],
    ['a@b.example,A@B.example', ['a@b.example']],
    [',,\n,', []],
    ['Ann >a@b.example<, <>', ['Ann >a@b.example<']],
    // Long input takes linear time.
    ['<'.repeat(1_000_000), ['<'.repeat(1_000_000)]],
  ] as const) {
    test(JSON.stringify(text).slice(0, 80), () => assert.deepEqual(invitedAddresses(text), expected));
  }
});

describe('addresses that an organization accepts', () => {
  const domains = [
    { id: 1, domain: 'example.net', allowSubdomains: false },
    { id: 2, domain: 'example.org', allowSubdomains: true },
  ];
  for (const [email, isRestricted, isDisposable, refusesDisposable, expected] of [
    ['a@anywhere.example', false, false, true, undefined],
    ['a+b@anywhere.example', false, false, true, undefined],
    ['a@anywhere.example', false, true, true, 'disposable'],
    ['a@anywhere.example', false, true, false, undefined],
    ['a@example.net', true, false, true, undefined],
    ['a@EXAMPLE.net', true, false, true, undefined],
    ['a@sub.example.net', true, false, true, 'outside'],
    ['a@sub.example.org', true, false, true, undefined],
    ['a@notexample.org', true, false, true, 'outside'],
    ['a+b@example.net', true, false, true, 'plus'],
    // The owners' list of domains overrides the list of disposable ones.
    ['a@example.net', true, true, true, undefined],
  ] as const) {
    test(`${email}${isRestricted ? ' with restricted domains' : ''}${isDisposable ? ', disposable,' : ''} is ${expected ?? 'accepted'}`, () => {
      const settings = {
        emails_restricted_to_domains: isRestricted,
        disallow_disposable_email_addresses: refusesDisposable,
      } as Organization['settings'];
      assert.equal(addressErrorKind({ settings }, domains, email, isDisposable), expected);
    });
  }
});

test('an invitation depends on its inviter’s current permissions', () => {
  const { owner, administrator, moderator, member, guest } = Role;
  const table: readonly (readonly [Role, Role, boolean])[] = [
    [owner, owner, true],
    [administrator, owner, false],
    [administrator, administrator, true],
    [moderator, moderator, false],
    [moderator, member, true],
    [member, guest, true],
    [member, moderator, false],
    // Guests cannot invite, whatever they did before.
    [guest, member, false],
    [guest, guest, false],
  ];
  for (const [role, invitedAs, expected] of table) {
    assert.equal(
      isStillAllowedToInviteAs({ role, isActive: true }, invitedAs),
      expected,
      `${role} ${invitedAs}`,
    );
    assert.equal(isStillAllowedToInviteAs({ role, isActive: false }, invitedAs), false);
  }
  assert.equal(isStillAllowedToInviteAs(undefined, guest), false);
});

test('administrators manage others’ invitations, and owners those for owners', () => {
  const invitationOf = (role: Role) => ({ inviter_id: 1, role });
  assert.equal(mayManageInvitation({ id: 1, role: Role.member }, invitationOf(Role.owner)), true);
  assert.equal(mayManageInvitation({ id: 2, role: Role.moderator }, invitationOf(Role.member)), false);
  assert.equal(
    mayManageInvitation({ id: 2, role: Role.administrator }, invitationOf(Role.administrator)),
    true,
  );
  assert.equal(mayManageInvitation({ id: 2, role: Role.administrator }, invitationOf(Role.owner)), false);
  assert.equal(mayManageInvitation({ id: 2, role: Role.owner }, invitationOf(Role.owner)), true);
});

test('an invitation lasts as long as requested, and its reminder comes two days before the end', () => {
  const day = 86_400;
  assert.deepEqual(
    [invitationExpiry(100, undefined), invitationExpiry(100, null), invitationExpiry(100, 2)],
    [100 + 10 * day, null, 220],
  );
  assert.deepEqual(
    [
      invitationReminderTime(0, 10 * day),
      invitationReminderTime(0, 2 * day),
      invitationReminderTime(0, null),
    ],
    [8 * day, null, null],
  );
});

describe('the address in mail', () => {
  for (const [publicUrl, own, requestedHost, expected] of [
    ['https://chat.example', '', 'evil.example', 'https://chat.example'],
    [undefined, '', 'evil.example', undefined],
    [undefined, 'chat.example', 'CHAT.example:9991', 'http://chat.example'],
    [undefined, 'chat.example', 'evil.example', undefined],
    [undefined, '', 'localhost:9991', 'http://localhost:9991'],
    [undefined, 'chat.example:9991', 'chat.example:6666', 'http://chat.example:9991'],
    [undefined, '', 'localhost:6666', 'http://localhost:9991'],
    [undefined, '', '127.0.0.1', 'http://127.0.0.1:9991'],
    [undefined, '', '127.0.0.1.evil.example', undefined],
    ['https://chat.example', 'other.example', 'evil.example', 'https://other.example'],
  ] as const) {
    test(`public URL ${publicUrl}, own host "${own}", requested host ${requestedHost}: ${expected}`, () =>
      assert.equal(mailableUrl(publicUrl, own, { host: requestedHost, port: 9991 }), expected));
  }
});

describe('accounts too new to invite', () => {
  const DAY = 86_400;
  const now = 1000 * DAY;
  const openToAll = { invite_required: false, emails_restricted_to_domains: false };
  for (const [role, age, settings, expected] of [
    [Role.member, 0, {}, true],
    [Role.member, 3 * DAY - 1, {}, true],
    [Role.member, 3 * DAY, {}, false],
    [Role.moderator, 0, {}, true],
    [Role.administrator, 0, {}, false],
    [Role.owner, 0, {}, false],
    [Role.member, 0, { invite_required: true }, false],
    [Role.member, 0, { emails_restricted_to_domains: true }, false],
  ] as const) {
    test(`the role ${role} is ${expected ? 'too new' : 'not too new'} after ${age} seconds with ${JSON.stringify(settings)}`, () => {
      const organization = { settings: { ...openToAll, ...settings } } as Pick<Organization, 'settings'>;
      assert.equal(isTooNewToInvite({ role, dateJoined: now - age }, organization, now), expected);
    });
  }
});
