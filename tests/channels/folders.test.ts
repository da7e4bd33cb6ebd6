// Channel folders and default channels.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const adam = await server.as('adam');
const mel = await server.as('mel');
const gus = await server.as('gus');

const OAR = 'Must be an organization administrator';

test('folders are created, changed, ordered and archived', async () => {
  const make = async (name: string, more = {}) =>
    (await adam.ok('POST', '/channel_folders/create', { name, ...more })).channel_folder_id;
  await expectFold([mel, gus], () => make('One', { description: 'the **first**' }));
  const second = await make('Two');
  const { channel_folders: all } = await mel.ok('GET', '/channel_folders');
  assert.deepEqual(
    all.map((one: { name: string; order: number }) => [one.name, one.order]),
    [
      ['One', 0],
      ['Two', 1],
    ],
  );
  assert.equal(all[0].rendered_description, '<p>the <strong>first</strong></p>');
  assert.equal(all[0].creator_id, adam.userId);
  const one = all[0].id;
  await expectFold([mel, gus], () => adam.ok('PATCH', '/channel_folders', { order: [second, one] }));
  assert.deepEqual(
    (await mel.ok('GET', '/channel_folders')).channel_folders.map((folder: { id: number }) => folder.id),
    [second, one],
  );
  const eventLists = await expectFold([mel], () =>
    adam.ok('PATCH', `/channel_folders/${one}`, { name: 'First', description: '' }),
  );
  assert.deepEqual(eventLists[0]?.[0].data, { name: 'First', description: '', rendered_description: '' });
  await expectFold([mel], () => adam.ok('PATCH', `/channel_folders/${one}`, { is_archived: true }));
  assert.deepEqual(
    (await mel.ok('GET', '/channel_folders')).channel_folders.map((folder: { id: number }) => folder.id),
    [second],
  );
  assert.equal(
    (await mel.ok('GET', '/channel_folders', { include_archived: true })).channel_folders.length,
    2,
  );
  await mel.refused(
    'POST',
    '/channels/create',
    { name: 'x', subscribers: [], folder_id: one },
    'BAD_REQUEST',
    'Invalid channel folder ID',
  );

  await adam.refused(
    'PATCH',
    '/channel_folders',
    { order: [second] },
    'BAD_REQUEST',
    'Invalid order mapping',
  );
  await adam.refused(
    'PATCH',
    '/channel_folders',
    { order: [second, second] },
    'BAD_REQUEST',
    'Invalid order mapping',
  );
  await adam.refused(
    'PATCH',
    '/channel_folders/999',
    { name: 'x' },
    'BAD_REQUEST',
    'Invalid channel folder ID',
  );
  await adam.refused(
    'POST',
    '/channel_folders/create',
    { name: 'two' },
    'BAD_REQUEST',
    'Channel folder name already in use',
  );
  await adam.refused(
    'POST',
    '/channel_folders/create',
    { name: '  ' },
    'BAD_REQUEST',
    "Channel folder name can't be empty.",
  );
  await mel.ok('POST', '/channels/create', { name: 'filed', subscribers: [mel.userId], folder_id: second });
  await adam.refused(
    'PATCH',
    `/channel_folders/${second}`,
    { is_archived: true },
    'BAD_REQUEST',
    'You need to remove all the channels from this folder to archive it.',
  );
});

test('only administrators manage folders', async () => {
  await mel.refused('POST', '/channel_folders/create', { name: 'x' }, 'UNAUTHORIZED_PRINCIPAL', OAR);
  await mel.refused('PATCH', '/channel_folders', { order: [] }, 'UNAUTHORIZED_PRINCIPAL', OAR);
  await mel.refused('PATCH', '/channel_folders/1', { name: 'x' }, 'UNAUTHORIZED_PRINCIPAL', OAR);
});

test('default channels are added and removed', async () => {
  const idOf = async (name: string): Promise<number> =>
    (await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id;
  const design = await idOf('design');
  const general = await idOf('general');
  const eventLists = await expectFold([mel, gus], () =>
    adam.ok('POST', '/default_streams', { stream_id: design }),
  );
  assert.deepEqual(
    eventLists.map(([event]) => event?.default_streams.sort()),
    [[general, design].sort(), [general, design].sort()],
  );
  assert.deepEqual(
    await expectFold([mel], () => adam.ok('POST', '/default_streams', { stream_id: design })),
    [[]],
  );
  await expectFold([mel], () => adam.ok('DELETE', '/default_streams', { stream_id: design }));
  assert.deepEqual((await mel.registerQueue()).snapshot.realm_default_streams, [general]);
  const text = 'You do not have permission to change default channels.';
  await mel.refused('POST', '/default_streams', { stream_id: design }, 'BAD_REQUEST', text);
  await mel.refused('DELETE', '/default_streams', { stream_id: design }, 'BAD_REQUEST', text);
  const leadership = await idOf('leadership');
  await adam.refused(
    'POST',
    '/default_streams',
    { stream_id: leadership },
    'BAD_REQUEST',
    'Private channels cannot be made default.',
  );
  await adam.refused('POST', '/default_streams', { stream_id: 9999 }, 'BAD_REQUEST', 'Invalid channel ID');
});
