// The requests of real identity providers, in their order and with their quirks: Microsoft Entra (capitalized operations,
// booleans as texts, values in removals) and Okta (whole users by PUT, changes without a path).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import { startTestServer } from '../support/server.ts';
import { GROUP, LIST, PATCH_OP, Provider, scimClient, USER, withScim } from './support.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const roles = {
  attribute: 'roles',
  values: [
    ['chat-admin', Role.administrator],
    ['chat-moderator', Role.moderator],
    ['partner', Role.guest],
  ] as const,
  otherwise: Role.member,
};
const server = await startTestServer({ signIn: withScim(scimClient(undefined, { roles })) });
const provider = new Provider(server.url);
const olive = await server.as('olive');
const roleOf = async (id: string) => (await olive.ok('GET', `/users/${id}`)).user.role;

test('Entra looks up a user, creates, changes, disables and enables them', async () => {
  const filter = encodeURIComponent('userName eq "Test_User_dfeef4c5@example.com"');
  const noMatch = await provider.ok('GET', `/Users?filter=${filter}`);
  assert.deepEqual(noMatch, {
    schemas: [LIST],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  const createdUser = await provider.ok('POST', '/Users', {
    schemas: [USER, ENTERPRISE],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_dfeef4c5@example.com',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'other.box@example.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
    [ENTERPRISE]: { department: 'Tours', manager: 'x' },
  });
  const path = `/Users/${createdUser.id}`;
  assert.equal(
    createdUser.emails[0].value,
    'Test_User_dfeef4c5@example.com',
    'the address is that of userName',
  );
  assert.equal((await provider.ok('GET', `/Users?filter=${filter}`)).Resources[0].id, createdUser.id);
  const changedUser = await provider.patch(path, [
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated.box@example.com' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Rue 1' },
    { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Hiking' },
  ]);
  assert.equal(changedUser.name.formatted, 'givenName updatedFamilyName');
  const other = await provider.patch(path, [
    { op: 'Replace', path: 'userName', value: '5b50642d@example.com' },
  ]);
  assert.equal(other.userName, '5b50642d@example.com');
  const whole = await provider.patch(path, [
    {
      op: 'Add',
      value: {
        displayName: 'Dis Played',
        'name.givenName': 'Dis',
        'name.familyName': 'Played',
        active: 'True',
      },
    },
  ]);
  assert.deepEqual(whole.name, { formatted: 'Dis Played', givenName: 'Dis', familyName: 'Played' });
  assert.equal(
    (await provider.patch(path, [{ op: 'Replace', path: 'active', value: 'False' }])).active,
    false,
  );
  assert.equal((await provider.patch(path, [{ op: 'Replace', path: 'active', value: 'True' }])).active, true);
  await provider.ok('DELETE', path, undefined, 204);
  await provider.refused('GET', path, undefined, { status: 404 });
});

test('Entra creates a group, renames it, and adds and removes members', async () => {
  const one = await provider.makeUser('one@example.com');
  const createdGroup = await provider.ok('POST', '/Groups', {
    schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'displayName',
    members: [],
    meta: { resourceType: 'Group' },
  });
  const path = `/Groups/${createdGroup.id}`;
  const groupWithoutMembers = await provider.ok('GET', `${path}?excludedAttributes=members`);
  assert.deepEqual(
    [groupWithoutMembers.displayName, 'members' in groupWithoutMembers],
    ['displayName', false],
  );
  const byName = `excludedAttributes=members&filter=${encodeURIComponent('displayName eq "displayName"')}`;
  assert.equal((await provider.ok('GET', `/Groups?${byName}`)).Resources[0].id, createdGroup.id);
  await provider.patch(path, [{ op: 'Replace', path: 'displayName', value: '1879db59' }], 204);
  const value = [{ $ref: null, value: one.id }];
  await provider.patch(path, [{ op: 'Add', path: 'members', value }], 204);
  const isMember = async () =>
    (await provider.found('/Groups', `id eq "${createdGroup.id}" and members eq "${one.id}"`)).length;
  assert.equal(await isMember(), 1);
  await provider.patch(path, [{ op: 'Remove', path: 'members', value }], 204);
  assert.equal(await isMember(), 0);
  await provider.ok('DELETE', path, undefined, 204);
});

test('Okta looks up a user, creates them, replaces them, and disables them without a path', async () => {
  const query = `filter=${encodeURIComponent('userName eq "test.user@okta.local"')}&startIndex=1&count=100`;
  assert.equal((await provider.ok('GET', `/Users?${query}`)).totalResults, 0);
  const sent = {
    schemas: [USER],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const createdUser = await provider.ok('POST', '/Users', sent);
  const path = `/Users/${createdUser.id}`;
  assert.equal('password' in createdUser, false);
  await provider.refused('POST', '/Users', sent, { status: 409, scimType: 'uniqueness' });
  // Sends back what was read, with changes.
  const read = await provider.ok('GET', path);
  const name = { ...read.name, givenName: 'Another', middleName: 'Excited', familyName: 'User' };
  const answerToChange = await provider.ok('PUT', path, { ...read, name });
  assert.deepEqual(answerToChange.name, {
    formatted: 'Another User',
    givenName: 'Another',
    familyName: 'User',
  });
  const off = await provider.ok('PATCH', path, {
    schemas: [PATCH_OP],
    Operations: [{ op: 'replace', value: { active: false } }],
  });
  assert.equal(off.active, false);
  assert.equal((await provider.ok('PUT', path, { ...answerToChange, active: true })).active, true);
});

test('Okta pushes a group with its members, renames it with its id, and empties it', async () => {
  const [one, two] = [
    await provider.makeUser('okta1@example.com'),
    await provider.makeUser('okta2@example.com'),
  ];
  const members = [one, two].map(({ id, userName }) => ({ value: id, display: userName }));
  const createdGroup = await provider.ok('POST', '/Groups', {
    schemas: [GROUP],
    displayName: 'Test SCIMv2',
    members,
  });
  const path = `/Groups/${createdGroup.id}`;
  const rename = { id: createdGroup.id, displayName: 'Test SCIMv2 renamed' };
  await provider.patch(path, [{ op: 'replace', value: rename }], 204);
  await provider.patch(
    path,
    [
      { op: 'remove', path: `members[value eq "${one.id}"]` },
      { op: 'add', path: 'members', value: [{ value: two.id, display: two.userName }] },
    ],
    204,
  );
  const now = await provider.ok('GET', path);
  assert.deepEqual([now.displayName, now.members.length], ['Test SCIMv2 renamed', 1]);
  const emptied = await provider.ok('PUT', path, {
    schemas: [GROUP],
    displayName: now.displayName,
    members: [],
  });
  assert.deepEqual(emptied.members, []);
});

test('roles of users follow the configuration, in a list, with a filter and after removal', async () => {
  const { id } = await provider.makeUser('role@example.com', { roles: [{ value: 'partner' }] });
  const path = `/Users/${id}`;
  const change = async (...operations: Record<string, unknown>[]) => {
    const { roles: shownRoles = [] } = await provider.patch(path, operations);
    return [await roleOf(id), shownRoles.map(({ value }: { value: string }) => value).join()];
  };
  assert.equal(await roleOf(id), Role.guest);
  const isPrimary = 'roles[primary eq "True"].value';
  assert.deepEqual(await change({ op: 'Replace', path: isPrimary, value: 'chat-moderator' }), [
    Role.moderator,
    'chat-moderator',
  ]);
  assert.deepEqual(
    await change({ op: 'add', path: 'roles', value: [{ value: 'chat-admin' }, { value: 'partner' }] }),
    [Role.administrator, 'chat-admin'],
  );
  assert.deepEqual(await change({ op: 'remove', path: 'roles[value eq "chat-admin"]' }), [Role.member, '']);
  assert.deepEqual(await change({ op: 'Add', path: isPrimary, value: 'chat-admin' }), [
    Role.administrator,
    'chat-admin',
  ]);
  assert.deepEqual(await change({ op: 'replace', path: 'displayName', value: 'Roll Role' }), [
    Role.administrator,
    'chat-admin',
  ]);
  assert.deepEqual(await change({ op: 'remove', path: 'roles' }), [Role.member, '']);
  const { attributes } = await provider.ok('GET', `/Schemas/${USER}`);
  assert.ok(attributes.some(({ name }: { name: string }) => name === 'roles'));
});

test('roles never demote an owner', async () => {
  await provider.patch(`/Users/${olive.userId}`, [
    { op: 'replace', path: 'roles', value: [{ value: 'partner' }] },
  ]);
  assert.equal(await roleOf(String(olive.userId)), Role.owner);
});
