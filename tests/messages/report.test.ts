// Reports of messages: what the moderators receive, and when reporting is not available.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
const path = (id: number) => `/messages/${id}/report`;

test('nothing can be reported without a moderation request channel', async () => {
  const id = await mel.sendToChannel('engineering', 'reports', 'rude');
  await mia.refused(
    'POST',
    path(id),
    { report_type: 'spam' },
    'BAD_REQUEST',
    'Moderation request channel must be specified to enable message reporting.',
  );
});

test('a report is sent to the moderation request channel', async () => {
  const { id: channel } = await server.server.services.database
    .reader(1)
    .db.selectFrom('channel')
    .select('id')
    .where('name', '=', 'leadership')
    .executeTakeFirstOrThrow();
  await olive.ok('PATCH', '/realm', { moderation_request_channel_id: channel });
  const id = await mel.sendToChannel('engineering', 'reports', 'rude ``` words');
  const oliveListener = await olive.registerQueue();
  await mia.ok('POST', path(id), { report_type: 'harassment', description: 'look at this' });
  const reports = await oliveListener.eventsOf('message');
  assert.equal(reports.length, 1);
  const { message } = reports[0];
  assert.equal(message.display_recipient, 'leadership');
  assert.equal(message.subject, "Mel Member's moderation requests");
  assert.match(
    message.content,
    /Mia Member.* reported .*#engineering &gt; reports @ 💬<\/a> sent by .*Mel Member/,
  );
  assert.match(message.content, /Reason: <strong>Harassment<\/strong>/);
  assert.match(message.content, /look at this/);
  assert.match(message.content, /rude ``` words/);

  const invalid = 'Invalid message(s)';
  await gus.refused('POST', path(id), { report_type: 'spam' }, 'BAD_REQUEST', invalid);
  const direct = await mel.sendDirect([mia.userId], 'x');
  await max.refused('POST', path(direct), { report_type: 'spam' }, 'BAD_REQUEST', invalid);
  await mia.refused('POST', path(id), { report_type: 'boring' }, 'BAD_REQUEST', 'Invalid report_type');
  await mia.refused(
    'POST',
    path(id),
    { report_type: 'other', description: ' ' },
    'BAD_REQUEST',
    /description/,
  );
  await mia.refused(
    'POST',
    path(id),
    { report_type: 'spam', description: 'x'.repeat(1001) },
    'BAD_REQUEST',
    'description is too long (limit: 1000 characters)',
  );
});
