// SCIM lists: filters, pages, sorting, and selected attributes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { LIST, Provider, scimClient, USER, withScim } from './support.ts';

const server = await startTestServer({ signIn: withScim(scimClient()) });
const provider = new Provider(server.url);
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const jensen = await provider.makeUser('bjensen@example.com', {
  externalId: 'bJensen',
  name: { givenName: 'Barbara', familyName: 'Jensen' },
});
const smith = await provider.makeUser('jsmith@example.com', { displayName: 'Jim Smith', active: false });
const guides = await provider.ok('POST', '/Groups', {
  displayName: 'Tour Guides',
  externalId: 'guides',
  members: [{ value: jensen.id }, { value: String(mel.userId) }],
});
const employees = await provider.ok('POST', '/Groups', {
  displayName: 'Employees',
  members: [{ value: jensen.id }],
});
await provider.ok('POST', '/Groups', { displayName: 'Nobody' });
const everybody = 7 + 2;

interface Named {
  readonly id: string;
  readonly displayName: string;
}
const names = (found: readonly Named[]) => found.map(({ displayName }) => displayName);
const enc = encodeURIComponent;

for (const [filter, found] of [
  ['userName eq "bjensen@example.com"', ['Barbara Jensen']],
  ['USERNAME Eq "BJENSEN@example.com"', ['Barbara Jensen']],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', ['Jim Smith']],
  ['externalId eq "bJensen"', ['Barbara Jensen']],
  ['externalId eq "bjensen"', []],
  ['externalId co "Jen"', ['Barbara Jensen']],
  ['externalId pr', ['Barbara Jensen']],
  [`id eq "${jensen.id}"`, ['Barbara Jensen']],
  [`id eq "${jensen.id}" and active eq true`, ['Barbara Jensen']],
  [`id eq "${jensen.id}" and not (active eq true)`, []],
  ['name.familyName co "ense"', ['Barbara Jensen']],
  ['active eq false', ['Jim Smith']],
  ['active eq "False"', ['Jim Smith']],
  ['active ne true', ['Jim Smith']],
  ['emails[type eq "work" and value co "bjensen"]', ['Barbara Jensen']],
  ['emails.value ew "smith@example.com"', ['Jim Smith']],
  ['emails eq "jsmith@example.com"', ['Jim Smith']],
  ['title pr', []],
  ['title eq null and userName sw "bj"', ['Barbara Jensen']],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "x"', []],
  ['displayName eq "Jim Smith" or displayName eq "Barbara Jensen"', ['Barbara Jensen', 'Jim Smith']],
  ['userName sw "j" and (displayName co "Barbara" or displayName co "Jim")', ['Jim Smith']],
  ['meta.created lt "2001-01-01T00:00:00Z"', []],
  ['meta.created ge "2001-01-01T00:00:00Z" and userName sw "bj"', ['Barbara Jensen']],
  ['displayName gt "Jill" and displayName lt "Jin"', ['Jim Smith']],
  [`groups.value eq "${guides.id}" and userName sw "bj"`, ['Barbara Jensen']],
  ['userName eq "helper-bot@example.com"', []],
] as const) {
  test(`users are filtered by ${filter}`, async () => {
    assert.deepEqual(names(await provider.found('/Users', filter)), [...found]);
  });
}

for (const [filter, found] of [
  ['displayName eq "tour guides"', ['Tour Guides']],
  ['externalId eq "guides"', ['Tour Guides']],
  [`members[value eq "${mel.userId}"]`, ['Tour Guides']],
  [`members eq "${jensen.id}"`, ['Tour Guides', 'Employees']],
  [`id eq "${employees.id}" and members eq "${jensen.id}"`, ['Employees']],
  [`id eq "${employees.id}" and members eq "${mel.userId}"`, []],
  [`members.value eq "${mia.userId}"`, []],
  ['displayName sw "T" and members pr', ['Tour Guides']],
  ['members.value pr', ['Tour Guides', 'Employees']],
  ['members[value pr]', ['Tour Guides', 'Employees']],
  ['not (members pr)', ['Nobody']],
  [`members[value eq "${mia.userId}" or value eq "${mel.userId}"]`, ['Tour Guides']],
  [`members eq "${mia.userId}" or members.value eq ${mel.userId}`, ['Tour Guides']],
  [`not (members eq "${mel.userId}") and displayName co "o"`, ['Employees', 'Nobody']],
  ['members eq "g1"', []],
] as const) {
  test(`groups are filtered by ${filter}`, async () => {
    assert.deepEqual(names(await provider.found('/Groups', filter)), [...found]);
  });
}

for (const filter of [
  'members co "1"',
  'members ne "1"',
  'members eq null',
  'members.display eq "Barbara Jensen"',
  'members.display pr',
  'members[value co "1"]',
  'members[display pr or value eq "1"]',
  'members[not (value eq "1")]',
  'members[value eq "1" and value eq "2"]',
  'members.value[value eq "1"]',
  'displayName pr and not (members sw "1")',
]) {
  test(`filtering by members, of whom there may be very many, is refused: ${filter}`, async () => {
    const invalid = { status: 400, scimType: 'invalidFilter', detail: /eq and or, or with pr/ };
    await provider.refused('GET', `/Groups?filter=${enc(filter)}`, undefined, invalid);
    await provider.refused('POST', '/.search', { filter }, invalid);
  });
}

test('sorting by members is refused', async () => {
  for (const sortBy of ['members', 'members.display'])
    await provider.refused('GET', `/Groups?sortBy=${sortBy}`, undefined, {
      status: 400,
      scimType: 'invalidPath',
    });
});

test('a list has the protocol’s form, with consecutive pages', async () => {
  const whole = await provider.ok('GET', '/Users');
  assert.deepEqual(
    [whole.schemas, whole.totalResults, whole.startIndex, whole.itemsPerPage],
    [[LIST], everybody, 1, everybody],
  );
  const ids: string[] = [];
  for (let start = 1; start <= everybody; start += 4) {
    const page = await provider.ok('GET', `/Users?startIndex=${start}&count=4`);
    assert.deepEqual([page.totalResults, page.startIndex], [everybody, start]);
    ids.push(...page.Resources.map(({ id }: Named) => id));
  }
  assert.deepEqual(
    ids,
    whole.Resources.map(({ id }: Named) => id),
  );
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => Number(a) - Number(b)),
  );
  for (const [query, count, startIndex] of [
    ['count=0', 0, 1],
    ['count=-3', 0, 1],
    ['startIndex=0&count=2', 2, 1],
    ['startIndex=-7&count=2', 2, 1],
    [`startIndex=${everybody + 1}`, 0, everybody + 1],
  ] as const) {
    const page = await provider.ok('GET', `/Users?${query}`);
    assert.deepEqual(
      [page.totalResults, page.Resources.length, page.startIndex],
      [everybody, count, startIndex],
    );
  }
  for (const query of ['count=many', 'startIndex=1.5', 'sortOrder=upwards'])
    await provider.refused('GET', `/Users?${query}`, undefined, { status: 400, scimType: 'invalidValue' });
});

test('lists are sorted, with missing values last, or first in descending order', async () => {
  const sorted = async (query: string) => names((await provider.ok('GET', `/Users?${query}`)).Resources);
  const upwards = await sorted('sortBy=displayName');
  assert.deepEqual(upwards, [...upwards].sort());
  assert.deepEqual(await sorted('sortBy=displayName&sortOrder=descending'), upwards.toReversed());
  assert.equal((await sorted('sortBy=externalId'))[0], 'Barbara Jensen');
  assert.equal((await sorted('sortBy=externalId&sortOrder=descending')).at(-1), 'Barbara Jensen');
  assert.deepEqual(await sorted('sortBy=name.familyName&count=1'), ['Adam Admin']);
});

test('attributes are selected as requested', async () => {
  const path = `/Users/${jensen.id}`;
  const basic = { schemas: [USER], id: jensen.id };
  for (const [query, answer] of [
    ['attributes=userName', { ...basic, userName: 'bjensen@example.com' }],
    ['attributes=name.familyName,nothing', { ...basic, name: { familyName: 'Jensen' } }],
    [`attributes=${USER}:userName`, { ...basic, userName: 'bjensen@example.com' }],
    ['attributes=emails.value', { ...basic, emails: [{ value: 'bjensen@example.com' }] }],
    [
      'excludedAttributes=meta,emails,groups,name.formatted,id,externalId',
      {
        ...basic,
        userName: 'bjensen@example.com',
        name: { givenName: 'Barbara', familyName: 'Jensen' },
        displayName: 'Barbara Jensen',
        active: true,
      },
    ],
  ] as const)
    assert.deepEqual(await provider.ok('GET', `${path}?${query}`), answer, query);
  const [group] = (await provider.ok('GET', '/Groups?excludedAttributes=members')).Resources;
  assert.equal('members' in group, false);
});

test('a search is made by POST, over one type of resources or all', async () => {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'];
  const search = async (path: string, query: Record<string, unknown>) =>
    (await provider.ok('POST', path, { schemas, ...query }, 200)).Resources;
  const filter = 'displayName co "e"';
  const twoNames = {
    filter: 'displayName sw "Tour" or displayName sw "Barbara"',
    attributes: ['displayName'],
  };
  assert.deepEqual(await search('/.search', twoNames), [
    { schemas: [USER], id: jensen.id, displayName: 'Barbara Jensen' },
    { schemas: guides.schemas, id: guides.id, displayName: 'Tour Guides' },
  ]);
  assert.deepEqual(
    names(await search('/.search', { ...twoNames, sortBy: 'displayName', sortOrder: 'descending' })),
    ['Tour Guides', 'Barbara Jensen'],
  );
  assert.deepEqual(names(await search('/Groups/.search', { filter, count: 1, startIndex: 2 })), [
    'Employees',
  ]);
  assert.deepEqual(names(await search('/Users/.search', { filter: 'userName sw "j"' })), [smith.displayName]);
});

test('bound scimResourcesPerPage: an answer has a bounded number of resources', async () => {
  await withLimit('scimResourcesPerPage', 3, async () => {
    const page = await provider.ok('GET', '/Users?count=100');
    assert.deepEqual([page.totalResults, page.itemsPerPage], [everybody, 3]);
    assert.equal((await provider.ok('GET', '/Users')).itemsPerPage, 3);
    assert.equal((await provider.ok('GET', '/ServiceProviderConfig')).filter.maxResults, 3);
  });
});

const refusedFilter = (filter: string, detail: RegExp) =>
  provider.refused('GET', `/Users?filter=${enc(filter)}`, undefined, {
    status: 400,
    scimType: 'invalidFilter',
    detail,
  });

test('bound scimFilterCharacters: a filter has a bounded length', async () => {
  const filterOfLength = (length: number) => `title eq "${'x'.repeat(length - 'title eq ""'.length)}"`;
  assert.deepEqual(await provider.found('/Users', filterOfLength(limits.scimFilterCharacters)), []);
  await refusedFilter(filterOfLength(limits.scimFilterCharacters + 1), /2000 characters/);
  const names = `attributes=${'x'.repeat(limits.scimFilterCharacters + 1)}`;
  await provider.refused('GET', `/Users?${names}`, undefined, { status: 400, scimType: 'invalidValue' });
});

test('bound scimFilterTerms: a filter has a bounded number of terms', async () => {
  const filterOfTerms = (count: number) => Array(count).fill('title pr').join(' or ');
  assert.deepEqual(await provider.found('/Users', filterOfTerms(limits.scimFilterTerms)), []);
  await refusedFilter(filterOfTerms(limits.scimFilterTerms + 1), /50 terms/);
});

test('bound scimFilterDepth: a filter has a bounded nesting of brackets', async () => {
  const filterOfDepth = (depth: number) => `${'('.repeat(depth)}title pr${')'.repeat(depth)}`;
  assert.deepEqual(await provider.found('/Users', filterOfDepth(limits.scimFilterDepth)), []);
  await refusedFilter(filterOfDepth(limits.scimFilterDepth + 1), /nested at most 10 times/);
  await refusedFilter(`${'not ('.repeat(300)}title pr${')'.repeat(300)}`, /nested at most 10 times/);
});
