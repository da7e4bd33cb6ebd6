// Bounds on the content of mail about missed messages.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { newClient } from '../access/support.ts';
import { startMissedMailServer } from '../mail/missed-support.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startMissedMailServer();
const [olive, mia, max] = await Promise.all([server.as('olive'), server.as('mia'), server.as('max')]);

test('bound messagesPerMail: of very many missed messages the first are shown', async () => {
  const person = await newClient(server, { key: 'reader' });
  for (const word of ['first', 'second', 'third']) await mia.sendDirect([person.userId], word);
  const [mail] = await withLimit('messagesPerMail', 2, () => server.mailTo('reader@example.com'));
  assert.match(mail?.text ?? '', /first[\s\S]*second/);
  assert.doesNotMatch(mail?.text ?? '', /third/);
});

test('bound contentBytesPerMail: messages that do not fit are counted', async () => {
  const person = await newClient(server, { key: 'scholar' });
  for (const word of ['first', 'second', 'third']) await mia.sendDirect([person.userId], word.repeat(100));
  const maxBytes = '<p></p>'.length * 2 + 100 * ('first'.length + 'second'.length);
  const [mail] = await withLimit('contentBytesPerMail', maxBytes, () => server.mailTo('scholar@example.com'));
  assert.match(mail?.text ?? '', /first[\s\S]*second[\s\S]*1 more message/);
  assert.doesNotMatch(mail?.text ?? '', /third/);
});

test('bound mailBytesPerUnit: every conversation is still mailed once, in several units', async () => {
  const person = await newClient(server, { key: 'listener' });
  const write = mock.method(server.server.services.database, 'write');
  const unitsFor = async (bytes: number, more = '') => {
    for (const sender of [mia, max, olive])
      await sender.sendDirect([person.userId], `from ${sender.userId}${more}`);
    write.mock.resetCalls();
    const mails = await withLimit('mailBytesPerUnit', bytes, () => server.mailTo('listener@example.com'));
    const senders = mails.map(({ text }) => /from \d+/.exec(text ?? '')?.[0]).sort();
    assert.deepEqual(senders, [mia, max, olive].map(({ userId }) => `from ${userId}`).sort());
    return write.mock.callCount();
  };
  assert.equal((await unitsFor(1)) - (await unitsFor(1_000_000)), 2);
  // 1000 characters as text, and 9000 as HTML.
  const bold = ' **b**'.repeat(500);
  assert.equal((await unitsFor(8000, bold)) - (await unitsFor(1_000_000, bold)), 2);
  write.mock.restore();
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
  for (const word of ['apple', 'pear']) await max.sendToChannel(`about ${key}`, 'lunch', word);
  await server.mailAfter(1);
  const { full_name } = await person.ok('GET', '/users/me');
  await mia.sendToChannel(`about ${key}`, 'lunch', `@**${full_name}|${person.userId}** you choose`);
  const [mail] = await withLimit(bound, value, () => server.mailTo(`${key}@example.com`));
  assert.match(mail?.text ?? '', /you choose/);
  return ['apple', 'pear'].filter((word) => mail?.text?.includes(word));
};

test('bound earlierMessagesPerMail: the last earlier messages of the topic are shown above', async () => {
  assert.deepEqual(await afterEarlier('one', 'earlierMessagesPerMail', 10), ['apple', 'pear']);
  assert.deepEqual(await afterEarlier('two', 'earlierMessagesPerMail', 1), ['pear']);
});

test('bound earlierSecondsInMail: older earlier messages are not shown', async () => {
  assert.deepEqual(await afterEarlier('three', 'earlierSecondsInMail', -10), []);
});
