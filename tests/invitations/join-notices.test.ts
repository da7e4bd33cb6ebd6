// Who is notified of a person who joins: the inviter, and the owners of a small organization.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { countLinkUse } from '../../src/stores/invitations/link-store.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { directMessages, joinBy, open, PASSWORD, sendForm } from './support.ts';

/** The Notification Bot's messages to a person, without the ids in mentions. */
async function told(client: ApiClient): Promise<string[]> {
  const messages = await directMessages(client);
  return messages
    .filter(({ from }) => from === 'Notification Bot')
    .map(({ content }) => content.replace(/\|\d+/g, ''));
}

async function joinByLink(server: TestServer, inviter: ApiClient, name: string): Promise<void> {
  const { invite_link: link } = await inviter.ok('POST', '/invites/multiuse', {});
  await joinAt(server, new URL(link).pathname, name);
}

async function joinAt(server: TestServer, path: string, name: string): Promise<void> {
  const email = `${name.toLowerCase()}@example.org`;
  const answer = await sendForm(server, path, { email, full_name: name, password: PASSWORD });
  assert.equal(answer.status, 302, await answer.text());
}

const withoutMail = () => startTestServer({ mailFilesCountAsSent: false });

test('the creator of a link is notified of each person in their language, and the owners in theirs', async () => {
  const server = await withoutMail();
  const [olive, adam, mel] = await Promise.all([server.as('olive'), server.as('adam'), server.as('mel')]);
  await adam.ok('PATCH', '/settings', { default_language: 'de' });
  await joinByLink(server, adam, 'Nia');
  const ofAdam = '@_**Nia** hat Ihre Einladung angenommen und ist jetzt bei Parley Demo.';
  assert.deepEqual(await told(adam), [ofAdam]);
  assert.deepEqual(await told(olive), ['@_**Nia** joined Parley Demo, invited by @_**Adam Admin**.']);
  assert.deepEqual(await told(mel), []);
  await joinByLink(server, olive, 'Ole');
  assert.equal((await told(olive)).at(-1), '@_**Ole** accepted your invitation to join Parley Demo!');
  assert.deepEqual(await told(adam), [ofAdam]);
});

test('owners are notified of people without an invitation, unless a channel announces them', async () => {
  const server = await startTestServer();
  const olive = await server.as('olive');
  await open(server);
  await sendForm(server, '/register/', { email: 'ann@example.org' });
  await joinBy(server, 'ann@example.org', 'Ann Archer');
  assert.deepEqual(await told(olive), ['@_**Ann Archer** joined Parley Demo.']);
  const { stream_id: channel } = await olive.ok('GET', '/get_stream_id', { stream: 'general' });
  await open(server, { signup_announcements_stream_id: channel });
  await sendForm(server, '/register/', { email: 'ben@example.org' });
  await joinBy(server, 'ben@example.org', 'Ben Brown');
  assert.equal((await told(olive)).length, 1);
});

test('bound peopleForJoinNotices: owners of a larger organization are not told', async () => {
  const server = await withoutMail();
  const [olive, adam] = await Promise.all([server.as('olive'), server.as('adam')]);
  const { members } = await olive.ok('GET', '/users');
  const people = members.filter((one: { is_bot: boolean }) => !one.is_bot).length;
  await withLimit('peopleForJoinNotices', people + 1, async () => {
    await joinByLink(server, adam, 'Nia');
    await joinByLink(server, adam, 'Ole');
  });
  assert.deepEqual(await told(olive), ['@_**Nia** joined Parley Demo, invited by @_**Adam Admin**.']);
  assert.equal((await told(adam)).length, 2);
});

test('bound joinNoticesPerLink: the creator is notified of that many people', async () => {
  const server = await withoutMail();
  const [olive, adam] = await Promise.all([server.as('olive'), server.as('adam')]);
  await olive.ok('PATCH', '/realm', { signup_announcements_stream_id: 1 });
  const { invite_link } = await adam.ok('POST', '/invites/multiuse', { max_uses: 1000 });
  const { invites } = await adam.ok('GET', '/invites');
  await server.server.services.database.write(1, async (writer) => {
    for (let use = 1; use < limits.joinNoticesPerLink; use++)
      await countLinkUse(writer, invites[0].id, Number.POSITIVE_INFINITY);
  });
  const path = new URL(invite_link).pathname;
  const notifies = async () => (await adam.ok('GET', '/invites')).invites[0].notify_referrer_on_join;
  assert.equal(await notifies(), true);
  await joinAt(server, path, 'Nia');
  assert.equal(await notifies(), false);
  await joinAt(server, path, 'Ole');
  assert.equal((await told(adam)).length, 1);
});
