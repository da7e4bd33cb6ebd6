// One thing of each kind in the demo organization, created through the API by its owner.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { insertPasskey } from '../../src/stores/second-factor/passkey-store.ts';
import { newClient } from '../access/support.ts';
import { Device } from '../native-calls/device.ts';
import { enableSecondFactor } from '../support/authenticator.ts';
import { loggedIn } from '../support/browser.ts';
import type { ApiClient } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { png, sendFiles, upload } from '../uploads/support.ts';
import { grant } from '../users/support.ts';
import { subscribe } from '../web-push/push-service.ts';
import type { Caller } from './world.ts';

type Client = (caller: Caller) => ApiClient;

/** A small valid picture. */
export function picture(): Promise<Buffer> {
  return png(20, 20);
}

async function makeMessages(client: Client) {
  const mel = client('mel');
  const message = await mel.sendToChannel('general', 'plans', 'a message');
  const poll = await mel.sendToChannel('general', 'polls', '/poll Lunch?\nsoup\nbread');
  const reactedId = await mel.sendToChannel('general', 'plans', 'another message');
  await mel.ok('POST', `/messages/${reactedId}/reactions`, { emoji_name: 'octopus' });
  const secret = await client('olive').sendToChannel('leadership', 'plans', 'not for everybody');
  const direct = await mel.sendDirect([client('mia').userId], 'a direct message');
  const deletedId = await client('olive').sendToChannel('general', 'plans', 'a mistake');
  await client('olive').ok('DELETE', `/messages/${deletedId}`);
  const deletable = await client('olive').sendToChannel('general', 'old plans', 'to be deleted');
  return { message, poll, reacted: reactedId, secret, direct, deleted: deletedId, deletable };
}

async function makeUnsentContent(client: Client, message: number, later: number) {
  const mel = client('mel');
  const draft = { type: 'stream', to: [1], topic: 'plans', content: 'not yet' };
  const [draftId] = (await mel.ok('POST', '/drafts', { drafts: [draft] })).ids;
  const snippet = await mel.ok('POST', '/saved_snippets', { title: 'Thanks', content: 'Thank you!' });
  const answerToScheduling = await mel.ok('POST', '/scheduled_messages', {
    type: 'channel',
    to: 1,
    topic: 'plans',
    content: 'later',
    scheduled_delivery_timestamp: later,
  });
  const reminder = await mel.ok('POST', '/reminders', {
    message_id: message,
    scheduled_delivery_timestamp: later,
  });
  for (const fragment of ['narrow/is/starred', 'narrow/is/alerted']) {
    await mel.ok('POST', '/navigation_views', { fragment, is_pinned: true });
  }
  const { section } = await mel.ok('POST', '/users/me/sidebar/sections', { name: 'Customers' });
  const file = await upload(mel, 'note.txt', 'a note');
  const image = await upload(mel, 'image.png', await picture(), 'image/png');
  const { attachments } = await mel.ok('GET', '/attachments');
  return {
    draft: Number(draftId),
    snippet: Number(snippet.saved_snippet_id),
    scheduled: Number(answerToScheduling.scheduled_message_id),
    reminder: Number(reminder.reminder_id),
    section: String(section),
    filename: file.pathId.replace(/^\d+\//, ''),
    imageName: image.pathId.replace(/^\d+\//, ''),
    attachment: Number(attachments[0].id),
  };
}

async function makeGroups(client: Client) {
  const olive = client('olive');
  const mel = client('mel').userId;
  const make = (name: string, members: readonly number[]) =>
    olive.ok('POST', '/user_groups/create', { name, description: '', members });
  const group = Number((await make('builders', [olive.userId, mel])).group_id);
  const inner = Number((await make('testers', [mel])).group_id);
  await olive.ok('POST', `/user_groups/${group}/subgroups`, { add: [inner] });
  const outer = Number((await make('makers', [])).group_id);
  const { user_groups } = await olive.ok('GET', '/user_groups');
  const everyone = user_groups.find(({ name }: { name: string }) => name === 'role:everyone');
  const disbanded = Number((await make('sleepers', [])).group_id);
  await olive.ok('POST', `/user_groups/${disbanded}/deactivate`);
  return { group, inner, outer, disbanded, everyone: Number(everyone.id) };
}

async function makeForTheOrganization(client: Client, leadership: number) {
  const olive = client('olive');
  const folder = await olive.ok('POST', '/channel_folders/create', { name: 'Work', description: '' });
  const old = await olive.ok('POST', '/channel_folders/create', { name: 'Old', description: '' });
  await olive.ok('PATCH', `/channel_folders/${old.channel_folder_id}`, { is_archived: true });
  await olive.ok('POST', '/default_stream_groups/create', {
    group_name: 'newcomers',
    description: 'For newcomers',
    stream_names: ['design'],
  });
  const { realm_default_stream_groups } = await olive.ok('POST', '/register', {
    fetch_event_types: ['default_stream_groups'],
  });
  const playground = await olive.ok('POST', '/realm/playgrounds', {
    name: 'Try it',
    pygments_language: 'Python',
    url_template: 'https://example.com/try/{code}',
  });
  const { linkifiers } = await olive.ok('GET', '/realm/linkifiers');
  const { custom_fields } = await olive.ok('GET', '/realm/profile_fields');
  const emoji = await sendFiles(olive, '/realm/emoji/party', [{ name: 'party.png', bytes: await picture() }]);
  assert.equal(emoji.status, 200, JSON.stringify(emoji.body));
  await olive.ok('PATCH', '/realm', { moderation_request_channel_id: leadership });
  const atticChannel = await olive.ok('POST', '/channels/create', {
    name: 'attic',
    subscribers: [olive.userId],
  });
  await olive.ok('DELETE', `/streams/${atticChannel.id}`);
  return {
    folder: Number(folder.channel_folder_id),
    oldFolder: Number(old.channel_folder_id),
    defaultGroup: Number(realm_default_stream_groups[0].id),
    playground: Number(playground.id),
    linkifier: Number(linkifiers[0].id),
    linkifiers: linkifiers.map(({ id }: { id: number }) => id) as number[],
    field: Number(custom_fields[0].id),
    choiceField: Number(custom_fields[1].id),
    archived: Number(atticChannel.id),
  };
}

/** One invitation by mail and one by link. */
export async function makeInvitations(owner: ApiClient) {
  await owner.ok('POST', '/invites', { invitee_emails: 'newcomer@example.com', stream_ids: [] });
  await owner.ok('POST', '/invites/multiuse', {});
  const { invites } = await owner.ok('GET', '/invites');
  const byKind = (isLink: boolean) =>
    Number(invites.find((one: { is_multiuse: boolean }) => one.is_multiuse === isLink).id);
  return { invitation: byKind(false), invitationLink: byKind(true) };
}

async function makePeople(server: TestServer, client: Client) {
  const deactivatedClient = await newClient(server, { key: 'gone' });
  await client('olive').ok('DELETE', `/users/${deactivatedClient.userId}`);
  const bot = await client('mel').ok('POST', '/bots', { full_name: 'Bell', short_name: 'bell' });
  const hook = { full_name: 'Hook', short_name: 'hook', bot_type: 2 };
  const { api_key: hookKey } = await client('mel').ok('POST', '/bots', hook);
  // No event of this type ever concerns a bot, so nothing is posted.
  const events = { address: 'https://example.com/events', event_types: ['alert_words'] };
  const { id: subscription } = await client('mel').ok(
    'POST',
    `/bots/${bot.user_id}/event_subscriptions`,
    events,
  );
  const { device_id } = await client('mel').ok('POST', '/register_client_device');
  const token = createHash('sha256').update('token').digest('hex');
  await client('mel').ok('POST', '/users/me/apns_device_token', { token, appid: 'com.example' });
  const pushSubscription = await subscribe(client('mel'), 'https://push.example.com/mel');
  return {
    gone: deactivatedClient.userId,
    webPush: pushSubscription.id,
    bot: Number(bot.user_id),
    subscription: Number(subscription),
    device: Number(device_id),
    token,
    hookKey: String(hookKey),
  };
}

/** The id of a session that starts now. */
async function sessionOf(server: TestServer, person: ApiClient): Promise<number> {
  await loggedIn(server.url, person.email);
  const { sessions } = await person.ok('GET', '/users/me/sessions');
  return Number(sessions[0].id);
}

/** The id of a passkey; at a numeric address it can only be inserted into the database. */
function passkeyOf({ server }: TestServer, { userId }: ApiClient): Promise<number | undefined> {
  const fresh = { credentialId: `AA${userId}`, relyingParty: 'example.org', publicKey: 'AA', counter: 0 };
  return server.services.database.write(1, (writer) =>
    insertPasskey(writer, userId, { ...fresh, transports: [], name: 'Phone' }),
  );
}

/** A call of mel's in a topic, with mia, and one in a channel that few can see. */
async function makeCalls(client: Client, leadership: number) {
  const inCall = async (name: Caller, channel: number) => {
    const device = await Device.of(client(name));
    await device.start({ type: 'channel', to: channel, topic: 'talking' });
    return device;
  };
  const general = (await client('mel').ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
  const own = await inCall('mel', general);
  const other = await inCall('mia', general);
  const hidden = await inCall('olive', leadership);
  return {
    call: own.callId,
    hiddenCall: hidden.callId,
    callQueue: own.queue.queueId,
    callSession: own.session,
    otherCallSession: other.session,
  };
}

/** Creates everything; returns the ids, and the names of what has none. */
export async function makeThings(server: TestServer, client: Client, leadership: number, later: number) {
  await grant(server, client('olive'), { can_create_users: 1 });
  const messages = await makeMessages(client);
  const { queue_id } = await client('mel').ok('POST', '/register', { event_types: ['message'] });
  const { id: exported } = await client('olive').ok('POST', '/export/realm');
  await server.server.scheduler.runDue();
  return {
    ...messages,
    exported: Number(exported),
    ...(await makeUnsentContent(client, messages.message, later)),
    ...(await makeGroups(client)),
    ...(await makeForTheOrganization(client, leadership)),
    ...(await makeInvitations(client('olive'))),
    ...(await makePeople(server, client)),
    ...(await makeCalls(client, leadership)),
    queue: String(queue_id),
    session: await sessionOf(server, client('mel')),
    recoveryCodes: (await enableSecondFactor(client('max'), 'demo-password')).recoveryCodes,
    passkey: await passkeyOf(server, client('max')),
    otherRecoveryCodes: (await enableSecondFactor(client('mona'), 'demo-password')).recoveryCodes,
    otherPasskey: await passkeyOf(server, client('mona')),
  };
}
