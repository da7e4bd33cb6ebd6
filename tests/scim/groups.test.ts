// SCIM groups: created, filled, renamed and deleted by an identity provider, and what clients see of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { audited } from '../organization/audited.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { GROUP, Provider, scimClient, withScim } from './support.ts';

const server = await startTestServer({ signIn: withScim(scimClient()) });
const provider = new Provider(server.url);
const [olive, adam, mel, mia, max, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('helper'),
]);

const member = (id: number | string) => ({ value: String(id) });
const makeGroup = (displayName: string, more: Record<string, unknown> = {}) =>
  provider.ok('POST', '/Groups', { schemas: [GROUP], displayName, ...more });
const membersOf = async (id: string): Promise<number[]> =>
  ((await provider.ok('GET', `/Groups/${id}`)).members as { value: string }[]).map(({ value }) =>
    Number(value),
  );

/** Adds this many people directly to the tables. */
async function newPeople(count: number): Promise<number[]> {
  const { database, keyring } = server.server.services;
  return database.write(1, async (writer) => {
    const ids: number[] = [];
    for (let number = 0; number < count; number++) {
      const email = `crowd-${ids.length}-${writer.nextSequence()}@example.com`;
      ids.push(
        await insertAccount(writer, keyring, { email, fullName: `Crowd ${number}`, role: Role.member }),
      );
    }
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { accounts: ids } });
    return ids;
  });
}

test('a SCIM group is created with its members, and is an ordinary group', async () => {
  let id = '';
  const [events] = await expectFold([mel, olive], async () => {
    const sent = { members: [member(mel.userId), member(mia.userId)], externalId: 'tours' };
    const group = await makeGroup('Tour Guides', sent);
    id = group.id;
    assert.deepEqual(group, {
      schemas: [GROUP],
      id,
      externalId: 'tours',
      displayName: 'Tour Guides',
      members: [mel.userId, mia.userId].map((value) => ({
        value: String(value),
        $ref: `${server.url}/scim/v2/Users/${value}`,
        type: 'User',
      })),
      meta: {
        resourceType: 'Group',
        created: group.meta.created,
        location: `${server.url}/scim/v2/Groups/${id}`,
      },
    });
  });
  assert.deepEqual(
    events?.map(({ type, op }) => `${type}/${op}`),
    ['user_group/add', 'user_group/add_members'],
  );
  const { groups } = await provider.ok('GET', `/Users/${mel.userId}`);
  assert.deepEqual(groups, [
    { value: id, $ref: `${server.url}/scim/v2/Groups/${id}`, display: 'Tour Guides', type: 'direct' },
  ]);
});

test('a thousand members are added in parts, and some removed', async () => {
  const { id } = await makeGroup('Thousand');
  const people = await newPeople(1000);
  for (let from = 0; from < people.length; from += 250) {
    const value = people.slice(from, from + 250).map(member);
    await provider.patch(`/Groups/${id}`, [{ op: 'Add', path: 'members', value }], 204);
  }
  assert.deepEqual(await membersOf(id), people);
  const [first, second, third, ...others] = people;
  const [events] = await expectFold([mel], () =>
    provider.patch(
      `/Groups/${id}`,
      [
        { op: 'remove', path: `members[value eq "${first}"]` },
        { op: 'Remove', path: 'members', value: [member(second ?? 0)] },
        { op: 'remove', path: `members[value eq "${third}" or value eq "${first}"]` },
      ],
      204,
    ),
  );
  assert.deepEqual(
    events?.map(({ op, user_ids: ids }) => [op, ids]),
    [['remove_members', [first, second, third]]],
  );
  assert.deepEqual(await membersOf(id), others);
  await provider.patch(
    `/Groups/${id}`,
    [{ op: 'replace', path: 'members', value: [member(mel.userId)] }],
    204,
  );
  assert.deepEqual(await membersOf(id), [mel.userId]);
  await provider.patch(`/Groups/${id}`, [{ op: 'remove', path: 'members' }], 204);
  assert.deepEqual(await membersOf(id), []);
});

test('redundant membership changes do nothing, and an unknown member refuses the whole change', async () => {
  const { id } = await makeGroup('Once', { members: [member(mel.userId)] });
  const entries = await audited(olive, () =>
    provider.patch(
      `/Groups/${id}`,
      [
        { op: 'add', path: 'members', value: [member(mel.userId)] },
        { op: 'remove', path: `members[value eq "${max.userId}"]` },
      ],
      204,
    ),
  );
  assert.deepEqual(entries, []);
  for (const odd of ['4294967296', 'g1', helper.userId]) {
    const Operations = [{ op: 'add', path: 'members', value: [member(mia.userId), member(odd)] }];
    await provider.refused(
      'PATCH',
      `/Groups/${id}`,
      { Operations },
      { status: 400, scimType: 'invalidValue' },
    );
  }
  assert.deepEqual(await membersOf(id), [mel.userId]);
});

test('a deactivated member is added and removed invisibly, and visible after reactivation', async () => {
  const { id } = await makeGroup('Resting');
  const [person = 0] = await newPeople(1);
  await provider.patch(`/Users/${person}`, [{ op: 'replace', path: 'active', value: 'False' }]);
  const [events] = await expectFold([mel], () =>
    provider.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [member(person)] }], 204),
  );
  assert.deepEqual(events, []);
  assert.deepEqual(await membersOf(id), [person]);
  const members = async () => (await olive.ok('GET', `/user_groups/${id.slice(1)}/members`)).members;
  const activate = (value: string) =>
    provider.patch(`/Users/${person}`, [{ op: 'replace', path: 'active', value }]);
  await expectFold([mel], () => activate('True'));
  assert.deepEqual(await members(), [person]);
  await activate('False');
  const [removal] = await expectFold([mel], () =>
    provider.ok('PUT', `/Groups/${id}`, { displayName: 'Resting', members: [] }),
  );
  assert.deepEqual(removal, []);
  assert.deepEqual(await membersOf(id), []);
  await activate('True');
  assert.deepEqual(await members(), []);
});

test('bots that people added to a group stay in it', async () => {
  const { id } = await makeGroup('Mixed', { members: [member(mel.userId)] });
  await olive.ok('POST', `/user_groups/${id.slice(1)}/members`, { add: [helper.userId] });
  assert.deepEqual(await membersOf(id), [mel.userId]);
  await provider.ok('PUT', `/Groups/${id}`, { displayName: 'Mixed', members: [member(mia.userId)] });
  const { members } = await olive.ok('GET', `/user_groups/${id.slice(1)}/members`);
  assert.deepEqual(members.sort(), [mia.userId, helper.userId].sort());
});

test('a group is renamed with a path, as a whole, and without a path', async () => {
  const { id } = await makeGroup('Name 1');
  const [events] = await expectFold([mel], () =>
    provider.patch(`/Groups/${id}`, [{ op: 'Replace', path: 'displayName', value: 'Name 2' }], 204),
  );
  assert.deepEqual(
    events?.map(({ data }) => data),
    [{ name: 'Name 2' }],
  );
  await provider.patch(`/Groups/${id}`, [{ op: 'replace', value: { id, displayName: 'Name 3' } }], 204);
  assert.equal((await provider.ok('PUT', `/Groups/${id}`, { displayName: 'Name 4' })).displayName, 'Name 4');
  const renaming = { Operations: [{ op: 'replace', path: 'displayName', value: 'Name 5' }] };
  const answer = await provider.ok('PATCH', `/Groups/${id}?attributes=displayName`, renaming);
  assert.deepEqual(answer, { schemas: [GROUP], id, displayName: 'Name 5' });
});

test('a deleted group is hidden, and recreating its name restores it with the new members', async () => {
  const { id } = await makeGroup('Phoenix', { members: [member(mel.userId)], externalId: 'old' });
  await expectFold([mel], () => provider.ok('DELETE', `/Groups/${id}`, undefined, 204));
  for (const method of ['GET', 'DELETE'])
    await provider.refused(method, `/Groups/${id}`, undefined, { status: 404 });
  assert.deepEqual(await provider.found('/Groups', 'displayName eq "Phoenix"'), []);
  let recreated = { id: '', externalId: '' };
  await expectFold([mel], async () => {
    recreated = await makeGroup('Phoenix', { members: [member(mia.userId)] });
  });
  assert.deepEqual([recreated.id, recreated.externalId], [id, undefined]);
  assert.deepEqual(await membersOf(id), [mia.userId]);
});

test('a group in use here is not deleted, and the error says so', async () => {
  const { id } = await makeGroup('Posters');
  const groupId = Number(id.slice(1));
  await olive.ok('POST', '/channels/create', {
    name: 'posting',
    subscribers: [olive.userId],
    can_send_message_group: groupId,
  });
  await provider.refused('DELETE', `/Groups/${id}`, undefined, { status: 409, detail: /is used/ });
});

test('names in use are refused, and role groups are hidden', async () => {
  await makeGroup('Taken');
  await provider.refused(
    'POST',
    '/Groups',
    { displayName: 'TAKEN' },
    { status: 409, scimType: 'uniqueness' },
  );
  const { id } = await makeGroup('Free');
  await provider.refused(
    'PUT',
    `/Groups/${id}`,
    { displayName: 'taken' },
    {
      status: 409,
      scimType: 'uniqueness',
    },
  );
  await provider.refused('POST', '/Groups', {}, { status: 400, scimType: 'invalidValue' });
  for (const displayName of ['role:owners', '@all', ' '])
    await provider.refused(
      'PUT',
      `/Groups/${id}`,
      { displayName },
      { status: 400, scimType: displayName === ' ' ? 'mutability' : 'invalidValue' },
    );
  const { user_groups: groups } = await adam.ok('GET', '/user_groups');
  const system = groups.find(({ name }: { name: string }) => name === 'role:owners');
  for (const method of ['GET', 'DELETE'])
    await provider.refused(method, `/Groups/g${system.id}`, undefined, { status: 404 });
  assert.deepEqual(await provider.found('/Groups', 'displayName sw "role:"'), []);
});

test('a SCIM group has no creator here, so only those who manage all groups manage it', async () => {
  const { id } = await makeGroup('Nobodys');
  const path = `/user_groups/${id.slice(1)}/members`;
  await mel.refused('POST', path, { add: [mel.userId] }, 'BAD_REQUEST', 'Insufficient permission');
  await olive.ok('POST', path, { add: [mel.userId] });
});

test('changes of groups are recorded in the audit log', async () => {
  let id = '';
  const entries = await audited(olive, async () => {
    ({ id } = await makeGroup('Told', { members: [member(mel.userId)] }));
    await provider.ok('DELETE', `/Groups/${id}`, undefined, 204);
  });
  const about = { group_id: Number(id.slice(1)) };
  assert.deepEqual(entries, [
    { kind: 'group_created', ...about, details: { name: 'Told', user_ids: [], group_ids: [], door: 'scim' } },
    { kind: 'group_members_added', ...about, details: { user_ids: [mel.userId], door: 'scim' } },
    { kind: 'group_deactivated', ...about, details: { door: 'scim' } },
  ]);
});

test('the audit log also has deactivated members, and nothing if none change', async () => {
  const { id } = await makeGroup('Told of the resting');
  const [person = 0] = await newPeople(1);
  await provider.patch(`/Users/${person}`, [{ op: 'replace', path: 'active', value: 'False' }]);
  const entries = await audited(olive, async () => {
    for (const members of [[member(person)], [member(person)], []])
      await provider.ok('PUT', `/Groups/${id}`, { displayName: 'Told of the resting', members });
  });
  const about = { group_id: Number(id.slice(1)), details: { user_ids: [person], door: 'scim' } };
  assert.deepEqual(entries, [
    { kind: 'group_members_added', ...about },
    { kind: 'group_members_removed', ...about },
  ]);
});

test('bound scimMembersPerRequest: a request names a bounded number of members', async () => {
  const { id } = await makeGroup('Bounded');
  await withLimit('scimMembersPerRequest', 2, async () => {
    const add = (value: unknown) => ({ op: 'add', path: 'members', value });
    const three = [[member(mel.userId), member(mia.userId)], [member(max.userId)]].map(add);
    await provider.refused(
      'PATCH',
      `/Groups/${id}`,
      { Operations: three },
      { status: 400, scimType: 'invalidValue', detail: /at most 2 members/ },
    );
    await provider.patch(`/Groups/${id}`, three.slice(0, 1), 204);
  });
  assert.equal((await membersOf(id)).length, 2);
});

test('bound scimMembersPerPage: a page has groups up to a number of members, and says how many groups it has', async () => {
  for (const name of ['Page 1', 'Page 2', 'Page 3'])
    await makeGroup(name, { members: [member(mel.userId), member(mia.userId)] });
  const path = `/Groups?filter=${encodeURIComponent('displayName sw "Page "')}`;
  const page = async (rest = '') => {
    const { totalResults, itemsPerPage, Resources } = await provider.ok('GET', `${path}${rest}`);
    assert.equal(itemsPerPage, Resources.length);
    return [totalResults, ...Resources.map(({ displayName }: { displayName: string }) => displayName)];
  };
  await withLimit('scimMembersPerPage', 4, async () => {
    assert.deepEqual(await page(), [3, 'Page 1', 'Page 2']);
    assert.deepEqual(await page('&startIndex=3'), [3, 'Page 3']);
    assert.deepEqual(await page('&excludedAttributes=members'), [3, 'Page 1', 'Page 2', 'Page 3']);
  });
  assert.ok(limits.scimMembersPerPage > limits.scimMembersPerRequest);
  await withLimit('scimMembersPerPage', 1, async () => assert.deepEqual(await page(), [3, 'Page 1']));
});
