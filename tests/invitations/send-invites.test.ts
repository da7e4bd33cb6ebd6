// POST /invites: who may invite whom, with what, and the answer if some cannot be invited.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailsOfLastDay } from '../../src/stores/invitations/invitation-store.ts';
import { secondOrganization } from '../access/support.ts';
import { expectFold } from '../support/fold.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';
import { command } from '../users/support.ts';
import { channelIds, directMessages, joinBy, linkFor, newestMail } from './support.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const channels = await channelIds(olive);
const [general = 0] = [channels.general];
const baseInvitation = { invitee_emails: 'nobody@example.org', stream_ids: [] };

test('administrators and the inviter get an event about changed invitations, and others do not', async () => {
  const [forOlive = [], forMel = [], forMia = [], forGus = []] = await expectFold(
    [olive, mel, mia, gus],
    () => mel.ok('POST', '/invites', { invitee_emails: 'ann@example.org', stream_ids: [] }),
  );
  const changeEvent = { type: 'invites_changed' };
  for (const events of [forOlive, forMel])
    assert.deepEqual(
      events.map(({ type }) => ({ type })),
      [changeEvent],
    );
  assert.deepEqual([forMia, forGus], [[], []]);
  const { invites } = await mel.ok('GET', '/invites');
  const [invite] = invites;
  const { id, invited, expiry_date, ...rest } = invite;
  assert.deepEqual(rest, {
    invited_by_user_id: mel.userId,
    invited_as: 400,
    email: 'ann@example.org',
    notify_referrer_on_join: true,
    is_multiuse: false,
  });
  assert.equal(expiry_date - invited, 10 * 86_400);
  assert.equal((await mia.ok('GET', '/invites')).invites.length, 0);
  assert.equal((await adam.ok('GET', '/invites')).invites.length, 1);
  const mail = await newestMail(server, 'ann@example.org');
  assert.equal(mail.subject, 'Mel Member has invited you to join Parley Demo');
});

test('a new person gets the role, channels and groups, and others are notified', async () => {
  await olive.ok('POST', '/user_groups/create', {
    name: 'travellers',
    description: '',
    members: [olive.userId],
  });
  const group = (await olive.registerQueue()).snapshot.realm_user_groups.find(
    (one: { name: string }) => one.name === 'travellers',
  );
  await olive.ok('PATCH', '/realm', { signup_announcements_stream_id: general });
  const name = Object.keys(channels).find((one) => one !== 'general') ?? '';
  await adam.ok('POST', '/invites', {
    invitee_emails: 'Ben <ben@example.org>',
    stream_ids: [channels[name]],
    invite_as: 300,
    group_ids: [],
    invite_expires_in_minutes: null,
    welcome_message_custom_text: 'The kettle is in the *kitchen*.',
  });
  await olive.ok('POST', '/invites', {
    invitee_emails: 'bea@example.org',
    stream_ids: [],
    group_ids: [group.id],
    include_realm_default_subscriptions: true,
    notify_referrer_on_join: false,
  });
  await expectFold([olive, adam, mel, gus], () => joinBy(server, 'ben@example.org', 'Ben Brown'));
  await expectFold([olive, mel, gus], () => joinBy(server, 'bea@example.org', 'Bea Bright'));
  const { members } = await olive.ok('GET', '/users');
  const memberWithEmail = (email: string) =>
    members.find((user: { delivery_email: string }) => user.delivery_email === email);
  assert.equal(memberWithEmail('ben@example.org').role, 300);
  assert.equal(memberWithEmail('bea@example.org').role, 400);
  const { snapshot } = await olive.registerQueue();
  const joinedGroup = snapshot.realm_user_groups.find((one: { id: number }) => one.id === group.id);
  assert.deepEqual(joinedGroup.members, [olive.userId, memberWithEmail('bea@example.org').user_id]);
  const notices = (await directMessages(adam)).filter(({ from }) => from === 'Notification Bot');
  assert.match(notices.at(-1)?.content ?? '', /Ben Brown.* accepted your invitation to join Parley Demo!/);
  assert.ok(!(await directMessages(olive)).some(({ content }) => /Bea Bright/.test(content)));
  const { messages } = await olive.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 2,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      ['channel', 'general'],
      ['topic', 'signups'],
    ],
  });
  assert.deepEqual(
    messages.map(({ content }: { content: string }) => content.replace(/\|\d+/, '')),
    ['@_**Ben Brown** joined this organization.', '@_**Bea Bright** joined this organization.'],
  );
});

test('a new person is only in the invited channels, and gets the welcome message and the invitation’s text', async () => {
  const name = Object.keys(channels).find((one) => one !== 'general') ?? '';
  await adam.ok('POST', '/invites', {
    invitee_emails: 'cleo@example.org',
    stream_ids: [channels[name]],
    welcome_message_custom_text: 'The kettle is in the *kitchen*.',
  });
  const cleo = await joinBy(server, 'cleo@example.org', 'Cleo Carter');
  const { subscriptions } = await cleo.ok('GET', '/users/me/subscriptions');
  assert.deepEqual(
    subscriptions.map((one: { name: string }) => one.name),
    [name],
  );
  const messages = await directMessages(cleo);
  assert.deepEqual(
    messages.map(({ from }) => from),
    ['Welcome Bot', 'Welcome Bot'],
  );
  assert.match(messages[0]?.content ?? '', /welcome to Parley Demo/);
  assert.equal(messages[1]?.content, 'The kettle is in the *kitchen*.');
  // An account created by its owner does not join again at the first login.
  const { date_joined } = await cleo.ok('GET', '/users/me');
  await server.anonymous.ok('POST', '/dev_fetch_api_key', { username: 'cleo@example.org' });
  assert.equal((await cleo.ok('GET', '/users/me')).date_joined, date_joined);
  assert.match((await newestMail(server, 'cleo@example.org')).subject, /Welcome to Parley Demo/);
});

test('an empty welcome text means none, and a missing one the organization’s', async () => {
  await olive.ok('PATCH', '/realm', { welcome_message_custom_text: 'Read the handbook.' });
  await olive.ok('POST', '/invites', { invitee_emails: 'dan@example.org', stream_ids: [] });
  await olive.ok('POST', '/invites', {
    invitee_emails: 'dora@example.org',
    stream_ids: [],
    welcome_message_custom_text: '',
  });
  const dan = await joinBy(server, 'dan@example.org', 'Dan Dale');
  const dora = await joinBy(server, 'dora@example.org', 'Dora Dale');
  assert.equal((await directMessages(dan)).at(-1)?.content, 'Read the handbook.');
  assert.equal((await directMessages(dora)).length, 1);
});

test('invitations that the inviter may not send are refused', async () => {
  await helper.refused('POST', '/invites', baseInvitation, 'BAD_REQUEST', /does not accept bot requests/);
  await gus.refused('POST', '/invites', baseInvitation, 'BAD_REQUEST', 'Not allowed for guest users');
  const owner = 'Must be an organization owner';
  const administrator = 'Must be an organization administrator';
  await adam.refused(
    'POST',
    '/invites',
    { ...baseInvitation, invite_as: 100 },
    'UNAUTHORIZED_PRINCIPAL',
    owner,
  );
  await mona.refused('POST', '/invites', { ...baseInvitation, invite_as: 300 }, 'BAD_REQUEST', administrator);
  const text = { ...baseInvitation, welcome_message_custom_text: 'Hello' };
  await mel.refused('POST', '/invites', text, 'BAD_REQUEST', administrator);
  for (const invitee_emails of ['', ' ,\n , ']) {
    const sent = { invitee_emails, stream_ids: [] };
    await mel.refused(
      'POST',
      '/invites',
      sent,
      'BAD_REQUEST',
      'You must specify at least one email address.',
    );
  }
  const unknown = { ...baseInvitation, stream_ids: [general, 999_999] };
  const message = 'Invalid channel ID 999999. No invites were sent.';
  await mel.refused('POST', '/invites', unknown, 'BAD_REQUEST', message);
  await mel.refused(
    'POST',
    '/invites',
    { ...baseInvitation, group_ids: [999_999] },
    'BAD_REQUEST',
    'Invalid user group',
  );
  const everyone = (await olive.registerQueue()).snapshot.realm_user_groups[0].id;
  await mel.refused(
    'POST',
    '/invites',
    { ...baseInvitation, group_ids: [everyone] },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  const soon = { ...baseInvitation, invite_expires_in_minutes: 0 };
  await mel.refused('POST', '/invites', soon, 'BAD_REQUEST', 'invite_expires_in_minutes is too small');
  assert.deepEqual(await mailTo(server, 'nobody@example.org'), []);
});

test('channels need the permission to subscribe others, except default channels', async () => {
  const groups: { id: number; name: string }[] = (await olive.registerQueue()).snapshot.realm_user_groups;
  const idOf = (name: string) => groups.find((group) => group.name === name)?.id;
  await olive.ok('PATCH', '/realm', { can_add_subscribers_group: { new: idOf('role:administrators') } });
  const { stream_id } = await olive.ok('GET', '/get_stream_id', { stream: 'general' });
  await olive.ok('POST', '/default_streams', { stream_id });
  const other =
    Object.entries(channels).find(([name]) => name === 'engineering') ?? Object.entries(channels)[1];
  const sent = { invitee_emails: 'eve@example.org', stream_ids: [other?.[1]] };
  const message = 'You do not have permission to subscribe other users to channels.';
  await mel.refused('POST', '/invites', sent, 'BAD_REQUEST', message);
  await mel.ok('POST', '/invites', { ...sent, stream_ids: [general] });
  await olive.ok('PATCH', '/realm', { can_add_subscribers_group: { new: idOf('role:members') } });
  await olive.ok('PATCH', '/realm', { can_invite_users_group: { new: idOf('role:administrators') } });
  await mel.refused('POST', '/invites', baseInvitation, 'BAD_REQUEST', 'Insufficient permission');
  await olive.ok('PATCH', '/realm', { can_invite_users_group: { new: idOf('role:members') } });
});

test('known addresses are skipped, and the others invited', async () => {
  await adam.ok('DELETE', `/users/${(await server.as('max')).userId}`);
  const some = await mel.refused(
    'POST',
    '/invites',
    { invitee_emails: 'mia@example.com, new@example.org\nmax@example.com', stream_ids: [] },
    'INVITATION_FAILED',
    /We did send invitations to everyone else!/,
  );
  assert.deepEqual(some.errors, [
    ['mia@example.com', 'Already has an account.', false],
    ['max@example.com', 'Account has been deactivated.', true],
  ]);
  assert.deepEqual(
    [some.sent_invitations, some.daily_limit_reached, some.license_limit_reached],
    [true, false, false],
  );
  await linkFor(server, 'new@example.org');
  const none = await mel.refused(
    'POST',
    '/invites',
    { invitee_emails: 'MIA@example.com', stream_ids: [] },
    'INVITATION_FAILED',
    "We weren't able to invite anyone.",
  );
  assert.equal(none.sent_invitations, false);
});

test('addresses that could not join refuse the whole request', async () => {
  const refused = async (invitee_emails: string) => {
    const body = await mel.refused(
      'POST',
      '/invites',
      { invitee_emails, stream_ids: [] },
      'INVITATION_FAILED',
      "Some emails did not validate, so we didn't send any invitations.",
    );
    assert.equal(body.sent_invitations, false);
    return body.errors;
  };
  assert.deepEqual(await refused('good@example.org,nonsense'), [['nonsense', 'Invalid address.', false]]);
  assert.deepEqual(await refused('x@mail.mailinator.com'), [
    ['x@mail.mailinator.com', 'Please use your real email address.', false],
  ]);
  assert.deepEqual(await refused('welcome-bot@parley.invalid'), [
    ['welcome-bot@parley.invalid', 'Reserved for system bots.', false],
  ]);
  await olive.ok('POST', '/realm/domains', { domain: 'example.net', allow_subdomains: true });
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  assert.deepEqual(await refused('a+b@example.net,out@example.org'), [
    ['a+b@example.net', 'Email addresses containing + are not allowed.', false],
    ['out@example.org', 'Outside your domain.', false],
  ]);
  await mel.ok('POST', '/invites', { invitee_emails: 'in@deep.example.net', stream_ids: [] });
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: false });
  assert.deepEqual(await mailTo(server, 'good@example.org'), []);
});

test('a new account cannot invite while anyone can join', async () => {
  await olive.ok('PATCH', '/realm', { invite_required: false });
  const joined = (date_joined: number) =>
    command(server, { accounts: [mia.userId] }, async (writer) => {
      await writer.db.updateTable('account').set({ date_joined }).where('id', '=', mia.userId).execute();
    });
  const now = Math.floor(Date.now() / 1000);
  await joined(now - 2 * 86_400);
  await mia.refused('POST', '/invites', baseInvitation, 'INVITATION_FAILED', /^Your account is too new/);
  await joined(now - 4 * 86_400);
  await mia.ok('POST', '/invites', { ...baseInvitation, invitee_emails: 'fay@example.org' });
  await olive.ok('PATCH', '/realm', { invite_required: true });
});

test('inviting many takes as few statements as inviting a few', async () => {
  const quiet = await startTestServer();
  await quiet.server.scheduler.close();
  const owner = await quiet.as('olive');
  let count = 0;
  const invite = (many: number) => () => {
    const emails = Array.from({ length: many }, () => `p${++count}@example.org`);
    return owner.ok('POST', '/invites', { invitee_emails: emails.join(), stream_ids: [] });
  };
  await invite(1)();
  const few = await workOf(invite(2));
  const many = await workOf(invite(100));
  // Background work of the file's other server is counted too; a statement per address would add 98.
  assert.ok(
    many.statements - few.statements < 49,
    `${many.statements} statements instead of ${few.statements}`,
  );
});

test('an organization has limits on invited addresses per day and per request', async () => {
  const many = Array.from({ length: 201 }, (_, index) => `many${index}@example.org`).join();
  const sent = { invitee_emails: many, stream_ids: [] };
  await mel.refused('POST', '/invites', sent, 'BAD_REQUEST', 'At most 200 addresses can be invited at once.');
  const before = await adam.ok('GET', '/invites');
  await command(server, {}, async (writer) => {
    await writer.db
      .updateTable('invitation')
      .set({ mails: 3000 })
      .where('id', '=', before.invites[0].id)
      .execute();
  });
  const body = await mel.refused(
    'POST',
    '/invites',
    baseInvitation,
    'INVITATION_FAILED',
    /no invitations were sent/,
  );
  assert.equal(body.daily_limit_reached, true);
});

test('invitations count for a day, to the second, in their organization only', async () => {
  const elsa = await secondOrganization(server);
  const { database } = server.server.services;
  const now = 1_780_000_000;
  const reader = database.reader(1);
  const all = async () => Promise.all([reader, database.reader(2)].map((one) => mailsOfLastDay(one, now)));
  const invitedAt = (invited_at: number, organization: number) =>
    database.write(organization, async (writer) => {
      await writer.db
        .updateTable('invitation')
        .set({ invited_at, mails: 5 })
        .where('organization_id', '=', organization)
        .execute();
    });
  await elsa.ok('POST', '/invites', { invitee_emails: 'eva@elsewhere.example', stream_ids: [] });
  const { count } = await reader.db
    .selectFrom('invitation')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organization_id', '=', 1)
    .executeTakeFirstOrThrow();
  const here = Number(count) * 5;
  for (const [ago, counted] of [
    [0, here],
    [86_399, here],
    [86_400, 0],
  ] as const) {
    await invitedAt(now - ago, 1);
    for (const elsewhere of [0, 90_000]) {
      await invitedAt(now - elsewhere, 2);
      assert.deepEqual(await all(), [counted, elsewhere === 0 ? 5 : 0], `${ago} s ago`);
    }
  }
});
