// Bounds of mail about missed messages: what it shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../access/support.ts';
import { startMissedMailServer } from '../mail/missed-support.ts';
import { withLimit } from '../support/with-limit.ts';

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
