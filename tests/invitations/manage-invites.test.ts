// Listing, revoking and resending invitations, and how they end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../src/server/logger.ts';
import { nextReminder } from '../../src/stores/invitations/invitation-store.ts';
import { secondOrganization } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';
import { command } from '../users/support.ts';
import { fillIn, joinBy, linkFor } from './support.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);

interface Invite {
  readonly id: number;
  readonly email?: string;
  readonly link_url?: string;
  readonly is_multiuse: boolean;
  readonly invited: number;
  readonly expiry_date: number | null;
}

async function invitesOf(client: ApiClient): Promise<Invite[]> {
  return (await client.ok('GET', '/invites')).invites;
}

async function invite(client: ApiClient, email: string, more: object = {}): Promise<Invite> {
  await client.ok('POST', '/invites', { invitee_emails: email, stream_ids: [], ...more });
  const found = (await invitesOf(client)).find((one) => one.email === email);
  assert.ok(found);
  return found;
}

async function status(path: string): Promise<number> {
  return (await fetch(server.url + path)).status;
}

test('a revoked invitation disappears from lists, and its link stops working', async () => {
  const { id } = await invite(mel, 'ann@example.org');
  const link = await linkFor(server, 'ann@example.org');
  assert.equal(await status(link), 200);
  await mia.refused('DELETE', `/invites/${id}`, {}, 'BAD_REQUEST', 'Must be an organization administrator');
  await gus.refused('DELETE', `/invites/${id}`, {}, 'BAD_REQUEST', 'Not allowed for guest users');
  const [forMel = [], forMia = [], forAdam = []] = await expectFold([mel, mia, adam], () =>
    adam.ok('DELETE', `/invites/${id}`),
  );
  assert.deepEqual(
    [forMel, forMia, forAdam].map((events) => events.map(({ type }) => type)),
    [['invites_changed'], [], ['invites_changed']],
  );
  assert.equal(await status(link), 404);
  assert.equal((await fillIn(server, link, 'Ann Archer')).status, 404);
  assert.ok(!(await invitesOf(mel)).some((one) => one.id === id));
  for (const [method, path] of [
    ['DELETE', `/invites/${id}`],
    ['POST', `/invites/${id}/resend`],
    ['DELETE', '/invites/999999'],
    ['POST', '/invites/999999/resend'],
    ['DELETE', '/invites/multiuse/999999'],
  ] as const) {
    await adam.refused(method, path, {}, 'BAD_REQUEST', 'No such invitation');
  }
});

test('resending mails a new link that lasts as long as the first', async () => {
  const { id } = await invite(mel, 'ben@example.org', { invite_expires_in_minutes: 60 });
  const first = await linkFor(server, 'ben@example.org');
  // Backdates the first mail.
  await command(server, {}, async (writer) => {
    await writer.db
      .updateTable('invitation')
      .set((row) => ({
        invited_at: row('invited_at', '-', 1800),
        expires_at: row('expires_at', '-', 1800),
      }))
      .where('id', '=', id)
      .execute();
  });
  await expectFold([mel, adam], () => adam.ok('POST', `/invites/${id}/resend`));
  const [sameInvite] = (await invitesOf(mel)).filter((one) => one.id === id);
  assert.ok(sameInvite?.expiry_date);
  assert.equal(sameInvite.expiry_date - sameInvite.invited, 3600);
  const second = await linkFor(server, 'ben@example.org');
  assert.notEqual(second, first);
  assert.deepEqual([await status(first), await status(second)], [404, 200]);
  for (let mails = 2; mails < 5; mails++) await mel.ok('POST', `/invites/${id}/resend`);
  await mel.refused('POST', `/invites/${id}/resend`, {}, 'RATE_LIMIT_HIT');
  await mia.refused('POST', `/invites/${id}/resend`, {}, 'BAD_REQUEST', /administrator/);
  const ben = await joinBy(server, 'ben@example.org', 'Ben Bold');
  assert.equal((await ben.ok('GET', '/users/me/email')).is_confirmed, true);
});

test('an expired invitation is in no list and admits no one', async () => {
  const { id } = await invite(mel, 'cleo@example.org', { invite_expires_in_minutes: 1 });
  const link = await linkFor(server, 'cleo@example.org');
  await command(server, {}, async (writer) => {
    await writer.db.updateTable('invitation').set({ expires_at: writer.now }).where('id', '=', id).execute();
  });
  assert.ok(!(await invitesOf(adam)).some((one) => one.id === id));
  assert.equal(await status(link), 404);
  assert.equal((await fillIn(server, link, 'Cleo Carter')).status, 404);
});

test('a used invitation can neither be used, revoked nor resent, and closes the others', async () => {
  const one = await invite(mel, 'dan@example.org');
  const other = await invite(mia, 'dan@example.org');
  const link = await linkFor(server, 'dan@example.org');
  const listeners = await Promise.all([mel.registerQueue(), mia.registerQueue(), gus.registerQueue()]);
  await joinBy(server, 'dan@example.org', 'Dan Dale');
  const eventLists = await Promise.all(listeners.map((listener) => listener.eventsOf('invites_changed')));
  assert.deepEqual(
    eventLists.map((events) => events.length),
    [1, 1, 0],
  );
  assert.equal((await fillIn(server, link, 'Dan Again')).status, 404);
  for (const { id } of [one, other]) {
    const message = 'Invitation already used or deactivated.';
    await adam.refused('DELETE', `/invites/${id}`, {}, 'BAD_REQUEST', message);
    await adam.refused('POST', `/invites/${id}/resend`, {}, 'BAD_REQUEST', message);
  }
});

test('only owners see and manage invitations of owners', async () => {
  const { id } = await invite(olive, 'eve@example.org', { invite_as: 100 });
  const { invite_link } = await olive.ok('POST', '/invites/multiuse', { invite_as: 100 });
  const adminsInvites = await invitesOf(adam);
  assert.ok(!adminsInvites.some((one) => one.email === 'eve@example.org' || one.link_url === invite_link));
  const link = (await invitesOf(olive)).find((one) => one.link_url === invite_link);
  const message = 'Must be an organization owner';
  for (const [method, path] of [
    ['DELETE', `/invites/${id}`],
    ['POST', `/invites/${id}/resend`],
    ['DELETE', `/invites/multiuse/${link?.id}`],
  ] as const) {
    await adam.refused(method, path, {}, 'UNAUTHORIZED_PRINCIPAL', message);
  }
});

test('invitation links are created with permission, and revoked by their creator or administrators', async () => {
  await mel.refused('POST', '/invites/multiuse', {}, 'BAD_REQUEST', 'Insufficient permission');
  const unknown = { stream_ids: [999_999] };
  const message = 'Invalid channel ID 999999. No invites were sent.';
  await adam.refused('POST', '/invites/multiuse', unknown, 'BAD_REQUEST', message);
  const groups: { id: number; name: string }[] = (await olive.registerQueue()).snapshot.realm_user_groups;
  const members = groups.find(({ name }) => name === 'role:members');
  await olive.ok('PATCH', '/realm', { create_multiuse_invite_group: { new: members?.id } });
  let url = '';
  await expectFold([mel, adam, mia], async () => {
    const withoutExpiry = { invite_expires_in_minutes: null };
    url = (await mel.ok('POST', '/invites/multiuse', withoutExpiry)).invite_link;
  });
  assert.match(url, new RegExp(`^${server.url}/join/\\w{24}/$`));
  const [link] = (await invitesOf(mel)).filter((one) => one.is_multiuse);
  const { id, invited, ...rest } = link ?? ({} as Invite);
  assert.deepEqual(rest, {
    invited_by_user_id: mel.userId,
    invited_as: 400,
    expiry_date: null,
    link_url: url,
    notify_referrer_on_join: true,
    is_multiuse: true,
    max_uses: null,
    uses: 0,
  });
  assert.ok(invited > 0);
  assert.equal(await status(new URL(url).pathname), 200);
  await mia.refused('DELETE', `/invites/multiuse/${id}`, {}, 'BAD_REQUEST', /administrator/);
  await expectFold([mel, adam, mia], () => mel.ok('DELETE', `/invites/multiuse/${id}`));
  assert.equal(await status(new URL(url).pathname), 404);
  const revokedText = 'Invitation has already been revoked';
  await mel.refused('DELETE', `/invites/multiuse/${id}`, {}, 'BAD_REQUEST', revokedText);
});

test('an invitation is valid only while its inviter could still create it', async () => {
  await invite(adam, 'fay@example.org', { invite_as: 200 });
  const link = await linkFor(server, 'fay@example.org');
  await olive.ok('PATCH', `/users/${adam.userId}`, { role: 400 });
  assert.equal(await status(link), 404);
  await olive.ok('PATCH', `/users/${adam.userId}`, { role: 200 });
  assert.equal(await status(link), 200);
});

test('deactivating an account ends its invitations, and administrators get an event', async () => {
  await invite(mia, 'gil@example.org');
  const { invite_link } = await mia.ok('POST', '/invites/multiuse', {});
  const link = await linkFor(server, 'gil@example.org');
  const [oliveEvents = []] = await expectFold([olive, mel], () => olive.ok('DELETE', `/users/${mia.userId}`));
  assert.ok(oliveEvents.some(({ type }) => type === 'invites_changed'));
  assert.deepEqual([await status(link), await status(new URL(invite_link).pathname)], [404, 404]);
  await olive.ok('POST', `/users/${mia.userId}/reactivate`);
  assert.ok(!(await invitesOf(olive)).some((one) => one.email === 'gil@example.org'));
});

test('invitations that ended long ago are deleted, and open ones are not', async () => {
  const old = 31 * 86_400;
  const { id } = await invite(mel, 'kim@example.org');
  const lasting = await invite(mel, 'lee@example.org', { invite_expires_in_minutes: null });
  await mel.ok('DELETE', `/invites/${id}`);
  const make = () => adam.ok('POST', '/invites/multiuse', {});
  await make();
  const linkId = (await invitesOf(adam)).filter((one) => one.is_multiuse).at(-1)?.id ?? 0;
  await adam.ok('DELETE', `/invites/multiuse/${linkId}`);
  await command(server, {}, async (writer) => {
    for (const table of ['invitation', 'invitation_link'] as const) {
      await writer.db
        .updateTable(table)
        .set((row) => ({ invited_at: row('invited_at', '-', old) }))
        .execute();
    }
  });
  await invite(mel, 'max2@example.org');
  await make();
  const { db } = server.server.services.database.reader(1);
  const storedIds = (await db.selectFrom('invitation').select('id').execute()).map((row) => row.id);
  assert.deepEqual([storedIds.includes(id), storedIds.includes(lasting.id)], [false, true]);
  const links = await db.selectFrom('invitation_link').select('id').where('id', '=', linkId).execute();
  assert.deepEqual(links, []);
});

test('a failed reminder does not block the others', async () => {
  let ahead = 0;
  const logLines: string[] = [];
  const later = await startTestServer({
    clock: () => Date.now() / 1000 + ahead,
    log: { ...silentLog, error: (_fields, message) => void logLines.push(message) },
  });
  const owner = await later.as('olive');
  for (const invitee_emails of ['pat@example.org', 'quinn@example.org']) {
    await owner.ok('POST', '/invites', { invitee_emails, stream_ids: [] });
  }
  await command(later, {}, async (writer) => {
    const pat = writer.db.updateTable('invitation').where('email', '=', 'pat@example.org');
    await pat.set((row) => ({ key_sealed: 'not sealed', remind_at: row('remind_at', '-', 60) })).execute();
  });
  ahead = 8 * 86_400 + 60;
  for (let round = 0; round < 3; round++) await later.server.scheduler.runDue();
  const subjects = async (email: string) => (await mailTo(later, email)).map(({ subject }) => subject);
  assert.equal((await subjects('quinn@example.org')).length, 2);
  assert.equal((await subjects('pat@example.org')).length, 1);
  assert.deepEqual(logLines, ['invitation reminder failed, giving up']);
});

test('invited people are reminded once, two days before the expiry', async () => {
  let ahead = 0;
  const later = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
  const owner = await later.as('olive');
  const send = (email: string, minutes: number) =>
    owner.ok('POST', '/invites', {
      invitee_emails: email,
      stream_ids: [],
      invite_expires_in_minutes: minutes,
    });
  await send('hal@example.org', 5 * 1440);
  await send('ida@example.org', 1440);
  await send('jo@example.org', 5 * 1440);
  const jo = (await owner.ok('GET', '/invites')).invites.find(
    (one: Invite) => one.email === 'jo@example.org',
  );
  await owner.ok('DELETE', `/invites/${jo.id}`);
  const subjects = async (email: string) => (await mailTo(later, email)).map(({ subject }) => subject);
  const first = 'Olive Owner has invited you to join Parley Demo';
  assert.deepEqual(await subjects('hal@example.org'), [first]);
  ahead = 3 * 86_400 + 60;
  await later.server.scheduler.runDue();
  await later.server.scheduler.runDue();
  assert.deepEqual(await subjects('hal@example.org'), [first, `Reminder: ${first}`]);
  assert.deepEqual(await subjects('ida@example.org'), [first]);
  assert.deepEqual(await subjects('jo@example.org'), [first]);
  const links = (await mailTo(later, 'hal@example.org')).map(
    ({ text = '' }) => /do_confirm\/\w{24}/.exec(text)?.[0],
  );
  assert.equal(links[0], links[1]);
});

test('an invitation that ended, in whatever way, is not reminded', async () => {
  let ahead = 0;
  const later = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
  const [owner, max, admin] = await Promise.all([later.as('olive'), later.as('max'), later.as('adam')]);
  const send = (client: ApiClient, invitee_emails: string) =>
    client.ok('POST', '/invites', { invitee_emails, stream_ids: [], invite_expires_in_minutes: 5 * 1440 });
  await send(owner, 'revoked@example.org');
  const [{ id }] = (await owner.ok('GET', '/invites')).invites;
  await owner.ok('DELETE', `/invites/${id}`);
  await send(max, 'left@example.org');
  await owner.ok('DELETE', `/users/${max.userId}`);
  await send(owner, 'joined@example.org');
  await send(admin, 'joined@example.org');
  await joinBy(later, 'joined@example.org', 'Jo Joined');
  const { database } = later.server.services;
  assert.equal(await nextReminder(database.reader(0)), undefined);
  // Even if a reminder was queued when it ended.
  await command(later, {}, async (writer) => {
    await writer.db.updateTable('invitation').set({ remind_at: 1 }).execute();
  });
  const emails = ['revoked@example.org', 'left@example.org', 'joined@example.org'];
  const mails = () => Promise.all(emails.map(async (email) => (await mailTo(later, email)).length));
  const before = await mails();
  ahead = 3 * 86_400 + 60;
  for (let round = 0; round < 2; round++) await later.server.scheduler.runDue();
  assert.deepEqual(await mails(), before);
  assert.equal(await nextReminder(database.reader(0)), undefined);
});

test('an invitation is not reminded once its inviter could no longer create it', async () => {
  let ahead = 0;
  const later = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
  const [owner, admin] = [await later.as('olive'), await later.as('adam')];
  const sent = { stream_ids: [], invite_expires_in_minutes: 5 * 1440 };
  await admin.ok('POST', '/invites', { ...sent, invitee_emails: 'boss@example.org', invite_as: 200 });
  await admin.ok('POST', '/invites', { ...sent, invitee_emails: 'colleague@example.org' });
  await owner.ok('PATCH', `/users/${admin.userId}`, { role: 400 });
  ahead = 3 * 86_400 + 60;
  for (let round = 0; round < 2; round++) await later.server.scheduler.runDue();
  const count = async (email: string) => (await mailTo(later, email)).length;
  assert.deepEqual([await count('boss@example.org'), await count('colleague@example.org')], [1, 2]);
});

test('a deactivated organization sends no reminders, and others do', async () => {
  let ahead = 0;
  const later = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
  const owner = await later.as('olive');
  const elsa = await secondOrganization(later);
  const sent = { stream_ids: [], invite_expires_in_minutes: 5 * 1440 };
  await owner.ok('POST', '/invites', { ...sent, invitee_emails: 'closed@example.org' });
  await elsa.ok('POST', '/invites', { ...sent, invitee_emails: 'open@elsewhere.example' });
  await owner.ok('POST', '/realm/deactivate');
  ahead = 3 * 86_400 + 60;
  for (let round = 0; round < 2; round++) await later.server.scheduler.runDue();
  const subjects = async (email: string) => (await mailTo(later, email)).map(({ subject = '' }) => subject);
  assert.equal((await subjects('open@elsewhere.example')).filter((one) => /^Reminder/.test(one)).length, 1);
  assert.equal((await subjects('closed@example.org')).filter((one) => /^Reminder/.test(one)).length, 0);
});
