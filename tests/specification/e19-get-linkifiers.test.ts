// E19: the linkifiers of the organization.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { described } from './lookups.ts';

const server = await startTestServer();
const [olive, mel, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('gus'),
  server.as('helper'),
]);
const path = '/realm/linkifiers';
const idsFor = async (client = mel): Promise<number[]> =>
  (await client.ok('GET', path)).linkifiers.map(({ id }: { id: number }) => id);

test('E19.1 lists the linkifiers in their order', async () => {
  const { linkifiers } = await mel.ok('GET', path);
  assert.deepEqual(
    linkifiers.map(({ pattern, url_template }: Record<string, unknown>) => [pattern, url_template]),
    [
      ['#(?P<id>[0-9]+)', 'https://example.com/changes/{id}'],
      ['T(?P<id>[0-9]+)', 'https://example.com/tickets/{id}'],
    ],
  );
});

test('E19.2 follows a change of the order', async () => {
  const reversed = (await idsFor()).reverse();
  await olive.ok('PATCH', path, { ordered_linkifier_ids: reversed });
  assert.deepEqual(await idsFor(), reversed);
});

test('E19.3 has no parameters', async () => {
  assert.deepEqual((await mel.ok('GET', path, { order: 'id' })).ignored_parameters_unsupported, ['order']);
});

test('E19.4 exists since level 54', async () => {
  assert.match((await described(mel, 'GET', path)).description, /\b54\b/);
});

test('E19.5 is for everyone with an account', async () => {
  for (const client of [olive, gus, helper]) assert.equal((await idsFor(client)).length, 2);
  await server.anonymous.refused('GET', path, {}, 'UNAUTHORIZED');
});
