// Bounds on batches: a lower bound gives more batches with the same result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseNextBatch, orderErasures } from '../../src/actions/messages/erase-sent.ts';
import { findMissed } from '../../src/jobs/missed-mail/collect.ts';
import { newClient } from '../access/support.ts';
import { startMissedMailServer } from '../mail/missed-support.ts';
import { filesOf, jsonIn, requestExport } from '../organization/exported.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startMissedMailServer();
const mia = await server.as('mia');
const { database, hubs } = server.server.services;

test('bound missedMessagesPerBatch: one check for missed messages reads that many', async () => {
  const hub = await hubs.upToDate(1);
  const before = await database.sequence(hub.reader);
  for (let index = 0; index < 5; index++) await mia.sendToChannel('general', 'looks', `${index}`);
  await hubs.upToDate(1);
  const check = async (after: number) => {
    const { count, isEnd, until } = await findMissed(hub, after, 0);
    return { result: [count, isEnd], until };
  };
  await withLimit('missedMessagesPerBatch', 3, async () => {
    const first = await check(before);
    assert.deepEqual(first.result, [3, false]);
    assert.deepEqual((await check(first.until)).result, [2, true]);
  });
  assert.deepEqual((await check(before)).result, [5, true]);
});

test('bound missedMessagesPerPerson: more missed messages are split into several mails', async () => {
  const mailsOf = async (key: string) => {
    const person = await newClient(server, { key });
    for (const word of ['first', 'second', 'third']) await mia.sendDirect([person.userId], word);
    const mails = await server.mailTo(`${key}@example.com`);
    // Mails due at the same time are sent in any order.
    return mails.map(({ text }) => (text?.match(/first|second|third/g) ?? []).join(' ')).sort();
  };
  const few = await withLimit('missedMessagesPerPerson', 2, () => mailsOf('often'));
  assert.deepEqual(few, ['first second', 'third']);
  assert.deepEqual(await mailsOf('once'), ['first second third']);
});

test('bound eraseConversationsPerBatch: one unit deletes from that many conversations', async () => {
  const quiet = await startTestServer();
  // The scheduler must not delete them.
  await quiet.server.scheduler.close();
  const { database } = quiet.server.services;
  const person = await newClient(quiet, { key: 'writer' });
  const ids: number[] = [];
  for (let topic = 0; topic < 5; topic++)
    ids.push(await person.sendToChannel('general', `topic ${topic}`, 'x'));
  const scope = { publicChannels: true, privateChannels: false, directMessages: false };
  await database.write(1, (writer) => orderErasures(writer, [person.userId], scope));
  const remainingMessages = async () => {
    const reader = await quiet.as('mel');
    return (await reader.ok('GET', '/messages', { message_ids: ids })).messages.length;
  };
  await withLimit('eraseConversationsPerBatch', 2, () => database.write(1, eraseNextBatch));
  assert.equal(await remainingMessages(), 3);
  await database.write(1, eraseNextBatch);
  assert.equal(await remainingMessages(), 0);
});

test('bound messagesPerExportFile: an export has that many messages in a file', async () => {
  const owner = await (await startTestServer()).as('olive');
  const sizes = async () => {
    const files = await filesOf(await requestExport(owner));
    const parts = [...files.keys()].filter((name) => name.startsWith('messages'));
    return parts.map((name) => jsonIn(files, name).length);
  };
  const small = await withLimit('messagesPerExportFile', 5, sizes);
  const large = await sizes();
  const sum = (all: readonly number[]) => all.reduce((total, size) => total + size, 0);
  assert.equal(sum(small), sum(large));
  assert.equal(Math.max(...small), 5);
  assert.ok(Math.max(...large) > 5);
});
