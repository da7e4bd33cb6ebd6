// Personal lists that a strict client updates by events: drafts, scheduled messages, reminders, views and files.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../support/server.ts';
import { Phones } from './phones.ts';

const server = await startTestServer();
const phones = await Phones.of(server, 'mel', 'mia');
const mel = await server.as('mel');
const tomorrow = Math.floor(Date.now() / 1000) + 86_400;

/** Runs an action whose events only Mel receives. */
const expectEventsForMel = (types: readonly string[], action: () => Promise<unknown>) =>
  phones.expectEvents({ mel: types }, action);

test('drafts of every type are synchronized', async () => {
  const drafts = [
    { type: '', to: [], topic: '', content: 'to nobody yet' },
    { type: 'stream', to: [phones.channel('general')], topic: 'x', content: 'to a channel', timestamp: 1.5 },
    { type: 'private', to: [phones.id('mia')], topic: '', content: 'to a person' },
  ];
  let ids: number[] = [];
  await expectEventsForMel(['drafts/add'], async () => {
    ({ ids } = await mel.ok('POST', '/drafts', { drafts }));
  });
  const [first] = ids;
  assert.ok(first);
  await expectEventsForMel(['drafts/update'], () =>
    mel.ok('PATCH', `/drafts/${first}`, { draft: drafts[1] }),
  );
  await expectEventsForMel(['drafts/remove'], () => mel.ok('DELETE', `/drafts/${first}`));
});

test('messages are scheduled, to a channel and to people', async () => {
  const toChannel = {
    type: 'stream',
    to: phones.channel('general'),
    topic: 'x',
    content: '*later*',
    scheduled_delivery_timestamp: tomorrow,
  };
  const toPeople = { ...toChannel, type: 'direct', to: [phones.id('mia')], topic: undefined };
  let id = 0;
  await expectEventsForMel(['scheduled_messages/add'], async () => {
    ({ scheduled_message_id: id } = await mel.ok('POST', '/scheduled_messages', toChannel));
  });
  await expectEventsForMel(['scheduled_messages/update'], () =>
    mel.ok('PATCH', `/scheduled_messages/${id}`, { content: 'much later' }),
  );
  await expectEventsForMel(['scheduled_messages/remove'], () =>
    mel.ok('DELETE', `/scheduled_messages/${id}`),
  );
  await expectEventsForMel(['scheduled_messages/add'], () => mel.ok('POST', '/scheduled_messages', toPeople));
});

test('reminders are synchronized', async () => {
  const { id } = await mel.ok('POST', '/messages', {
    type: 'direct',
    to: [phones.id('mia')],
    content: 'to be reminded of',
  });
  await Promise.all([phones.phone('mel').events(), phones.phone('mia').events()]);
  let reminder = 0;
  await expectEventsForMel(['reminders/add'], async () => {
    ({ reminder_id: reminder } = await mel.ok('POST', '/reminders', {
      message_id: id,
      scheduled_delivery_timestamp: tomorrow,
    }));
  });
  await expectEventsForMel(['reminders/remove'], () => mel.ok('DELETE', `/reminders/${reminder}`));
});

test('views of the sidebar are synchronized', async () => {
  const view = { fragment: 'narrow/is/starred', is_pinned: true };
  await expectEventsForMel(['navigation_view/add'], () => mel.ok('POST', '/navigation_views', view));
  const fragment = encodeURIComponent(view.fragment);
  await expectEventsForMel(['navigation_view/update'], () =>
    mel.ok('PATCH', `/navigation_views/${fragment}`, { is_pinned: false }),
  );
  await expectEventsForMel(['navigation_view/remove'], () =>
    mel.ok('DELETE', `/navigation_views/${fragment}`),
  );
});

test('files are listed from upload to removal', async () => {
  let uploadedUrl = '';
  await expectEventsForMel(['attachment/add'], async () => {
    const body = new FormData();
    body.append('file', new Blob(['some notes'], { type: 'text/plain' }), 'notes.txt');
    const response = await fetch(`${server.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` },
      body,
    });
    ({ url: uploadedUrl } = (await response.json()) as { url: string });
  });
  const to = { type: 'direct', to: [mel.userId] };
  const { id } = await mel.ok('POST', '/messages', { ...to, content: `[notes](${uploadedUrl})` });
  const events = await phones.phone('mel').events();
  const update = events.find(({ type, op }) => type === 'attachment' && op === 'update');
  assert.deepEqual(update?.attachment.message_ids, [id]);
  const { attachments } = await mel.ok('GET', '/attachments');
  await mel.ok('DELETE', `/attachments/${attachments[0].id}`);
  const removed = await phones.phone('mel').events();
  assert.ok(removed.some(({ type, op }) => type === 'attachment' && op === 'remove'));
});
