// Who may change accounts, pictures, bots and invitations, as tables.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account } from '../../src/model/accounts/account.ts';
import {
  checkDeactivation,
  checkMayAdminister,
  checkRoleChange,
} from '../../src/model/accounts/administer-rules.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { checkMayChangeAvatar } from '../../src/model/avatars/avatar-rules.ts';
import {
  checkMayInviteAs,
  checkMayManageInvitation,
  checkMaySetWelcomeText,
  isTooNewToInvite,
} from '../../src/model/invitations/invitation-rules.ts';
import type { Organization } from '../../src/model/organizations/organization.ts';
import {
  checkBotName,
  checkBotType,
  checkInterface,
  checkPayloadUrl,
} from '../../src/stores/bots/bot-rules.ts';
import { rule } from './rule.ts';

const { owner, administrator, moderator, member, guest } = Role;
const OWNER = 'Must be an organization owner';
const ADMINISTRATOR = 'Must be an organization administrator';
const PERMISSION = 'Insufficient permission';

const person = (role: Role) => ({ id: 7, role, isBot: false, botOwnerId: null });
const bot = (botOwnerId: number | null) => ({ id: 8, role: member, isBot: true, botOwnerId });

describe('accounts', () => {
  rule('an administrator changes a person', undefined, () =>
    checkMayAdminister({ id: 1, role: administrator }, person(member)),
  );
  rule('a moderator does not change a person', PERMISSION, () =>
    checkMayAdminister({ id: 1, role: moderator }, person(member)),
  );
  rule('a member does not administer themselves', PERMISSION, () =>
    checkMayAdminister({ id: 7, role: member }, person(member)),
  );
  rule('a member changes one of their own bots', undefined, () =>
    checkMayAdminister({ id: 1, role: member }, bot(1)),
  );
  rule('a member does not change a bot of someone else', PERMISSION, () =>
    checkMayAdminister({ id: 1, role: member }, bot(2)),
  );
  rule('a member does not change a person whose row names them as the owner', PERMISSION, () =>
    checkMayAdminister({ id: 1, role: member }, { ...bot(1), isBot: false }),
  );
});

describe('roles', () => {
  const only = 'The owner permission cannot be removed from the only organization owner.';
  const guests = 'Guests cannot be organization administrators';
  for (const [actor, from, to, otherOwners, expectedError] of [
    [owner, member, owner, 1, undefined],
    [administrator, member, owner, 1, OWNER],
    [administrator, owner, member, 1, OWNER],
    [owner, owner, member, 1, undefined],
    [owner, owner, member, 0, only],
    [owner, member, owner, 0, undefined],
    [administrator, member, administrator, 0, undefined],
    [administrator, member, moderator, 0, undefined],
    [moderator, member, moderator, 0, ADMINISTRATOR],
    [administrator, guest, member, 0, undefined],
    [administrator, guest, moderator, 0, undefined],
    [administrator, guest, administrator, 0, guests],
    [owner, guest, owner, 0, guests],
    [administrator, member, guest, 0, undefined],
  ] as const) {
    rule(`${actor} makes ${from} ${to} with ${otherOwners} other owners`, expectedError, () =>
      checkRoleChange({ id: 1, role: actor }, person(from), to, otherOwners),
    );
  }
});

describe('deactivation', () => {
  const only = 'Cannot deactivate the only organization owner';
  for (const [actor, target, otherOwners, expectedError] of [
    [administrator, person(member), 0, undefined],
    [moderator, person(member), 1, PERMISSION],
    [owner, person(owner), 1, undefined],
    [owner, person(owner), 0, only],
    [administrator, person(owner), 0, only],
    [administrator, person(owner), 1, OWNER],
    [owner, { ...bot(1), role: owner }, 0, undefined],
    [administrator, { ...bot(1), role: owner }, 0, OWNER],
  ] as const) {
    rule(
      `${actor} deactivates ${target.role}${target.isBot ? ', a bot,' : ''} with ${otherOwners} other owners`,
      expectedError,
      () => checkDeactivation({ id: 2, role: actor }, target, otherOwners),
    );
  }
});

describe('pictures', () => {
  const organization = (avatar_changes_disabled: boolean) =>
    ({ settings: { avatar_changes_disabled } }) as Organization;
  const fixed = 'Avatar changes are disabled in this organization.';
  for (const [role, isFixed, expectedError] of [
    [member, false, undefined],
    [administrator, true, undefined],
    [moderator, true, fixed],
  ] as const) {
    rule(`${role}${isFixed ? ' where pictures cannot be changed' : ''}`, expectedError, () =>
      checkMayChangeAvatar(organization(isFixed), { role }),
    );
  }
});

describe('invitations', () => {
  for (const [actor, role, expectedError] of [
    [owner, owner, undefined],
    [administrator, owner, OWNER],
    [administrator, administrator, undefined],
    [moderator, moderator, ADMINISTRATOR],
    [moderator, administrator, ADMINISTRATOR],
    [moderator, member, undefined],
    [guest, guest, undefined],
  ] as const) {
    rule(`${actor} invites ${role}`, expectedError, () => checkMayInviteAs({ role: actor }, role));
  }
  for (const [actor, inviter_id, role, expectedError] of [
    [member, 1, owner, undefined],
    [member, 2, member, ADMINISTRATOR],
    [administrator, 2, owner, OWNER],
    [administrator, 2, member, undefined],
    [owner, 2, owner, undefined],
  ] as const) {
    rule(`${actor} manages an invitation by account ${inviter_id} for ${role}`, expectedError, () =>
      checkMayManageInvitation({ id: 1, role: actor }, { inviter_id, role }),
    );
  }
  rule('a moderator keeps the welcome message', undefined, () =>
    checkMaySetWelcomeText({ id: 1, role: moderator }, null),
  );
  rule('a moderator changes the welcome message', ADMINISTRATOR, () =>
    checkMaySetWelcomeText({ id: 1, role: moderator }, 'Hello'),
  );
  rule('an administrator changes the welcome message', undefined, () =>
    checkMaySetWelcomeText({ id: 1, role: administrator }, 'Hello'),
  );

  test('the age of an account matters only where anyone can join', () => {
    const DAY = 86_400;
    const isTooNew = (age: number, settings: Partial<Organization['settings']>) =>
      isTooNewToInvite(
        { role: member, dateJoined: 1000 * DAY - age },
        {
          settings: { invite_required: false, emails_restricted_to_domains: false, ...settings },
        } as Organization,
        1000 * DAY,
      );
    assert.equal(isTooNew(3 * DAY - 1, {}), true);
    assert.equal(isTooNew(3 * DAY, {}), false);
    assert.equal(isTooNew(0, { invite_required: true }), false);
    assert.equal(isTooNew(0, { emails_restricted_to_domains: true }), false);
  });
});

describe('bots', () => {
  const account = (id: number, fullName: string, isActive = true) =>
    ({ id, fullName, isActive }) as unknown as Account;
  const nameInUse = 'Name is already in use!';
  const accounts = [account(1, 'Weather'), account(2, 'Gone', false), account(3, 'Clock')];
  for (const [name, ownId, expectedError] of [
    ['Traffic', undefined, undefined],
    ['wEATHER', undefined, nameInUse],
    ['Weather', 1, undefined],
    ['Weather', 3, nameInUse],
    ['Gone', undefined, undefined],
    ['CLOCK', 1, nameInUse],
  ] as const) {
    rule(`the name ${name} for ${ownId}`, expectedError, () => checkBotName(name, ownId, accounts));
  }
  for (const [type, expectedError] of [
    [0, 'Invalid bot type'],
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [4, 'Embedded bots are not enabled.'],
    [5, 'Invalid bot type'],
  ] as const) {
    rule(`the type ${type}`, expectedError, () => checkBotType(type));
  }
  for (const [kind, expectedError] of [
    [0, 'Invalid interface type'],
    [1, undefined],
    [2, undefined],
    [3, 'Invalid interface type'],
  ] as const) {
    rule(`the interface ${kind}`, expectedError, () => checkInterface(kind));
  }
  const isBlocked = (address: string) => address.includes('//10.');
  const notAUrl = 'payload_url is not a URL';
  const isPrivate =
    'payload_url is in a private network, where this server posts only if its administrator allows the address (--webhook-targets).';
  for (const [url, expectedError] of [
    ['https://bot.example/', undefined],
    ['HTTP://bot.example/', undefined],
    ['ftp://bot.example/', notAUrl],
    ['https://', notAUrl],
    ['bot.example', notAUrl],
    ['http://10.0.0.1/', isPrivate],
  ] as const) {
    rule(`posts to ${url}`, expectedError, () => checkPayloadUrl(url, 'payload_url', isBlocked));
  }
});
