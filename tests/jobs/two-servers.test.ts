// Work that two servers of one database find due at the same time is done once, and each server takes over for the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLIC_URL } from '../mail/missed-support.ts';
import { startMailSink } from '../support/mail.ts';
import { needsPostgres, startTwoServers, type TwoServers } from '../support/two-servers.ts';
import { farFuture } from '../support/waiting.ts';

const TWO_DAYS = 2 * 86_400;

/** Runs the due work of both at the same time. */
async function bothWork({ one, two }: TwoServers): Promise<void> {
  await Promise.all([one.server.scheduler.runDue(), two.server.scheduler.runDue()]);
}

test('mail about missed messages is sent once', needsPostgres, async () => {
  let ahead = 0;
  const clock = () => Date.now() / 1000 + ahead;
  const sink = await startMailSink();
  const servers = await startTwoServers({ smtpUrl: sink.url, publicUrl: PUBLIC_URL, clock });
  const [[mel, melAtTwo], [mia], [max]] = await Promise.all([
    servers.as('mel'),
    servers.as('mia'),
    servers.as('max'),
  ]);
  await bothWork(servers);
  await mel.sendDirect([mia.userId], 'first for mia');
  await melAtTwo.sendDirect([mia.userId], 'second for mia');
  await melAtTwo.sendDirect([max.userId], 'for max');
  await bothWork(servers);
  const before = sink.received.length;
  ahead = TWO_DAYS;
  for (let round = 0; round < 3; round++) await bothWork(servers);
  const texts = sink.received
    .slice(before)
    .map(({ to, mail }) => [to.join(), mail.text?.match(/(?:first|second) for mia|for max/g)]);
  assert.deepEqual(texts.sort(), [
    ['max@example.com', ['for max']],
    ['mia@example.com', ['first for mia', 'second for mia']],
  ]);
});

test('a scheduled message and a reminder are sent once', needsPostgres, async () => {
  let ahead = 0;
  const servers = await startTwoServers({ clock: () => Date.now() / 1000 + ahead });
  const [[mel], [, miaAtTwo]] = await Promise.all([servers.as('mel'), servers.as('mia')]);
  const due = farFuture();
  const messageId = await mel.sendToChannel('general', 'later', 'to be reminded of');
  await mel.call('create-message-reminder', { message_id: messageId, scheduled_delivery_timestamp: due });
  await mel.ok('POST', '/scheduled_messages', {
    type: 'direct',
    to: [miaAtTwo.userId],
    content: 'on time',
    scheduled_delivery_timestamp: due,
  });
  ahead = TWO_DAYS;
  for (let round = 0; round < 3; round++) await bothWork(servers);
  const newest = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
  const toMia = (await miaAtTwo.ok('GET', '/messages', newest)).messages;
  assert.equal(toMia.filter(({ content }: { content: string }) => content === 'on time').length, 1);
  const toMel = (await mel.ok('GET', '/messages', newest)).messages;
  const reminders = toMel.filter(({ content }: { content: string }) => content.includes('to be reminded of'));
  assert.equal(reminders.length, 2, 'the message itself, and one reminder of it');
});

test('due work of a stopped server is done by the other one', needsPostgres, async () => {
  let ahead = 0;
  const servers = await startTwoServers({ clock: () => Date.now() / 1000 + ahead });
  const [[mel], [, miaAtTwo]] = await Promise.all([servers.as('mel'), servers.as('mia')]);
  await mel.ok('POST', '/scheduled_messages', {
    type: 'direct',
    to: [miaAtTwo.userId],
    content: 'left behind',
    scheduled_delivery_timestamp: farFuture(),
  });
  await servers.one.close();
  ahead = TWO_DAYS;
  await servers.two.server.scheduler.runDue();
  const newest = { anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false };
  const { messages } = await miaAtTwo.ok('GET', '/messages', newest);
  assert.equal(messages.at(-1).content, 'left behind');
});
