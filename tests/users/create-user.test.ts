// POST /users: accounts created by administrators.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { configure, grant } from './support.ts';

const server = await startTestServer();
const [olive, adam, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('gus'),
]);
const nina = { email: 'nina@example.com', full_name: 'Nina New', password: 'a rather long pass phrase' };

test('creating an account needs an administrator with a special permission', async () => {
  await mel.refused(
    'POST',
    '/users',
    nina,
    'UNAUTHORIZED_PRINCIPAL',
    'Must be an organization administrator',
  );
  await adam.refused('POST', '/users', nina, 'BAD_REQUEST', 'User not authorized to create users');
});

test('POST /users creates a member of the default channels who can log in', async () => {
  await grant(server, adam, { can_create_users: 1 });
  let id = 0;
  const [oliveEvents = []] = await expectFold([olive, mel, gus], async () => {
    id = (await adam.ok('POST', '/users', nina)).user_id;
  });
  const [addEvent] = oliveEvents;
  assert.equal(addEvent.type, 'realm_user');
  assert.equal(addEvent.op, 'add');
  assert.equal(addEvent.person.user_id, id);
  assert.equal(addEvent.person.role, 400);
  assert.equal(addEvent.person.is_active, true);
  assert.deepEqual(
    oliveEvents
      .filter(({ type }) => type === 'realm_export_consent')
      .map(({ user_id, consented }) => [user_id, consented]),
    [[id, false]],
  );
  assert.ok(oliveEvents.some(({ op }) => op === 'add_members'));
  const credentials = { username: nina.email, password: nina.password };
  const [melEvents = []] = await expectFold([mel, gus], () =>
    server.anonymous.ok('POST', '/fetch_api_key', credentials),
  );
  assert.deepEqual(
    melEvents.map(({ person }) => Object.keys(person)),
    [['user_id', 'date_joined']],
  );
  const listener = await mel.registerQueue();
  const login = await server.anonymous.ok('POST', '/fetch_api_key', credentials);
  assert.equal(login.user_id, id);
  assert.deepEqual(await listener.events(), []);
  const client = server.client(nina.email, login.api_key);
  const { snapshot } = await client.registerQueue();
  assert.deepEqual(
    snapshot.subscriptions.map(({ name }: { name: string }) => name),
    ['general'],
  );
  assert.equal(
    snapshot.realm_users.find((user: { user_id: number }) => user.user_id === id).full_name,
    'Nina New',
  );
});

for (const [change, message] of [
  [{ email: 'mel@example.com' }, 'Email is already in use.'],
  [{ email: 'MEL@example.com' }, 'Email is already in use.'],
  [{ email: 'not an address' }, 'Bad name or username'],
  [{ full_name: 'x' }, 'Name too short!'],
  [{ password: 'abc' }, 'The password is too weak. It needs at least 8 characters.'],
  [
    // The server's host.
    { password: '127.0.0.1' },
    'The password is too weak. It is too similar to your name or address, or to those of the organization.',
  ],
] as const) {
  test(`refuses ${JSON.stringify(change)}`, async () => {
    await adam.refused(
      'POST',
      '/users',
      { ...nina, email: 'other@example.com', ...change },
      'BAD_REQUEST',
      message,
    );
  });
}

test('disposable addresses are refused if the organization says so', async () => {
  const throwaway = { ...nina, email: 'x@mailinator.com' };
  const message = 'Disposable email addresses are not allowed in this organization';
  await adam.refused('POST', '/users', throwaway, 'BAD_REQUEST', message);
  await mel.refused('PATCH', '/settings', { email: throwaway.email }, 'BAD_REQUEST', /real email address/);
  await configure(server, { disallow_disposable_email_addresses: false });
  await adam.ok('POST', '/users', throwaway);
  await configure(server, { disallow_disposable_email_addresses: true });
});

test('the new person is welcomed and announced, and their invitations are closed', async () => {
  const { stream_id } = await olive.ok('GET', '/get_stream_id', { stream: 'general' });
  await configure(server, { signup_announcements_stream_id: stream_id });
  await olive.ok('POST', '/invites', { invitee_emails: 'otto@example.com', stream_ids: [] });
  const otto = { email: 'otto@example.com', full_name: 'Otto Other', password: nina.password };
  await expectFold([olive, mel, gus], () => adam.ok('POST', '/users', otto));
  assert.deepEqual((await olive.ok('GET', '/invites')).invites, []);
  const credentials = { username: otto.email, password: otto.password };
  const login = await server.anonymous.ok('POST', '/fetch_api_key', credentials);
  const client = server.client(otto.email, login.api_key);
  const page = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
  const { messages } = await client.ok('GET', '/messages', page);
  const [greeting, news] = messages.slice(-2);
  assert.equal(greeting.sender_full_name, 'Welcome Bot');
  assert.equal(news.subject, 'signups');
  assert.match(news.content, /Otto Other.* joined this organization\./);
  await configure(server, { signup_announcements_stream_id: -1 });
});

test('allowed domains and unique names are enforced', async () => {
  await configure(server, { emails_restricted_to_domains: true, require_unique_names: true });
  const foreignDomain = { ...nina, email: 'x@elsewhere.org' };
  await adam.refused(
    'POST',
    '/users',
    foreignDomain,
    'BAD_REQUEST',
    "Email 'x@elsewhere.org' not allowed in this organization",
  );
  await configure(server, { emails_restricted_to_domains: false });
  const sameName = { ...nina, email: 'second@example.com', full_name: 'MEL member' };
  await adam.refused(
    'POST',
    '/users',
    sameName,
    'BAD_REQUEST',
    'Unique names required in this organization.',
  );
  await configure(server, { require_unique_names: false });
  await adam.ok('POST', '/users', sameName);
});

test('the first use of an API key counts as a first login', async () => {
  const someone = { email: 'newest@example.com', password: 'a long password', full_name: 'Newest' };
  const { user_id: id } = await adam.ok('POST', '/users', someone);
  const listener = await adam.registerQueue({ event_types: ['realm_user'] });
  for (const _time of ['first', 'second']) {
    await server.anonymous.ok('POST', '/dev_fetch_api_key', { username: someone.email });
  }
  const events = await listener.eventsOf('realm_user');
  assert.deepEqual(
    events.map(({ person }) => [person.user_id, Object.keys(person).sort()]),
    [[id, ['date_joined', 'user_id']]],
  );
});
