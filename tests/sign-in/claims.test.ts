// A provider's claims beyond identity: role, groups and profile fields follow them as configured.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import { Browser } from '../support/browser.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { startOpenId } from './open-id-stand-in.ts';
import { COMPLETE, openIdConfiguration, sealedClaimsIn, signIn } from './support.ts';

const company = await startOpenId();
const server = await startTestServer({
  signIn: openIdConfiguration(company.url, {
    nameAttribute: 'display_name',
    roles: {
      attribute: 'realm_access.roles',
      values: [
        ['chat-admin', Role.administrator],
        ['chat-guest', Role.guest],
      ],
      otherwise: Role.member,
    },
    groups: {
      attribute: 'groups',
      values: [
        ['/makers', 'makers'],
        ['/menders', 'makers'],
        ['/ghosts', 'no such group'],
        ['/nobody', 'role:nobody'],
      ],
    },
    profileFields: [
      ['Pronunciation', 'pronunciation'],
      ['Team', 'team'],
      ['No such field', 'team'],
    ],
  }),
});
company.allow(`${server.url}${COMPLETE}`);
const [olive, mel] = [await server.as('olive'), await server.as('mel')];
const { id: groupId } = await olive
  .ok('POST', '/user_groups/create', {
    name: 'makers',
    description: '',
    members: [olive.userId],
  })
  .then(async () => {
    const { user_groups: groups } = await olive.ok('GET', '/user_groups');
    return groups.find(({ name }: { name: string }) => name === 'makers');
  });
const { custom_fields: fields } = await olive.ok('GET', '/realm/profile_fields');

/** Signs mel in with these claims. */
async function melIs(claims: Readonly<Record<string, unknown>>): Promise<void> {
  company.person = { sub: 'mel', email: 'mel@example.com', email_verified: true, ...claims };
  const answer = await signIn(new Browser(server.url), company.url);
  assert.equal(answer.status, 302, answer.text);
}
const roleOf = async (id = mel.userId) => (await olive.ok('GET', `/users/${id}`)).user.role;
const members = async () => (await olive.ok('GET', `/user_groups/${groupId}/members`)).members;

test('the role follows the claims: the highest of several, a default if none matches, and everyone gets an event', async () => {
  await expectFold([olive, mel], () => melIs({ realm_access: { roles: ['chat-guest', 'chat-admin', 7] } }));
  assert.equal(await roleOf(), Role.administrator);
  await melIs({ 'realm_access.roles': 'chat-guest' });
  assert.equal(await roleOf(), Role.guest);
  await melIs({ realm_access: { roles: ['something else'] } });
  assert.equal(await roleOf(), Role.member);
  await melIs({ realm_access: 'no object' });
  assert.equal(await roleOf(), Role.member);
});

test('claims never demote an owner', async () => {
  company.person = { sub: 'olive', email: 'olive@example.com', email_verified: true, name: 'Olive Owner' };
  assert.equal((await signIn(new Browser(server.url), company.url)).status, 302);
  assert.equal(await roleOf(olive.userId), Role.owner);
});

test('accounts join and leave the configured groups, and system and unknown groups stay unchanged', async () => {
  await expectFold([olive, mel], () => melIs({ groups: ['/menders', '/ghosts', '/nobody'] }));
  assert.deepEqual(await members(), [mel.userId]);
  await melIs({ groups: ['/makers'] });
  assert.deepEqual(await members(), [mel.userId]);
  await melIs({ groups: [] });
  assert.deepEqual(await members(), []);
});

test('profile fields follow the claims, and invalid values are skipped', async () => {
  const shownValue = async (name: string) => {
    const { user } = await olive.ok('GET', `/users/${mel.userId}`, { include_custom_profile_fields: true });
    const field = fields.find((one: { name: string }) => one.name === name);
    return user.profile_data[field.id]?.value;
  };
  const dropdown = JSON.parse(fields.find(({ name }: { name: string }) => name === 'Team').field_data);
  const [choice = ''] = Object.keys(dropdown);
  await melIs({ pronunciation: 'say mel', team: choice });
  assert.deepEqual([await shownValue('Pronunciation'), await shownValue('Team')], ['say mel', choice]);
  await melIs({ pronunciation: 'x'.repeat(400), team: 'no choice' });
  assert.deepEqual([await shownValue('Pronunciation'), await shownValue('Team')], ['say mel', choice]);
});

test('a new account gets its name, role and groups from the claims', async () => {
  await olive.ok('PATCH', '/realm', { invite_required: false });
  company.person = {
    sub: 'ann',
    email: 'ann@example.org',
    email_verified: true,
    display_name: 'Ann Archer',
    groups: ['/makers'],
    realm_access: { roles: ['chat-guest'] },
  };
  const browser = new Browser(server.url);
  const answer = await signIn(browser, company.url);
  assert.match(answer.text, /value="Ann Archer"/);
  const form = { person: sealedClaimsIn(answer), full_name: 'Ann Archer' };
  assert.equal((await browser.send('POST', '/accounts/sign-in/join/', form)).status, 302);
  const me = await browser.ok('GET', '/users/me');
  assert.equal(me.role, Role.guest);
  assert.deepEqual(await members(), [me.user_id]);
});
