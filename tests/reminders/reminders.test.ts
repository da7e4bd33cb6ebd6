// Reminders: created, canceled, and delivered by Notification Bot with the message as it then is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputOf } from '../../client/api-types.ts';
import { withoutPeriodicChecks } from '../jobs/support.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { atNextSecond, eventsUntil, farFuture } from '../support/waiting.ts';

withoutPeriodicChecks();
let ahead = 0;
const server = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');
const gus = await server.as('gus');

async function twoDaysLater(): Promise<void> {
  ahead = 2 * 86_400;
  await server.server.scheduler.runDue();
  ahead = 0;
}

const remind = async (values: InputOf<'create-message-reminder'>): Promise<number> =>
  (await mel.call('create-message-reminder', values)).reminder_id;
const own = async () => (await mel.call('get-reminders')).reminders;

test('a reminder of a channel message is stored, sent to clients, and canceled', async () => {
  const message = await mia.sendToChannel('engineering', 'release', 'secret words');
  const due = farFuture();
  let id = 0;
  const [melEvents, miaEvents] = await expectFold([mel, mia], async () => {
    id = await remind({ message_id: message, scheduled_delivery_timestamp: due, note: 'two\nlines ' });
  });
  assert.deepEqual(miaEvents, []);
  const reminder = melEvents?.[0].reminders[0];
  const { rendered_content, ...rest } = reminder;
  assert.deepEqual(rest, {
    reminder_id: id,
    type: 'private',
    to: [mel.userId],
    content: `You requested a reminder for #**engineering>release@${message}**. Note:\n> two\n> lines`,
    scheduled_delivery_timestamp: due,
    failed: false,
    reminder_target_message_id: message,
  });
  assert.match(rendered_content, new RegExp(`/near/${message}"`));
  assert.deepEqual(await own(), [reminder]);
  assert.deepEqual((await mia.call('get-reminders')).reminders, []);
  const answer = await mia.request('DELETE', `/reminders/${id}`);
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.msg],
    [404, 'BAD_REQUEST', 'Reminder does not exist'],
  );
  const [eventsOfRemoval] = await expectFold([mel, mia], () => mel.ok('DELETE', `/reminders/${id}`));
  assert.deepEqual(
    eventsOfRemoval?.map(({ type, op, reminder_id }) => [type, op, reminder_id]),
    [['reminders', 'remove', id]],
  );
});

test('a reminder arrives on time, from Notification Bot, with a quote and the note', async () => {
  const message = await mia.sendToChannel('engineering', 'release', 'first\n```\ncode\n```');
  const listener = await mel.registerQueue({ apply_markdown: false });
  const { answer: id } = await atNextSecond((moment) =>
    remind({ message_id: message, scheduled_delivery_timestamp: moment, note: 'look' }),
  );
  const events = await eventsUntil(listener, (event) => event.type === 'reminders' && event.op === 'remove');
  assert.equal(events.at(-1).reminder_id, id);
  const { message: notice, flags } = events.find(({ type }) => type === 'message');
  assert.equal(notice.sender_full_name, 'Notification Bot');
  assert.equal(notice.type, 'private');
  assert.deepEqual(flags, []);
  const lines = notice.content.split('\n');
  assert.equal(lines[0], `You requested a reminder for #**engineering>release@${message}**. Note:`);
  assert.equal(lines[1], '> look');
  assert.match(
    lines[3],
    new RegExp(
      `^@_\\*\\*Mia Member\\|${mia.userId}\\*\\* \\[said\\]\\(#narrow/channel/.*/near/${message}\\):$`,
    ),
  );
  assert.equal(lines.slice(4).join('\n'), '````quote\nfirst\n```\ncode\n```\n````');
  assert.deepEqual(await own(), []);
});

test('a reminder quotes the current message, and only names a deleted one', async () => {
  const due = farFuture();
  const editedId = await mia.sendToChannel('engineering', 'release', 'before');
  const deletedId = await mia.sendDirect([mel.userId], 'gone by then');
  const poll = await mia.sendToChannel('engineering', 'release', '/poll Yes?\nyes\nno');
  const long = await mia.sendToChannel('engineering', 'release', 'x'.repeat(10_000));
  for (const message of [editedId, deletedId, poll, long])
    await remind({ message_id: message, scheduled_delivery_timestamp: due });
  await mia.ok('PATCH', `/messages/${editedId}`, { content: 'after' });
  await olive.ok('PATCH', '/realm', { message_content_delete_limit_seconds: 'unlimited' });
  await mia.ok('DELETE', `/messages/${deletedId}`);
  const listener = await mel.registerQueue({ apply_markdown: false });
  await expectFold([mel, mia], () => twoDaysLater());
  const contents = (await listener.eventsOf('message')).map(({ message }) => message.content);
  assert.equal(contents.length, 4);
  assert.match(contents[0], /```quote\nafter\n```$/);
  assert.match(
    contents[1],
    /^You requested a reminder for \[this direct message\]\(#narrow\/dm\/[\d,]+-dm\/near\/\d+\)\.$/,
  );
  assert.match(contents[2], /\[sent\]\(.*\) a poll\.$/);
  assert.equal([...contents[3]].length, 10_000);
  assert.match(contents[3], /\n\[message truncated\]\n```$/);
});

test('invalid reminders are refused', async () => {
  const due = farFuture();
  const post = (values: Record<string, unknown>, message: string, code = 'BAD_REQUEST') =>
    mel.refused('POST', '/reminders', values, code, message);
  const message = await mel.sendToChannel('engineering', 'release', 'here');
  const unseen = await mia.sendDirect([gus.userId], 'not for mel');
  await post({ message_id: 999_999, scheduled_delivery_timestamp: due }, 'Invalid message(s)');
  await post({ message_id: unseen, scheduled_delivery_timestamp: due }, 'Invalid message(s)');
  await post(
    { message_id: message, scheduled_delivery_timestamp: 5 },
    'Scheduled delivery time must be in the future.',
  );
  await post(
    { message_id: message, scheduled_delivery_timestamp: due, note: 'x'.repeat(501) },
    'Maximum reminder note length: 500 characters',
  );
  await post(
    { scheduled_delivery_timestamp: due },
    "Missing 'message_id' argument",
    'REQUEST_VARIABLE_MISSING',
  );
  await post(
    { message_id: message },
    "Missing 'scheduled_delivery_timestamp' argument",
    'REQUEST_VARIABLE_MISSING',
  );
  assert.deepEqual(await own(), []);
  const { snapshot } = await mel.registerQueue();
  assert.equal(snapshot.max_reminder_note_length, 500);
});
