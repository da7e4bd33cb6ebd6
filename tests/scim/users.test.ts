// SCIM users: created, found, changed and deleted by an identity provider, and what others see of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited } from '../organization/audited.ts';
import { fromOwnPage, loggedIn } from '../support/browser.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { PATCH_OP, Provider, scimClient, USER, withScim } from './support.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const invalidPath = { status: 400, scimType: 'invalidPath' };
const invalidValue = { status: 400, scimType: 'invalidValue' };

const server = await startTestServer({ signIn: withScim(scimClient()) });
const provider = new Provider(server.url);
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);

test('a user is created with address, name and external id, and everyone gets an event', async () => {
  const sent = {
    schemas: [USER],
    userName: 'bjensen@example.com',
    externalId: 'bjensen',
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    displayName: 'Babs Jensen',
    emails: [{ value: 'bjensen@example.com', type: 'work' }],
    title: 'Tour Guide',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { employeeNumber: '701984' },
  };
  let response: Awaited<ReturnType<Provider['send']>> | undefined;
  const [events] = await expectFold([mel, olive], async () => {
    response = await provider.send('POST', '/Users', sent);
  });
  assert.equal(response?.status, 201);
  const { body } = response;
  assert.equal(response.headers.get('location'), `${server.url}/scim/v2/Users/${body.id}`);
  assert.deepEqual(body, {
    schemas: [USER],
    id: body.id,
    externalId: 'bjensen',
    userName: 'bjensen@example.com',
    name: { formatted: 'Ms. Barbara J Jensen III', givenName: 'Barbara', familyName: 'Jensen' },
    displayName: 'Babs Jensen',
    active: true,
    emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
    groups: [],
    meta: { resourceType: 'User', created: body.meta.created, location: response.headers.get('location') },
  });
  assert.ok(Date.parse(body.meta.created) > Date.now() - 600_000);
  assert.ok(events?.some((event) => event.type === 'realm_user' && event.op === 'add'));
  const { user } = await olive.ok('GET', `/users/${body.id}`);
  assert.equal(user.full_name, 'Ms. Barbara J Jensen III');
  assert.equal(user.delivery_email, 'bjensen@example.com');
  assert.deepEqual(await provider.ok('GET', `/Users/${body.id}`), body);
  // Replacing it with the same body changes nothing.
  assert.deepEqual(await provider.ok('PUT', `/Users/${body.id}`, sent), body);
});

test('a name comes from the formatted name, its parts, the display name, or the address', async () => {
  const nameOf = async (userName: string, more: Record<string, unknown>) => {
    const { name } = await provider.makeUser(userName, more);
    return [name.formatted, name.givenName, name.familyName];
  };
  const parts = { givenName: 'Anna Maria', familyName: 'von Berg' };
  assert.deepEqual(await nameOf('parts@example.com', { name: parts, displayName: 'Anni' }), [
    'Anna Maria von Berg',
    'Anna Maria',
    'von Berg',
  ]);
  assert.deepEqual(await nameOf('display@example.com', { displayName: 'Dora Display' }), [
    'Dora Display',
    'Dora',
    'Display',
  ]);
  assert.deepEqual(await nameOf('nameless@example.com', {}), ['nameless', 'nameless', undefined]);
});

test('one part of a name is changed, and the other stays', async () => {
  const { id } = await provider.makeUser('berg@example.com', {
    name: { givenName: 'Anna Maria', familyName: 'von Berg' },
  });
  const changedUser = await provider.patch(`/Users/${id}`, [
    { op: 'Replace', path: 'name.familyName', value: 'zu Tal' },
  ]);
  assert.deepEqual(changedUser.name, {
    formatted: 'Anna Maria zu Tal',
    givenName: 'Anna Maria',
    familyName: 'zu Tal',
  });
  await olive.ok('PATCH', `/users/${id}`, { full_name: 'Anni Tal' });
  const { name } = await provider.ok('GET', `/Users/${id}`);
  assert.deepEqual(name, { formatted: 'Anni Tal', givenName: 'Anni', familyName: 'Tal' });
});

test('standard attributes that are not stored are ignored in changes, and unknown ones are refused', async () => {
  const createdUser = await provider.makeUser('part@example.com', { displayName: 'Pat Part' });
  const path = `/Users/${createdUser.id}`;
  const standard = [
    'name.middleName',
    'title',
    'phoneNumbers[type eq "work"].value',
    `${ENTERPRISE}:department`,
  ];
  for (const attributeName of standard)
    for (const value of ['x', 5])
      assert.deepEqual(await provider.patch(path, [{ op: 'add', path: attributeName, value }]), createdUser);
  const unknown = [
    'name.constructor',
    'displayNam',
    'active.value',
    'userName[value pr]',
    'roles.constructor',
  ];
  for (const attributeName of [...unknown, 'urn:example:extension:User:title'])
    for (const Operations of [
      [{ op: 'replace', path: attributeName, value: 'x' }],
      [{ op: 'replace', value: { [attributeName]: 'x' } }],
      [{ op: 'remove', path: attributeName }],
    ])
      await provider.refused('PATCH', path, { schemas: [PATCH_OP], Operations }, invalidPath);
  const password = { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'password', value: 'x' }] };
  await provider.refused('PATCH', path, password, { status: 400, scimType: 'mutability' });
  assert.deepEqual(await provider.ok('GET', path), createdUser);
});

test('a removed name is deleted, and the account gets its name from the remaining ones', async () => {
  const { id } = await provider.makeUser('nameless2@example.com', {
    name: { formatted: 'Rita Real', givenName: 'Rita', familyName: 'Real' },
    displayName: 'Ri',
  });
  const path = `/Users/${id}`;
  const currentName = async () => (await olive.ok('GET', `/users/${id}`)).user.full_name;
  const names = ({ name, displayName }: Record<string, unknown>) => [name, displayName];
  const withoutFamily = { formatted: 'Rita Real', givenName: 'Rita' };
  assert.deepEqual(names(await provider.patch(path, [{ op: 'remove', path: 'name.familyName' }])), [
    withoutFamily,
    'Ri',
  ]);
  assert.deepEqual(names(await provider.patch(path, [{ op: 'remove', path: 'name' }])), [undefined, 'Ri']);
  assert.equal(await currentName(), 'Ri');
  for (const operation of [
    { op: 'remove', path: 'displayName' },
    { op: 'replace', path: 'displayName', value: null },
  ]) {
    const bare = await provider.patch(path, [operation]);
    assert.deepEqual(names(bare), [undefined, undefined]);
    assert.deepEqual(await provider.ok('GET', path), bare);
  }
  assert.equal(await currentName(), 'Ri', 'an account always has a name');
  const renamedUser = await provider.patch(path, [
    { op: 'add', path: 'name.formatted', value: 'Rita Again' },
  ]);
  assert.equal(renamedUser.name.formatted, 'Rita Again');
  assert.equal(await currentName(), 'Rita Again');
});

test('required values cannot be removed', async () => {
  const createdUser = await provider.makeUser('must@example.com');
  const path = `/Users/${createdUser.id}`;
  const operations = ['active', 'userName', 'id', 'meta', 'groups'].flatMap((named) => [
    { op: 'remove', path: named },
    { op: 'replace', path: named, value: null },
  ]);
  for (const operation of operations)
    await provider.refused(
      'PATCH',
      path,
      { schemas: [PATCH_OP], Operations: [operation] },
      {
        status: 400,
        scimType: 'mutability',
      },
    );
  await provider.refused('PUT', path, { schemas: [USER], displayName: 'No Address' }, invalidValue);
  const group = await provider.ok('POST', '/Groups', { displayName: 'Must have a name' });
  await provider.refused('PUT', `/Groups/${group.id}`, { members: [] }, invalidValue);
  const unknown = { Operations: [{ op: 'replace', path: 'description', value: 'x' }] };
  await provider.refused('PATCH', `/Groups/${group.id}`, unknown, invalidPath);
  const inactive = { Operations: [{ op: 'replace', path: 'active', value: false }] };
  await provider.refused('PATCH', `/Groups/${group.id}`, inactive, { status: 400, scimType: 'mutability' });
  assert.deepEqual(await provider.ok('GET', path), createdUser);
});

test('roles that are not configured are refused', async () => {
  const createdUser = await provider.makeUser('role@example.com', { roles: [] });
  const path = `/Users/${createdUser.id}`;
  const roles = [{ value: 'chat-admin' }];
  await provider.refused('PUT', path, { userName: createdUser.userName, roles }, invalidValue);
  await provider.refused('POST', '/Users', { userName: 'role2@example.com', roles }, invalidValue);
  for (const op of ['add', 'replace'])
    await provider.refused(
      'PATCH',
      path,
      { Operations: [{ op, path: 'roles', value: roles }] },
      invalidValue,
    );
  assert.deepEqual(await provider.found('/Users', 'userName eq "role2@example.com"'), []);
});

test('parameters for the answer apply to writes too, and an impossible answer prevents the write', async () => {
  const sent = { userName: 'partly@example.com', displayName: 'Paul Partly' };
  const { id, ...partly } = await provider.ok('POST', '/Users?attributes=userName', sent);
  assert.deepEqual(partly, { schemas: [USER], userName: sent.userName });
  const contradiction = 'attributes=userName&excludedAttributes=name';
  const change = { Operations: [{ op: 'replace', path: 'displayName', value: 'Paula Other' }] };
  await provider.refused('PATCH', `/Users/${id}?${contradiction}`, change, invalidValue);
  await provider.refused('POST', `/Users?${contradiction}`, { userName: 'never@example.com' }, invalidValue);
  await provider.refused('GET', `/Users?${contradiction}`, undefined, invalidValue);
  const versioned = await provider.send('PATCH', `/Users/${id}`, change, { 'if-match': 'W/"1"' });
  assert.deepEqual([versioned.status, versioned.body.status], [412, '412']);
  assert.equal((await provider.ok('GET', `/Users/${id}`)).displayName, 'Paul Partly');
  assert.deepEqual(await provider.found('/Users', 'userName eq "never@example.com"'), []);
});

test('a changed name is sent to clients', async () => {
  const { id } = await provider.makeUser('renamed@example.com', { displayName: 'Rena Named' });
  const [events] = await expectFold([mel], () =>
    provider.patch(`/Users/${id}`, [{ op: 'replace', path: 'displayName', value: 'Rena Other' }]),
  );
  assert.deepEqual(
    events?.map(({ type, person }) => [type, person?.full_name]),
    [['realm_user', 'Rena Other']],
  );
});

test('a deactivated user loses all access, and can be reactivated', async () => {
  const browser = await loggedIn(server.url, 'mia@example.com');
  const own = await mia.registerQueue();
  const [events] = await expectFold([mel], () =>
    provider.patch(`/Users/${mia.userId}`, [{ op: 'replace', path: 'active', value: false }]),
  );
  assert.ok(events?.some(({ type, person }) => type === 'realm_user' && person?.is_active === false));
  assert.equal((await browser.send('GET', '/json/users/me', {}, fromOwnPage)).status, 401);
  await mia.refused('GET', '/users/me', {}, 'USER_DEACTIVATED');
  assert.equal((await provider.ok('GET', `/Users/${mia.userId}`)).active, false);
  await provider.patch(`/Users/${mia.userId}`, [{ op: 'replace', value: { active: true } }]);
  await mia.ok('GET', '/users/me');
  await assert.rejects(own.events(), 'the queue is gone');
  assert.equal((await browser.send('GET', '/json/users/me', {}, fromOwnPage)).status, 401);
});

test('a deleted user is hidden, and recreating it restores the same account', async () => {
  const createdUser = await provider.makeUser('leaver@example.com', {
    displayName: 'Lea Leaver',
    externalId: 'L1',
  });
  assert.equal(await provider.ok('DELETE', `/Users/${createdUser.id}`, undefined, 204), undefined);
  for (const method of ['GET', 'DELETE']) {
    await provider.refused(method, `/Users/${createdUser.id}`, undefined, { status: 404 });
  }
  await provider.refused('PUT', `/Users/${createdUser.id}`, { userName: 'x@example.com' }, { status: 404 });
  assert.deepEqual(await provider.found('/Users', 'userName eq "leaver@example.com"'), []);
  assert.deepEqual(await provider.found('/Users', 'externalId eq "L1"'), []);
  assert.deepEqual(await provider.found('/Users', 'displayName co "Leaver"'), []);
  const returned = await provider.makeUser('leaver@example.com', { displayName: 'Lea Returned' });
  assert.deepEqual(
    [returned.id, returned.active, returned.displayName],
    [createdUser.id, true, 'Lea Returned'],
  );
  await provider.ok('DELETE', `/Users/${createdUser.id}`, undefined, 204);
  await olive.ok('POST', `/users/${createdUser.id}/reactivate`);
  assert.equal((await provider.ok('GET', `/Users/${createdUser.id}`)).active, true);
});

test('a user may be created deactivated', async () => {
  const { id, active } = await provider.makeUser('later@example.com', { active: 'False' });
  assert.equal(active, false);
  assert.equal((await olive.ok('GET', `/users/${id}`)).user.is_active, false);
});

test('another userName is another address, and revokes access gained with the old one', async () => {
  const { id } = await provider.makeUser('before@example.com', { displayName: 'Bea Before' });
  const answerToChange = await provider.ok('PUT', `/Users/${id}`, {
    schemas: [USER],
    userName: 'after@example.com',
  });
  assert.equal(answerToChange.userName, 'after@example.com');
  assert.equal(answerToChange.displayName, 'Bea Before', 'omitted values stay unchanged');
  assert.equal((await olive.ok('GET', `/users/${id}`)).user.delivery_email, 'after@example.com');
  // The same address in capital letters is not a change.
  const entries = await audited(olive, () =>
    provider.patch(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: 'After@Example.com' }]),
  );
  assert.deepEqual(entries, []);
});

test('another userName may be disposable only if the organization allows such addresses', async () => {
  const { id } = await provider.makeUser('lasting@example.com');
  const disposable = (userName: string) => [
    { method: 'PUT', body: { schemas: [USER], userName } },
    {
      method: 'PATCH',
      body: { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'userName', value: userName }] },
    },
    { method: 'PATCH', body: { schemas: [PATCH_OP], Operations: [{ op: 'replace', value: { userName } }] } },
  ];
  await olive.ok('PATCH', '/realm', { disallow_disposable_email_addresses: true });
  for (const { method, body } of disposable('x@mailinator.com'))
    await provider.refused(method, `/Users/${id}`, body, { status: 400, scimType: 'invalidValue' });
  assert.equal((await provider.ok('GET', `/Users/${id}`)).userName, 'lasting@example.com');
  await olive.ok('PATCH', '/realm', { disallow_disposable_email_addresses: false });
  for (const [index, { method }] of disposable('').entries()) {
    const body = disposable(`x${index}@mailinator.com`)[index]?.body;
    assert.equal((await provider.ok(method, `/Users/${id}`, body)).userName, `x${index}@mailinator.com`);
  }
  await olive.ok('PATCH', '/realm', { disallow_disposable_email_addresses: true });
});

test('the audit log records the changes with their client', async () => {
  let id = '';
  const entries = await audited(olive, async () => {
    ({ id } = await provider.makeUser('told@example.com', { displayName: 'Tom Told' }));
    await provider.patch(`/Users/${id}`, [{ op: 'replace', path: 'displayName', value: 'Tim Told' }]);
    await provider.ok('DELETE', `/Users/${id}`, undefined, 204);
  });
  const about = { affected_user_id: Number(id) };
  assert.deepEqual(entries, [
    { kind: 'user_created', ...about, details: { email: 'told@example.com', role: 400, door: 'scim' } },
    { kind: 'user_renamed', ...about, details: { old: 'Tom Told', new: 'Tim Told', door: 'scim' } },
    { kind: 'user_deactivated', ...about, details: { door: 'scim' } },
  ]);
});

test('conflicts and impossible requests are refused with the protocol’s errors', async () => {
  const duplicateUser = { schemas: [USER], userName: 'MEL@example.com' };
  await provider.refused('POST', '/Users', duplicateUser, { status: 409, scimType: 'uniqueness' });
  const { id } = await provider.makeUser('conflict@example.com');
  await provider.refused('PUT', `/Users/${id}`, duplicateUser, { status: 409, scimType: 'uniqueness' });
  const bot = { schemas: [USER], userName: 'helper-bot@example.com' };
  await provider.refused('POST', '/Users', bot, { status: 409, scimType: 'uniqueness' });
  const helper = await server.as('helper');
  await provider.refused('DELETE', `/Users/${helper.userId}`, undefined, { status: 403, detail: /is a bot/ });
  await provider.refused('DELETE', `/Users/${olive.userId}`, undefined, {
    status: 403,
    detail: /only owner/,
  });
  const off = { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'active', value: 'false' }] };
  await provider.refused('PATCH', `/Users/${olive.userId}`, off, { status: 403, detail: /only owner/ });
  assert.equal((await provider.ok('GET', `/Users/${olive.userId}`)).active, true);
  for (const unknown of ['4294967296', '0', 'g1', 'abc', '1e3', '%00'])
    await provider.refused('GET', `/Users/${unknown}`, undefined, { status: 404 });
});

test('rules of the organization apply', async () => {
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  const foreignDomain = { schemas: [USER], userName: 'somebody@elsewhere.example' };
  await provider.refused('POST', '/Users', foreignDomain, {
    status: 400,
    scimType: 'invalidValue',
    detail: /not allowed in this organization/,
  });
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: false });
  const odd = { schemas: [USER], userName: 'odd@example.com', displayName: '*odd*' };
  await provider.refused('POST', '/Users', odd, { status: 400, scimType: 'invalidValue' });
  assert.deepEqual(await provider.found('/Users', 'userName eq "odd@example.com"'), []);
});
