// The fields of a navigation view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const custom = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Watched' };
const builtIn = { fragment: 'inbox', is_pinned: false };

async function listedView(fragment: string) {
  const { navigation_views: views } = await mel.ok('GET', '/navigation_views');
  return views.find((view: { fragment: string }) => view.fragment === fragment);
}

test('R-navigation-view.1 the fragment names the view', async () => {
  await mel.ok('POST', '/navigation_views', custom);
  assert.deepEqual(await listedView(custom.fragment), custom);
  await mel.refused('POST', '/navigation_views', custom, 'BAD_REQUEST');
});

test('R-navigation-view.2 is_pinned is false for hidden views', async () => {
  for (const is_pinned of [false, true]) {
    await mel.ok('PATCH', `/navigation_views/${custom.fragment}`, { is_pinned });
    assert.equal((await listedView(custom.fragment)).is_pinned, is_pinned);
  }
});

test('R-navigation-view.3 only custom views have a name', async () => {
  await mel.ok('POST', '/navigation_views', builtIn);
  assert.equal((await listedView(custom.fragment)).name, 'Watched');
  assert.ok(!('name' in (await listedView('inbox'))));
});
