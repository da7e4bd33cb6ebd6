// Navigation views: built-in and custom ones, identified by fragments that contain slashes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const alerted = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Watched phrases' };

test('views are listed in the order in which they were added', async () => {
  const [melEvents, miaEvents] = await expectFold([mel, mia], async () => {
    await mel.call('add-navigation-view', alerted);
    await mel.call('add-navigation-view', { fragment: 'inbox', is_pinned: false });
  });
  assert.deepEqual(
    melEvents?.map(({ type, op, navigation_view }) => [type, op, navigation_view]),
    [
      ['navigation_view', 'add', alerted],
      ['navigation_view', 'add', { fragment: 'inbox', is_pinned: false }],
    ],
  );
  assert.deepEqual(miaEvents, []);
  const { navigation_views } = await mel.call('get-navigation-views');
  assert.deepEqual(navigation_views, [alerted, { fragment: 'inbox', is_pinned: false }]);
});

test('a view is changed by its raw and its encoded fragment, and events have only the changes', async () => {
  const [eventsOfRename] = await expectFold([mel, mia], () =>
    mel.ok('PATCH', '/navigation_views/narrow/is/alerted', { name: 'Phrases', is_pinned: true }),
  );
  assert.deepEqual(
    eventsOfRename?.map(({ op, fragment, data }) => [op, fragment, data]),
    [['update', 'narrow/is/alerted', { name: 'Phrases' }]],
  );
  const encoded = `/navigation_views/${encodeURIComponent('narrow/is/alerted')}`;
  const [eventsOfUnpinning] = await expectFold([mel], () => mel.ok('PATCH', encoded, { is_pinned: false }));
  assert.deepEqual(
    eventsOfUnpinning?.map(({ data }) => data),
    [{ is_pinned: false }],
  );
  const [eventsOfRepeat] = await expectFold([mel], () => mel.ok('PATCH', encoded, { is_pinned: false }));
  assert.deepEqual(eventsOfRepeat, []);
  await expectFold([mel], () => mel.ok('PATCH', '/navigation_views/inbox', { is_pinned: true }));
});

test('a fragment with encoded characters is the same everywhere', async () => {
  const fragment = 'narrow/channel/9-design/topic/new.20logo 100%';
  await mel.call('add-navigation-view', { fragment, is_pinned: true, name: 'Logo' });
  await mel.ok('PATCH', `/navigation_views/${encodeURIComponent(fragment)}`, { name: 'The logo' });
  await mel.ok('PATCH', `/navigation_views/${fragment.split('/').map(encodeURIComponent).join('/')}`, {
    name: 'Our logo',
  });
  const [eventsOfRemoval] = await expectFold([mel], () =>
    mel.ok('DELETE', `/navigation_views/${encodeURIComponent(fragment)}`),
  );
  assert.deepEqual(
    eventsOfRemoval?.map(({ op, fragment: gone }) => [op, gone]),
    [['remove', fragment]],
  );
});

test('invalid views are refused', async () => {
  const post = (body: Record<string, unknown>, message: string) =>
    mel.refused('POST', '/navigation_views', body, 'BAD_REQUEST', message);
  await post({ fragment: ' ', is_pinned: true }, 'fragment cannot be blank');
  await post({ fragment: 'feed', is_pinned: true, name: 'All' }, 'Built-in views cannot have a custom name');
  await post({ fragment: 'inbox', is_pinned: true }, 'Navigation view already exists.');
  await post(
    { fragment: 'narrow/is/resolved', is_pinned: true, name: 'Phrases' },
    'Navigation view already exists.',
  );
  await post({ fragment: 'narrow/is/resolved', is_pinned: true, name: '' }, 'name cannot be blank');
  await mel.refused('POST', '/navigation_views', { fragment: 'recent' }, 'REQUEST_VARIABLE_MISSING');
  for (const fragment of [
    'inbox',
    'recent',
    'feed',
    'drafts',
    'scheduled',
    'reminders',
    'narrow/is/mentioned',
    'narrow/is/starred',
    'narrow/has/reaction/sender/me',
  ]) {
    await mel.refused(
      'PATCH',
      `/navigation_views/${fragment}`,
      { name: 'Mine' },
      'BAD_REQUEST',
      'Built-in views cannot have a custom name',
    );
  }
  await mel.refused('PATCH', '/navigation_views/inbox', {}, 'BAD_REQUEST', 'Nothing to change');
  for (const method of ['PATCH', 'DELETE'] as const) {
    const { status, body } = await mia.request(method, '/navigation_views/narrow/is/alerted', {
      is_pinned: true,
    });
    assert.deepEqual([status, body.code, body.msg], [404, 'NOT_FOUND', 'Navigation view does not exist.']);
  }
  assert.equal((await mel.call('get-navigation-views')).navigation_views.length, 2);
});

test('a null name means no name', async () => {
  await mia.call('add-navigation-view', { fragment: 'recent', is_pinned: true, name: null });
  assert.deepEqual((await mia.call('get-navigation-views')).navigation_views, [
    { fragment: 'recent', is_pinned: true },
  ]);
});

test('a built-in view can be changed before it was stored', async () => {
  const [maxEvents, melEvents] = await expectFold([max, mel], () =>
    max.ok('PATCH', '/navigation_views/narrow/is/starred', { is_pinned: true }),
  );
  const view = { fragment: 'narrow/is/starred', is_pinned: true };
  assert.deepEqual(
    maxEvents?.map(({ type, op, navigation_view }) => [type, op, navigation_view]),
    [['navigation_view', 'add', view]],
  );
  assert.deepEqual(melEvents, []);
  assert.deepEqual((await max.call('get-navigation-views')).navigation_views, [view]);
  await max.refused('PATCH', '/navigation_views/recent', {}, 'BAD_REQUEST', 'Nothing to change');
});
