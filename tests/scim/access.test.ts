// Access to SCIM: a configured token, for its organizations. Wrong tokens count as failures, and nothing is disclosed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { secondOrganization } from '../access/support.ts';
import { startRealServer } from '../server/real-organization.ts';
import { recordedLog } from '../sign-in/support.ts';
import { exchange } from '../support/exchange.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { GROUP, Provider, scimClient, TOKEN, USER, withScim } from './support.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const OTHER = 'another-token-of-32-characters-or-more';
const server = await startTestServer({
  publicUrl: 'http://127.0.0.1',
  signIn: withScim(
    scimClient(TOKEN, { organizations: ['127.0.0.1'] }),
    scimClient(OTHER, { id: 'elsewhere', organizations: ['localhost'] }),
  ),
});
const elsa = await secondOrganization(server);
const ourProvider = new Provider(server.url);
const otherProvider = new Provider(elsa.url, OTHER);

test('without a token, or with a wrong one, nothing is disclosed', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${btoa(`a:${TOKEN}`)}`,
    `Bearer ${TOKEN}x`,
    TOKEN,
  ]) {
    const headers: Record<string, string> = authorization === '' ? {} : { authorization };
    for (const path of ['/Users', '/ServiceProviderConfig', '/nothing', '/Users/1']) {
      const answer = await new Provider(server.url, '').send('GET', path, undefined, headers);
      assert.equal(answer.status, 401, `${authorization} ${path}`);
      assert.equal(answer.body.status, '401');
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
      assert.doesNotMatch(JSON.stringify(answer.body), /32-characters/);
    }
  }
});

test('an API key is not a token, and a token is not an API key', async () => {
  const olive = await server.as('olive');
  const asKey = await new Provider(server.url, olive.apiKey).send('GET', '/Users');
  assert.equal(asKey.status, 401);
  const { status } = await server.anonymous.request(
    'GET',
    '/users/me',
    {},
    { authorization: `Bearer ${TOKEN}` },
  );
  assert.equal(status, 401);
});

test('a token works for its organizations only', async () => {
  const [ours, theirs] = await Promise.all([
    ourProvider.ok('GET', '/Users'),
    otherProvider.ok('GET', '/Users'),
  ]);
  assert.ok(ours.totalResults > 5);
  assert.deepEqual(
    theirs.Resources.map(({ userName }: { userName: string }) => userName),
    ['elsa@elsewhere.example'],
  );
  assert.equal((await new Provider(elsa.url, TOKEN).send('GET', '/Users')).status, 401);
  assert.equal((await new Provider(server.url, OTHER).send('GET', '/Users')).status, 401);
  // Ids of another organization are unknown.
  const mel = await server.as('mel');
  for (const [method, body] of [
    ['GET', undefined],
    ['DELETE', undefined],
    ['PUT', { userName: 'stolen@example.com' }],
  ] as const)
    await otherProvider.refused(method, `/Users/${mel.userId}`, body, { status: 404 });
  const members = [{ value: String(mel.userId) }];
  await otherProvider.refused(
    'POST',
    '/Groups',
    { displayName: 'Theirs', members },
    { status: 400, scimType: 'invalidValue' },
  );
  assert.deepEqual(await otherProvider.found('/Groups', 'displayName eq "Theirs"'), []);
});

test('wrong tokens count as failures of their network, once each, and the right one keeps working', async () => {
  const { log, lines } = recordedLog();
  const real = await startRealServer({ log, signIn: withScim(scimClient()) });
  const provider = new Provider(real.url);
  const searchWithWrongToken = (number: number) =>
    new Provider(real.url, `wrong-token-${number}`).send('GET', '/Users');
  for (let attempt = 0; attempt < limits.failedLoginsPerNetworkAndMinute + 5; attempt++)
    assert.equal((await searchWithWrongToken(0)).status, 401);
  for (let number = 1; number < limits.failedLoginsPerNetworkAndMinute; number++)
    assert.equal((await searchWithWrongToken(number)).status, 401);
  const locked = await searchWithWrongToken(1000);
  assert.deepEqual([locked.status, locked.body.status], [429, '429']);
  assert.ok(Number(locked.headers.get('retry-after')) > 0);
  await provider.ok('GET', '/Users');
  const loginFailures = lines.filter((line) => line.includes('login_failed'));
  assert.ok(
    loginFailures.length > 10 && loginFailures.every((line) => line.includes('"door":"scim"')),
    loginFailures.join('\n'),
  );
  assert.ok(!lines.some((line) => line.includes('wrong-token')), 'no token stands in the log');
});

test('bound scimRequestsPerMinute: a client has a limit, and learns when to retry', async () => {
  await withLimit('scimRequestsPerMinute', 3, async () => {
    const real = await startRealServer({ signIn: withScim(scimClient()) });
    const provider = new Provider(real.url);
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 1000)
      statuses.push((await provider.send('GET', '/ServiceProviderConfig')).status);
    assert.deepEqual(statuses.slice(0, 3), [200, 200, 200]);
    assert.equal(statuses.at(-1), 429);
  });
});

test('bound scimBodyBytes: a body has a bounded size', async () => {
  const user = (size: number) => {
    const sent = { schemas: [USER], userName: 'large@example.com', title: '' };
    return JSON.stringify({ ...sent, title: 'x'.repeat(size - JSON.stringify(sent).length) });
  };
  await ourProvider.refused('POST', '/Users', user(limits.scimBodyBytes + 1), { status: 413 });
  assert.equal((await ourProvider.send('POST', '/Users', user(limits.scimBodyBytes))).status, 201);
});

test('bound scimExternalIdCodePoints: an external id has a bounded length', async () => {
  const user = (length: number) => ({ userName: 'long@example.com', externalId: '😀'.repeat(length) });
  const maximum = limits.scimExternalIdCodePoints;
  await ourProvider.refused('POST', '/Users', user(maximum + 1), { status: 400, scimType: 'invalidValue' });
  const { id, externalId } = await ourProvider.ok('POST', '/Users', user(maximum));
  assert.equal([...externalId].length, maximum);
  const [found] = await ourProvider.found('/Users', `externalId eq "${externalId}"`);
  assert.equal(found.id, id);
});

test('bound scimOperationsPerRequest: a request has a bounded number of changes', async () => {
  const { id } = await ourProvider.makeUser('operations@example.com');
  const operations = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ op: 'replace', path: 'externalId', value: `${index}` }));
  const maximum = limits.scimOperationsPerRequest;
  const tooMany = { Operations: operations(maximum + 1) };
  await ourProvider.refused('PATCH', `/Users/${id}`, tooMany, { status: 400, scimType: 'invalidValue' });
  assert.equal((await ourProvider.patch(`/Users/${id}`, operations(maximum))).externalId, `${maximum - 1}`);
  // Each name within a value without a path counts as a change.
  const namedAttributes = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${ENTERPRISE}:name${index}`, 'x']));
  const add = (count: number) => ({ op: 'add', value: namedAttributes(count) });
  for (const many of [
    [add(maximum + 1)],
    [...operations(2), add(maximum - 1)],
    [add(maximum), ...operations(1)],
  ])
    await ourProvider.refused(
      'PATCH',
      `/Users/${id}`,
      { Operations: many },
      { status: 400, scimType: 'invalidValue', detail: /at most 1000 operations/ },
    );
  await ourProvider.patch(`/Users/${id}`, [...operations(2), add(maximum - 2)]);
});

test('bound scimRolesPerUser: a user has a bounded number of roles, with bounded changes per request', async () => {
  const configuredRoles = Array.from(
    { length: limits.scimRolesPerUser },
    (_, index) => [`role ${index}`, Role.moderator] as const,
  );
  const roles = { attribute: 'roles', values: configuredRoles, otherwise: Role.member };
  const { url } = await startTestServer({ signIn: withScim(scimClient(undefined, { roles })) });
  const withRoles = new Provider(url);
  const other = await withRoles.makeUser('roles@example.com');
  const { id } = await ourProvider.makeUser('roles@example.com');
  const maximum = limits.scimRolesPerUser;
  const values = (count: number, of = 'role') =>
    Array.from({ length: count }, (_, index) => `${of} ${index}`);
  const refused = (method: string, path: string, body: Record<string, unknown>) =>
    ourProvider.refused(method, path, body, {
      status: 400,
      scimType: 'invalidValue',
      detail: /at most 100 /,
    });
  const add = (value: readonly string[]) => ({ op: 'add', path: 'roles', value });
  for (const Operations of [
    [add(values(maximum + 1))],
    [add(values(maximum)), add(['one more'])],
    [{ op: 'remove', path: 'roles', value: values(maximum + 1) }],
    Array(maximum + 1).fill(add(['again'])),
  ])
    await refused('PATCH', `/Users/${id}`, { Operations });
  await refused('PUT', `/Users/${id}`, { userName: 'roles@example.com', roles: values(maximum + 1) });
  await refused('POST', '/Users', { userName: 'more-roles@example.com', roles: values(maximum + 1) });
  await withRoles.patch(`/Users/${other.id}`, [
    add(values(maximum)),
    ...Array(maximum - 1).fill(add(['role 0'])),
  ]);
});

test('the server lists its supported features, and no others', async () => {
  const config = await ourProvider.ok('GET', '/ServiceProviderConfig');
  const supported = Object.entries(config).filter(
    ([, value]) =>
      typeof value === 'object' && value !== null && 'supported' in value && value.supported === true,
  );
  assert.deepEqual(supported.map(([name]) => name).sort(), ['filter', 'patch', 'sort']);
  const types = await ourProvider.ok('GET', '/ResourceTypes');
  assert.deepEqual(
    types.Resources.map(({ name, endpoint, schema }: Record<string, string>) => [name, endpoint, schema]),
    [
      ['User', '/Users', USER],
      ['Group', '/Groups', GROUP],
    ],
  );
  assert.equal(
    (await ourProvider.ok('GET', '/ResourceTypes/Group')).meta.location,
    'http://127.0.0.1/scim/v2/ResourceTypes/Group',
  );
  const schemas = await ourProvider.ok('GET', '/Schemas');
  for (const [id, path] of [
    [USER, '/Users'],
    [GROUP, '/Groups'],
  ] as const) {
    const { attributes } = await ourProvider.ok('GET', `/Schemas/${id}`);
    const declared = new Set([
      ...attributes.map(({ name }: { name: string }) => name),
      'schemas',
      'id',
      'externalId',
      'meta',
    ]);
    await ourProvider.send('POST', '/Groups', { displayName: 'Of the schema', externalId: 'x' });
    const { Resources } = await ourProvider.ok('GET', path);
    for (const resource of Resources)
      assert.deepEqual(
        Object.keys(resource).filter((name) => !declared.has(name)),
        [],
      );
  }
  assert.equal(schemas.totalResults, 2);
});

test('missing resources and unsupported requests are refused in the protocol’s form', async () => {
  const { id } = await ourProvider.makeUser('below@example.com');
  for (const [method, path, status] of [
    ['GET', '/', 404],
    ['GET', '/Me', 501],
    ['POST', '/Bulk', 501],
    ['GET', '/ServiceProviderConfig/User', 404],
    ['GET', '/Schemas?filter=id%20pr', 403],
    ['GET', '/ResourceTypes?filter=id%20pr', 403],
    ['GET', '/Nothing', 404],
    ['GET', `/Users/${id}/2`, 404],
    ['GET', '/Schemas/nothing', 404],
    ['POST', '/ServiceProviderConfig', 405],
    ['PUT', '/Users', 405],
    ['POST', '/Users/1', 405],
    ['GET', '/.search', 405],
    ['DELETE', '/Groups', 405],
    ['OPTIONS', '/Users', 405],
  ] as const)
    await ourProvider.refused(method, path, method === 'GET' || method === 'OPTIONS' ? undefined : {}, {
      status,
    });
  const form = await ourProvider.send('POST', '/Users', 'userName=x', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  assert.deepEqual([form.status, form.body.status], [415, '415']);
  const json = await ourProvider.send(
    'POST',
    '/Users',
    { userName: 'json@example.com' },
    { 'content-type': 'application/json; charset=utf-8' },
  );
  assert.equal(json.status, 201);
});

test('a server without this configuration refuses everyone', async () => {
  const serverWithoutScim = await startTestServer();
  const answer = await exchange(`${serverWithoutScim.url}/scim/v2/Users`, {
    method: 'GET',
    headers: { authorization: `Bearer ${TOKEN}` },
    form: undefined,
  });
  assert.equal(answer.status, 401);
});
