// E14: changing a navigation view of the caller.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { assertSuccessOnly, described } from './lookups.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const fragment = 'narrow/is/alerted';
const path = `/navigation_views/${fragment}`;
for (const client of [mel, mia]) {
  await client.ok('POST', '/navigation_views', { fragment, is_pinned: false, name: 'Alerts' });
  await client.ok('POST', '/navigation_views', { fragment: 'inbox', is_pinned: false });
}

async function view(client = mel, wanted = fragment) {
  const { navigation_views: views } = await client.ok('GET', '/navigation_views');
  return views.find((one: { fragment: string }) => one.fragment === wanted);
}

test('E14.1 changes a view and returns no data', async () => {
  assertSuccessOnly(await mel.ok('PATCH', '/navigation_views/inbox', { is_pinned: true }));
  assert.deepEqual(await view(mel, 'inbox'), { fragment: 'inbox', is_pinned: true });
});

test('E14.2 exists since level 390', async () => {
  assert.match((await described(mel, 'PATCH', '/navigation_views/{fragment}')).description, /\b390\b/);
});

test('E14.3 finds the view by its fragment, raw or encoded', async () => {
  for (const [name, encodedPath] of [
    ['Raw', path],
    ['Encoded', `/navigation_views/${encodeURIComponent(fragment)}`],
  ] as const) {
    await mel.ok('PATCH', encodedPath, { name });
    assert.equal((await view()).name, name);
  }
});

test('E14.4 pins and hides', async () => {
  for (const is_pinned of [true, false]) {
    await mel.ok('PATCH', path, { is_pinned });
    assert.equal((await view()).is_pinned, is_pinned);
  }
});

test('E14.5 renames a custom view', async () => {
  await mel.ok('PATCH', path, { name: 'Watched words' });
  assert.equal((await view()).name, 'Watched words');
});

test('E14.6 keeps omitted values', async () => {
  await mel.ok('PATCH', path, { name: 'Both', is_pinned: true });
  await mel.ok('PATCH', path, { is_pinned: false });
  assert.deepEqual(await view(), { fragment, is_pinned: false, name: 'Both' });
  await mel.ok('PATCH', path, { name: 'One' });
  assert.deepEqual(await view(), { fragment, is_pinned: false, name: 'One' });
});

test('E14.7 does not change the views of other accounts', async () => {
  await mel.ok('PATCH', path, { name: 'Only mine', is_pinned: true });
  assert.deepEqual(await view(mia), { fragment, is_pinned: false, name: 'Alerts' });
});

test('E14.8 changes a built-in view that was never stored', async () => {
  assertSuccessOnly(await mel.ok('PATCH', '/navigation_views/drafts', { is_pinned: true }));
  assert.deepEqual(await view(mel, 'drafts'), { fragment: 'drafts', is_pinned: true });
});
