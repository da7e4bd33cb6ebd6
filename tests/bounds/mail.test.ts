// Bounds of mail: what a mail about missed messages shows, and what a mail that comes in may take.

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import type { SMTPServerDataStream } from 'smtp-server';
import { MailReader } from '../../src/delivery/incoming-mail/mail-reader.ts';
import { newClient } from '../access/support.ts';
import { startMissedMailServer } from '../mail/missed-support.ts';
import { withLimit } from '../support/bounds.ts';
import { temporaryFolder } from '../support/temporary.ts';

const server = await startMissedMailServer();
const [olive, mia, max] = await Promise.all([server.as('olive'), server.as('mia'), server.as('max')]);

test('bound messagesPerMail: of very many missed messages the first are shown', async () => {
  const person = await newClient(server, { key: 'reader' });
  for (const word of ['first', 'second', 'third']) await mia.tell([person.userId], word);
  const [mail] = await withLimit('messagesPerMail', 2, () => server.mailTo('reader@example.com'));
  assert.match(mail?.text ?? '', /first[\s\S]*second/);
  assert.doesNotMatch(mail?.text ?? '', /third/);
});

const afterEarlier = async (
  key: string,
  bound: 'earlierMessagesPerMail' | 'earlierSecondsInMail',
  value: number,
) => {
  const person = await newClient(server, { key });
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: `about ${key}` }],
    principals: [person.userId, max.userId, mia.userId],
  });
  for (const word of ['apple', 'pear']) await max.say(`about ${key}`, 'lunch', word);
  await server.mailAfter(1);
  const { full_name } = await person.ok('GET', '/users/me');
  await mia.say(`about ${key}`, 'lunch', `@**${full_name}|${person.userId}** you choose`);
  const [mail] = await withLimit(bound, value, () => server.mailTo(`${key}@example.com`));
  assert.match(mail?.text ?? '', /you choose/);
  return ['apple', 'pear'].filter((word) => mail?.text?.includes(word));
};

test('bound earlierMessagesPerMail: above them stand the last of the topic before', async () => {
  assert.deepEqual(await afterEarlier('one', 'earlierMessagesPerMail', 10), ['apple', 'pear']);
  assert.deepEqual(await afterEarlier('two', 'earlierMessagesPerMail', 1), ['pear']);
});

test('bound earlierSecondsInMail: and none that is older', async () => {
  assert.deepEqual(await afterEarlier('three', 'earlierSecondsInMail', -10), []);
});

const stream = (text: string) => {
  const through = new PassThrough();
  through.end(text);
  return through as unknown as SMTPServerDataStream;
};
const MAIL = 'From: ann@example.org\r\nSubject: s\r\n\r\ntext';

test('bound incomingMailBytes: a larger mail is refused', async () => {
  const reader = await MailReader.open(temporaryFolder());
  after(() => reader.close());
  await assert.rejects(
    withLimit('incomingMailBytes', MAIL.length - 1, () => reader.read(stream(MAIL))),
    /The mail is too large/,
  );
  await withLimit('incomingMailBytes', MAIL.length, () => reader.read(stream(MAIL)));
});

test('bound incomingMailSeconds: one that takes longer is refused', async () => {
  const reader = await withLimit('incomingMailSeconds', 0.001, () => MailReader.open(temporaryFolder()));
  after(() => reader.close());
  await assert.rejects(reader.read(stream(MAIL)), /takes too long/);
});
