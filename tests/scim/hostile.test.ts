// Requests that no SCIM client would send: each is refused or ignored without a server failure, and changes nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { Provider, scimClient, withScim } from './support.ts';

const server = await startTestServer({ signIn: withScim(scimClient()) });
const provider = new Provider(server.url);
const { id } = await provider.makeUser('hostile@example.com', { displayName: 'Hos Tile' });
const group = await provider.ok('POST', '/Groups', { displayName: 'Hostile', members: [{ value: id }] });
const enc = encodeURIComponent;

/** Everything that is returned about users and groups. */
const wholeState = async () =>
  JSON.stringify([await provider.ok('GET', '/Users'), await provider.ok('GET', '/Groups')]);
const before = await wholeState();

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const bodies: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '{"userName":',
  '{"userName":"a@example.com"} x',
  "{'userName':'a@example.com'}",
  '\u0000',
  '\ufeff{}',
  deep(100_000),
  `{"userName":${deep(70)}}`,
  `{"a":[${'0,'.repeat(70_000)}0]}`,
  `{${Array.from({ length: 30_000 }, (_, index) => `"n${index}":1`).join()}}`,
  '{"userName":null}',
  '{"userName":""}',
  '{"userName":5}',
  '{"userName":["a@example.com"]}',
  '{"userName":{"value":"a@example.com"}}',
  '{"userName":"no address"}',
  '{"userName":"a@b@example.com"}',
  '{"userName":"a@example.com\\u0000"}',
  '{"userName":"\\ud800@example.com"}',
  `{"userName":"${'a'.repeat(300)}@example.com"}`,
  '{"userName":"new@example.com","name":5}',
  '{"userName":"new@example.com","name":[]}',
  '{"userName":"new@example.com","name":{"formatted":{}}}',
  '{"userName":"new@example.com","name":{"givenName":"\\u0007"}}',
  `{"userName":"new@example.com","displayName":"${'x'.repeat(101)}"}`,
  '{"userName":"new@example.com","displayName":"*\\"><"}',
  '{"userName":"new@example.com","active":"perhaps"}',
  '{"userName":"new@example.com","active":{}}',
  '{"userName":"new@example.com","active":1}',
  '{"userName":"new@example.com","externalId":{}}',
  '{"userName":"new@example.com","externalId":"\\u0000"}',
  '{"userName":"new@example.com","roles":[{}]}',
  '{"userName":"new@example.com","roles":[[["x"]]]}',
  '{"__proto__":{"userName":"new@example.com"}}',
  '{"constructor":{"prototype":{"userName":"new@example.com"}}}',
];
const groupBodies: readonly string[] = [
  '{"displayName":null}',
  '{"displayName":{}}',
  `{"displayName":"${'x'.repeat(101)}"}`,
  '{"displayName":"role:owners"}',
  '{"displayName":"\\u0000"}',
  '{"displayName":"New","members":5}',
  '{"displayName":"New","members":"x"}',
  '{"displayName":"New","members":[null]}',
  '{"displayName":"New","members":[{}]}',
  '{"displayName":"New","members":[{"value":{}}]}',
  '{"displayName":"New","members":[{"value":"1e1"}]}',
  '{"displayName":"New","members":[{"value":-1}]}',
  '{"displayName":"New","members":[{"value":9007199254740993}]}',
  '{"displayName":"New","members":[{"value":"99999999999999999999"}]}',
  '{"displayName":"New","members":[{"value":"g1"}]}',
];
const operations: readonly unknown[] = [
  undefined,
  null,
  {},
  [],
  [null],
  ['replace'],
  [{}],
  [{ op: 'destroy', path: 'active', value: false }],
  [{ op: 5, path: 'active' }],
  [{ op: 'remove' }],
  [{ op: 'remove', path: '' }],
  [{ op: 'remove', path: 'userName' }],
  [{ op: 'replace', path: 'id', value: '1' }],
  [{ op: 'replace', path: 'meta.created', value: '1' }],
  [{ op: 'replace', path: 'groups', value: [] }],
  [{ op: 'add', path: 'active' }],
  [{ op: 'replace', value: 5 }],
  [{ op: 'replace', value: [] }],
  [{ op: 'replace', path: 7, value: 'x' }],
  [{ op: 'replace', path: 'a b c', value: 'x' }],
  [{ op: 'replace', path: 'a.b.c', value: 'x' }],
  [{ op: 'replace', path: 'emails[', value: 'x' }],
  [{ op: 'replace', path: 'emails[]', value: 'x' }],
  [{ op: 'replace', path: 'emails[type eq "work"]value', value: 'x' }],
  [{ op: 'replace', path: 'emails[type eq "work"].value.more', value: 'x' }],
  [{ op: 'replace', path: `${'('.repeat(100)}x`, value: 'x' }],
  [{ op: 'replace', path: 'x'.repeat(3000), value: 'x' }],
  [{ op: 'replace', value: { 'a[b': 1 } }],
  [{ op: 'replace', path: 'roles[value gt true]', value: {} }],
  [{ op: 'replace', path: 'userName', value: { toString: 'x' } }],
  // The second operation is invalid, so the first is rolled back.
  [
    { op: 'replace', path: 'displayName', value: 'Half Done' },
    { op: 'replace', path: 'active', value: 'perhaps' },
  ],
  [
    { op: 'replace', path: 'displayName', value: 'Half Done' },
    { op: 'replace', path: 'userName', value: 'mel@example.com' },
  ],
];
const filters: readonly string[] = [
  '(',
  ')',
  '[',
  ']',
  '()',
  'userName',
  'userName eq',
  'userName eq eq',
  'userName eq "x',
  'userName eq x',
  "userName eq 'x'",
  'userName eq "x" and',
  'and',
  'or or or',
  'not',
  'not userName eq "x"',
  'not (',
  'userName xx "x"',
  'userName eq "x" userName eq "y"',
  'userName eq "\\x"',
  'userName eq "\\ud800"',
  'userName eq "\u0000"',
  'emails[type eq "work"',
  'emails[type eq "work"]]',
  'emails[]',
  'emails[emails[emails[type pr]]]',
  'a.b.c eq "x"',
  '1a eq "x"',
  '"userName" eq "x"',
  'active gt true',
  'active co "t"',
  'meta.created gt "yesterday"',
  'id eq 99999999999999999999',
  'id eq 1e999',
  'id eq "-1"',
  'id eq "9007199254740993"',
  '__proto__ pr',
  'constructor eq "x"',
  'toString pr',
  'name.constructor pr',
  'externalId eq "\u0000"',
  'displayName eq "\u0000"',
  `${'not ('.repeat(200)}`,
  '"'.repeat(1001),
  '\\'.repeat(1000),
  `userName eq "${'\\'.repeat(501)}"`,
  ' '.repeat(1999),
];

async function withoutFault(method: string, path: string, body?: string): Promise<number> {
  const answer = await provider.send(method, path, body);
  const what = `${method} ${path.slice(0, 100)} ${body?.slice(0, 100)}: ${JSON.stringify(answer.body)?.slice(0, 200)}`;
  assert.ok(answer.status < 500, what);
  if (answer.status !== 204) assert.ok(Array.isArray(answer.body?.schemas), what);
  return answer.status;
}

test('bodies that are not users are refused', async () => {
  for (const body of bodies) {
    assert.equal(await withoutFault('POST', '/Users', body), 400, body.slice(0, 100));
    await withoutFault('POST', '/.search', body);
    await withoutFault('PATCH', `/Users/${id}`, body);
    await withoutFault('PATCH', `/Groups/${group.id}`, body);
  }
  assert.equal(await wholeState(), before);
});

test('bodies that are not groups are refused', async () => {
  const ofGroups = [...bodies.filter((body) => !body.includes('displayName')), ...groupBodies];
  for (const body of ofGroups) {
    assert.equal(await withoutFault('POST', '/Groups', body), 400, body.slice(0, 100));
  }
  for (const body of groupBodies)
    assert.equal(await withoutFault('PUT', `/Groups/${group.id}`, body), 400, body);
  assert.equal(await wholeState(), before);
});

test('unreadable and impossible changes are refused', async () => {
  for (const Operations of operations) {
    const body = JSON.stringify({ Operations });
    const status = await withoutFault('PATCH', `/Users/${id}`, body);
    assert.ok(status === 400 || status === 409, `${status}: ${body.slice(0, 200)}`);
    // For a group, the change is possible.
    if (!body.includes('Half Done')) await withoutFault('PATCH', `/Groups/${group.id}`, body);
  }
  const { displayName } = await provider.ok('GET', `/Users/${id}`);
  assert.equal(displayName, 'Hos Tile');
  for (const path of [
    'members[value co "1"]',
    'members[not (value eq "1")]',
    'members.value',
    'members[value eq "1"].display',
  ]) {
    const Operations = [{ op: 'remove', path }];
    const answer = await provider.send('PATCH', `/Groups/${group.id}`, { Operations });
    assert.equal(answer.status, 400, path);
  }
  assert.deepEqual((await provider.ok('GET', `/Groups/${group.id}`)).members.length, 1);
});

test('unreadable filters are refused', async () => {
  for (const filter of filters)
    for (const path of ['/Users', '/Groups']) {
      const status = await withoutFault('GET', `${path}?filter=${enc(filter)}`);
      assert.ok(status === 200 || status === 400, `${status}: ${filter.slice(0, 100)}`);
      const answer = await provider.send('POST', `${path}/.search`, { filter });
      assert.equal(answer.status, status, filter.slice(0, 100));
    }
  assert.equal(await wholeState(), before);
});

test('a filter or body with a null character is refused', async () => {
  const invalid = { status: 400, scimType: 'invalidFilter' };
  for (const name of ['id', 'userName', 'externalId', 'displayName', 'members', 'emails', 'title'])
    for (const path of ['/Users', '/Groups']) {
      const filter = `${name} eq "x\\u0000"`;
      await provider.refused('GET', `${path}?filter=${enc(filter)}`, undefined, invalid);
      await provider.refused('POST', `${path}/.search`, { filter }, invalid);
    }
  const path = 'roles[value eq "\\u0000"]';
  await provider.refused('PATCH', `/Users/${id}`, { Operations: [{ op: 'remove', path }] }, invalid);
  const nul = 'x\0x';
  const userName = 'nul@example.com';
  for (const body of [
    { userName: `${nul}@example.com` },
    { userName, externalId: nul },
    { userName, displayName: nul },
    { userName, name: { formatted: nul } },
    { userName, name: { givenName: nul } },
    { userName, name: { familyName: nul } },
    { userName, roles: [nul] },
    { userName, roles: [{ value: nul }] },
  ]) {
    assert.equal(await withoutFault('POST', '/Users', JSON.stringify(body)), 400, JSON.stringify(body));
    assert.equal(await withoutFault('PUT', `/Users/${id}`, JSON.stringify(body)), 400, JSON.stringify(body));
  }
  for (const body of [{ displayName: nul }, { externalId: nul }, { members: [{ value: nul }] }])
    assert.equal(await withoutFault('PUT', `/Groups/${group.id}`, JSON.stringify(body)), 400);
  assert.equal(await wholeState(), before);
});

test('random pieces of filters cause no failure', async () => {
  const pieces = [
    'userName',
    'emails',
    'eq',
    'pr',
    'and',
    'or',
    'not',
    '(',
    ')',
    '[',
    ']',
    '"x"',
    'true',
    '.',
    ' ',
    '1',
  ];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const filter = Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)]).join(
      next(2) ? ' ' : '',
    );
    const answer = await provider.send('GET', `/Users?filter=${enc(filter)}`);
    assert.ok(answer.status === 200 || answer.status === 400, `${answer.status}: ${filter}`);
  }
});

test('unknown paths are refused', async () => {
  for (const path of [
    '/Users/%',
    '/Users/%zz',
    '/%2e%2e/Users',
    '/Users/%00',
    `/Users/${'1'.repeat(2000)}`,
    '/Users//',
    '//',
    '/constructor',
    '/__proto__',
  ]) {
    const answer = await provider.send('GET', path);
    assert.ok(
      answer.status === 404 || answer.status === 400 || answer.status === 200,
      `${answer.status}: ${path}`,
    );
  }
});
