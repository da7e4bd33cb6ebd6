// How people arrange their sidebar: sections, rows and their order, agreement with pinning, and moved topics.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newClient } from '../access/support.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
type Client = typeof mel;
const own = '/users/me/sidebar';
const { streams } = await olive.ok('GET', '/streams');
const channelId = (name: string): number => streams.find((one: Json) => one.name === name).stream_id;
const general = channelId('general');
const engineering = channelId('engineering');
const leadership = channelId('leadership');

async function sidebarOf(client: Client): Promise<{ sections: Json[]; order: string[] }> {
  return (await client.ok('GET', own)).sidebar;
}
async function rowsIn(client: Client, section: string): Promise<Json[] | undefined> {
  const { sections } = await sidebarOf(client);
  return sections.find((one) => one.section === section)?.rows as Json[] | undefined;
}
const place = (client: Client, section: string, rows: readonly Json[]) =>
  client.ok('PATCH', `${own}/sections/${section}`, { rows });
async function isPinned(client: Client, channelId: number): Promise<boolean> {
  const { subscriptions } = await client.ok('GET', '/users/me/subscriptions');
  return subscriptions.find((one: Json) => one.stream_id === channelId).pin_to_top;
}
let members = 0;
const newMember = () => newClient(server, { key: `member${members++}` });

describe('sections', () => {
  test('are stored once the person arranges them, and are sent only to their clients', async () => {
    assert.deepEqual(await sidebarOf(mel), { sections: [], order: [] });
    const [ofMel, ofMia] = await expectFold([mel, mia], async () => {
      const { section } = await mel.ok('POST', `${own}/sections`, { name: 'Projects' });
      assert.match(section, /^own-\d+$/);
      await mel.ok('PATCH', `${own}/sections/${section}`, { name: 'Our projects', is_collapsed: true });
      await mel.ok('PATCH', `${own}/sections/channels`, { is_collapsed: true });
      await mel.ok('PATCH', own, { order: [section, 'direct', section] });
    });
    const { sections, order } = await sidebarOf(mel);
    const [first, channels, direct] = sections as [Json, Json, Json];
    assert.deepEqual(
      [first.name, first.is_collapsed, first.rows, channels, direct],
      [
        'Our projects',
        true,
        [],
        { section: 'channels', is_collapsed: true, rows: [] },
        { section: 'direct', is_collapsed: false, rows: [] },
      ],
    );
    assert.deepEqual(order, [first.section, 'direct']);
    assert.deepEqual(ofMel?.at(-1)?.sidebar, { sections, order });
    assert.deepEqual(ofMia, []);
    await mel.ok('PATCH', own, { order: ['direct'] });
    assert.deepEqual((await sidebarOf(mel)).order, ['direct']);
  });

  test('of channel folders, and of channels that the person is not subscribed to, are like others', async () => {
    const client = await newMember();
    const { channel_folder_id: folder } = await olive.ok('POST', '/channel_folders/create', {
      name: 'Teams',
      description: '',
    });
    await client.ok('PATCH', own, { order: [`folder-${folder}`, 'more'] });
    await client.ok('PATCH', `${own}/sections/folder-${folder}`, {
      is_collapsed: true,
      rows: [{ stream_id: general }],
    });
    assert.deepEqual(await sidebarOf(client), {
      sections: [
        { section: `folder-${folder}`, is_collapsed: true, rows: [{ stream_id: general }] },
        { section: 'more', is_collapsed: true, rows: [] },
      ],
      order: [`folder-${folder}`, 'more'],
    });
  });

  test('return their rows when they are removed', async () => {
    const client = await newMember();
    const { section } = await client.ok('POST', `${own}/sections`, { name: 'Projects' });
    await place(client, section, [{ stream_id: general }]);
    await expectFold([client], () => client.ok('DELETE', `${own}/sections/${section}`));
    assert.deepEqual(await sidebarOf(client), { sections: [], order: [] });
  });

  test('bound sidebarSections: a person can have this many sections', async () => {
    const client = await newMember();
    await withLimit('sidebarSections', 1, async () => {
      await client.ok('POST', `${own}/sections`, { name: 'One' });
      await client.refused(
        'POST',
        `${own}/sections`,
        { name: 'Two' },
        'BAD_REQUEST',
        'You can have at most 1 sections.',
      );
    });
  });
});

describe('rows', () => {
  test('are in one section, each once, in order', async () => {
    const client = await newMember();
    const topic = { stream_id: general, topic_name: 'plans' };
    const people = { user_ids: [mia.userId, mel.userId] };
    const sorted = { user_ids: [...people.user_ids].sort((a, b) => a - b) };
    await place(client, 'pinned', [topic, people, { stream_id: general, topic_name: 'PLANS' }]);
    assert.deepEqual(await rowsIn(client, 'pinned'), [{ stream_id: general, topic_name: 'PLANS' }, sorted]);
    const { section } = await client.ok('POST', `${own}/sections`, { name: 'Projects' });
    await expectFold([client], () => place(client, section, [sorted, { user_ids: [] }]));
    assert.deepEqual(await rowsIn(client, 'pinned'), [{ stream_id: general, topic_name: 'PLANS' }]);
    assert.deepEqual(await rowsIn(client, section), [sorted, { user_ids: [] }]);
    await place(client, section, []);
    assert.deepEqual(await rowsIn(client, section), []);
  });

  test('that name a channel pin it in the pinned section and unpin it elsewhere', async () => {
    const client = await newMember();
    await client.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'general' }, { name: 'engineering' }],
    });
    await expectFold([client], () => place(client, 'pinned', [{ stream_id: general }]));
    assert.deepEqual([await isPinned(client, general), await isPinned(client, engineering)], [true, false]);
    await expectFold([client], () =>
      place(client, 'channels', [{ stream_id: engineering }, { stream_id: general }]),
    );
    assert.equal(await isPinned(client, general), false);
    // A topic of a channel does not pin the channel.
    await place(client, 'pinned', [{ stream_id: general, topic_name: 'plans' }]);
    assert.equal(await isPinned(client, general), false);
  });

  test('of conversations that the person can no longer see stay, but new ones are refused', async () => {
    await gus.refused(
      'PATCH',
      `${own}/sections/pinned`,
      { rows: [{ stream_id: leadership }] },
      'BAD_REQUEST',
      'Invalid channel ID',
    );
    const client = await newMember();
    const principals = [client.userId];
    await olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'leadership' }],
      principals,
    });
    await place(client, 'pinned', [{ stream_id: leadership, topic_name: 'plans' }]);
    await olive.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['leadership'], principals });
    const rows = [{ stream_id: leadership, topic_name: 'plans' }, { user_ids: [mia.userId] }];
    await place(client, 'pinned', rows);
    assert.deepEqual(await rowsIn(client, 'pinned'), rows);
  });

  test('bound sidebarRows: a person can place this many rows in all sections', async () => {
    const client = await newMember();
    await withLimit('sidebarRows', 2, async () => {
      await place(client, 'pinned', [{ user_ids: [mia.userId] }, { user_ids: [mel.userId] }]);
      await client.refused(
        'PATCH',
        `${own}/sections/direct`,
        { rows: [{ user_ids: [olive.userId] }] },
        'BAD_REQUEST',
        'You can place at most 2 rows in the sidebar.',
      );
    });
    assert.equal(await rowsIn(client, 'direct'), undefined);
  });
});

test('rows store topics in their normal form, and each other person once', async () => {
  const client = await newMember();
  const topic = (topic_name: string) => ({ stream_id: general, topic_name });
  await place(client, 'pinned', [topic('  plans '), topic('(no topic)')]);
  assert.deepEqual(await rowsIn(client, 'pinned'), [topic('plans'), topic('')]);
  const people = { user_ids: [mia.userId, client.userId, mia.userId] };
  await place(client, 'direct', [people, { user_ids: [mia.userId] }, { user_ids: [client.userId] }]);
  assert.deepEqual(await rowsIn(client, 'direct'), [{ user_ids: [mia.userId] }, { user_ids: [] }]);
});

test('the identifier of a section can be written in only one way', async () => {
  for (const section of ['folder-01', 'own-00', 'folder-0'])
    assert.equal(
      (await mel.request('PATCH', `${own}/sections/${section}`, { is_collapsed: true })).status,
      400,
    );
});

describe('a topic that is moved', () => {
  const moveTo = (id: number, change: Json) =>
    olive.ok('PATCH', `/messages/${id}`, { propagate_mode: 'change_all', ...change });

  test('stays where it was placed, under its new name', async () => {
    const client = await newMember();
    const id = await olive.sendToChannel('general', 'old name', 'first');
    await place(client, 'pinned', [
      { stream_id: general, topic_name: 'Old Name' },
      { user_ids: [mia.userId] },
    ]);
    const [events] = await expectFold([client], () => moveTo(id, { topic: 'new name' }));
    const rows = [{ stream_id: general, topic_name: 'new name' }, { user_ids: [mia.userId] }];
    assert.deepEqual(await rowsIn(client, 'pinned'), rows);
    assert.equal(events?.filter(({ type }) => type === 'sidebar').length, 1);
  });

  test('keeps its row if only the case of its name changes', async () => {
    const client = await newMember();
    const id = await client.sendToChannel('general', 'spelled so', 'first');
    await place(client, 'pinned', [{ stream_id: general, topic_name: 'spelled so' }]);
    await expectFold([client], () => moveTo(id, { topic: 'Spelled So' }));
    assert.deepEqual(await rowsIn(client, 'pinned'), [{ stream_id: general, topic_name: 'Spelled So' }]);
  });

  test('has one row if it is merged with a topic that has a row', async () => {
    const client = await newMember();
    const id = await olive.sendToChannel('general', 'one', 'first');
    await olive.sendToChannel('general', 'two', 'second');
    const two = { stream_id: general, topic_name: 'two' };
    await place(client, 'pinned', [two, { stream_id: general, topic_name: 'one' }]);
    await expectFold([client], () => moveTo(id, { topic: 'two' }));
    assert.deepEqual(await rowsIn(client, 'pinned'), [two]);
  });

  test('is removed if the person may not see its channel', async () => {
    const client = await newMember();
    const id = await olive.sendToChannel('general', 'confidential', 'first');
    const row = { stream_id: general, topic_name: 'confidential' };
    for (const one of [client, olive]) await place(one, 'pinned', [row]);
    await expectFold([client, olive], () => moveTo(id, { stream_id: leadership, topic: 'board' }));
    assert.deepEqual(await rowsIn(client, 'pinned'), []);
    assert.deepEqual(await rowsIn(olive, 'pinned'), [{ stream_id: leadership, topic_name: 'board' }]);
  });
});
