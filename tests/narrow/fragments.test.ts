// Cached JSON compared with fresh JSON: after every kind of change, each viewer gets from the running server what a server
// that has just started would answer. One row per kind of change; add one with every new kind.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { messagesJson } from '../../src/queries/messages/page-json.ts';
import { requesterOf } from '../../src/queries/requester.ts';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import { messageHeads } from '../../src/stores/messages/message-store.ts';
import { personalViews } from '../../src/stores/read-state/personal-flags.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const { database, hubs } = server.server.services;
const organizationId = (await hubs.loadedHubs())[0]?.id ?? 1;
const [olive, mel, mia, max, gus] = await Promise.all(
  (['olive', 'mel', 'mia', 'max', 'gus'] as const).map((name) => server.as(name)),
);
assert.ok(olive && mel && mia && max && gus);
const readers: readonly ApiClient[] = [olive, mel, mia, max, gus];
const { id: channelId } = await olive.ok('POST', '/channels/create', {
  name: 'fragments',
  subscribers: [olive, mel, mia, gus].map((person) => person.userId),
});

const ids = {
  plain: await mel.sendToChannel('fragments', 'topic 12', 'hello **world** @**Mia Member** :octopus:'),
  empty: await mia.sendToChannel('fragments', '', 'no topic'),
  moved: await max.sendToChannel('fragments', 'to move', 'goes away').catch(() => 0),
  direct: await mel.sendDirect([mia.userId], 'directly'),
  group: await mia.sendDirect([mel.userId, max.userId], 'three of us'),
};
const all = Object.values(ids).filter((id) => id > 0);

const forms: readonly Json[] = [];
for (const apply_markdown of [true, false])
  for (const client_gravatar of [true, false])
    for (const allow_empty_topic_name of [true, false])
      (forms as Json[]).push({ apply_markdown, client_gravatar, allow_empty_topic_name });

/** What the running server answers. */
async function answeredMessages(reader: ApiClient, form: Json): Promise<unknown[]> {
  return (await reader.ok('GET', '/messages', { message_ids: all, ...form })).messages;
}

async function freshState(): Promise<OrganizationState> {
  const tables = database.reader(organizationId);
  return OrganizationState.load(tables, await database.sequence(tables));
}

/** The same messages from a server that has just started. */
async function fresh(
  state: OrganizationState,
  reader: ApiClient,
  form: Json,
  visible: readonly number[],
): Promise<unknown[]> {
  const tables = database.reader(organizationId);
  const account = state.account(reader.userId);
  assert.ok(account);
  const requester = await requesterOf({ state, reader: tables }, account);
  const heads = await messageHeads(tables, visible);
  const views = await personalViews(tables, account, requester.subscriptions, heads);
  const format = {
    applyMarkdown: form.apply_markdown === true,
    clientGravatar: form.client_gravatar === true,
    emptyTopicName: form.allow_empty_topic_name === true,
  };
  const pieces = await messagesJson({ ...requester, format }, heads, (id) => views.get(id)?.flags ?? []);
  return JSON.parse(`[${Buffer.concat(pieces).toString()}]`);
}

const changes: readonly [string, () => Promise<unknown>][] = [
  ['nothing', async () => undefined],
  ['content is edited', () => mel.ok('PATCH', `/messages/${ids.plain}`, { content: 'edited by #general' })],
  [
    'a topic is renamed',
    () => mel.ok('PATCH', `/messages/${ids.plain}`, { topic: 'renamed', propagate_mode: 'change_all' }),
  ],
  [
    'a topic becomes empty',
    () => olive.ok('PATCH', `/messages/${ids.plain}`, { topic: '', propagate_mode: 'change_all' }),
  ],
  [
    'a topic gets a name',
    () => olive.ok('PATCH', `/messages/${ids.empty}`, { topic: 'named #12', propagate_mode: 'change_all' }),
  ],
  [
    'a topic is resolved',
    () => olive.ok('PATCH', `/messages/${ids.empty}`, { topic: '✔ named #12', propagate_mode: 'change_all' }),
  ],
  [
    'a reaction is added',
    () => mia.ok('POST', `/messages/${ids.plain}/reactions`, { emoji_name: 'octopus' }),
  ],
  ['another reaction', () => mel.ok('POST', `/messages/${ids.direct}/reactions`, { emoji_name: 'heart' })],
  [
    'a reaction is removed',
    () => mia.ok('DELETE', `/messages/${ids.plain}/reactions`, { emoji_name: 'octopus' }),
  ],
  [
    'a message is starred',
    () => mel.ok('POST', '/messages/flags', { messages: [ids.plain], op: 'add', flag: 'starred' }),
  ],
  ['messages are read', () => mia.ok('POST', '/mark_all_as_read')],
  ['a sender has another name', () => mel.ok('PATCH', '/settings', { full_name: 'Melody Member' })],
  ['a sender hides the address', () => mia.ok('PATCH', '/settings', { email_address_visibility: 4 })],
  [
    'a channel has another name',
    () => olive.ok('PATCH', `/streams/${channelId}`, { new_name: 'fragments 2' }),
  ],
  [
    'a linkifier is added',
    () =>
      olive.ok('POST', '/realm/filters', {
        pattern: 'named #(?P<n>[0-9]+)',
        url_template: 'https://example.com/named/{n}',
      }),
  ],
  [
    'messages move to another channel',
    () =>
      olive.ok('PATCH', `/messages/${ids.empty}`, {
        stream_id: channelId,
        topic: 'again',
        propagate_mode: 'change_all',
      }),
  ],
  [
    'the edit history shows moves only',
    () => olive.ok('PATCH', '/realm', { message_edit_history_visibility_policy: 'moves' }),
  ],
  [
    'the edit history is hidden',
    () => olive.ok('PATCH', '/realm', { message_edit_history_visibility_policy: 'none' }),
  ],
  [
    'the edit history is shown',
    () => olive.ok('PATCH', '/realm', { message_edit_history_visibility_policy: 'all' }),
  ],
  [
    'guests see only whom they know',
    () =>
      olive
        .ok('PATCH', '/realm', { can_access_all_users_group: { new: 'role:members' } })
        .catch(() => undefined),
  ],
  ['a person is deactivated', () => olive.ok('DELETE', `/users/${max.userId}`).catch(() => undefined)],
  ['a message is deleted', () => olive.ok('DELETE', `/messages/${ids.plain}`)],
];

for (const [label, change] of changes) {
  test(`cached and fresh JSON are the same after: ${label}`, async () => {
    for (const reader of readers)
      for (const form of forms) await answeredMessages(reader, form).catch(() => []);
    await change();
    const state = await freshState();
    let comparedCount = 0;
    for (const reader of readers) {
      for (const form of forms) {
        const { status, body } = await reader.request('GET', '/messages', { message_ids: all, ...form });
        if (status === 401) continue;
        assert.equal(status, 200, JSON.stringify(body));
        const visible = body.messages.map((message: { id: number }) => message.id);
        assert.deepEqual(
          body.messages,
          await fresh(state, reader, form, visible),
          `${reader.email} ${JSON.stringify(form)}`,
        );
        comparedCount += visible.length;
      }
    }
    assert.ok(comparedCount > 0);
  });
}

/** How many messages are serialized for a page of everything that an account reads. */
async function serializedCount({ mock }: TestContext, reader: ApiClient): Promise<number> {
  const [hub] = await hubs.loadedHubs();
  assert.ok(hub);
  const keep = mock.method(hub.state.fragments, 'set');
  await reader.ok('GET', '/messages', { anchor: 'newest', num_before: 1000, num_after: 0 });
  const madeFragments = keep.mock.callCount();
  keep.mock.restore();
  return madeFragments;
}

test('a move invalidates the JSON of the moved messages, and of no others', async (t) => {
  const movedIds = [];
  for (let count = 0; count < 3; count++)
    movedIds.push(await mel.sendToChannel('general', 'to be moved', `${count}`));
  await mel.sendToChannel('general', 'stays', 'here');
  assert.ok((await serializedCount(t, mel)) > 3);
  assert.equal(await serializedCount(t, mel), 0);
  const [first] = movedIds;
  const otherChannel = await olive.ok('GET', '/get_stream_id', { stream: 'engineering' });
  const withoutNotices = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
  for (const [change, count] of [
    [{ topic: 'elsewhere', propagate_mode: 'change_all' }, 3],
    [{ topic: '✔ elsewhere', propagate_mode: 'change_all' }, 3],
    [{ topic: 'apart', propagate_mode: 'change_one' }, 1],
    [{ topic: 'APART', propagate_mode: 'change_one' }, 1],
    [{ stream_id: otherChannel.stream_id, propagate_mode: 'change_all' }, 1],
  ] as const) {
    await olive.ok('PATCH', `/messages/${first}`, { ...change, ...withoutNotices });
    // Resolving a topic sends a notice to it.
    const notices = JSON.stringify(change).includes('✔') ? 1 : 0;
    assert.equal(await serializedCount(t, mel), count + notices, JSON.stringify(change));
  }
});

test('changing a setting of the organization invalidates no JSON of messages', async (t) => {
  await serializedCount(t, mel);
  await olive.ok('PATCH', '/realm', { name: 'Another name' });
  assert.equal(await serializedCount(t, mel), 0);
});

test('renaming the case of a partly visible topic renames all of it, for everyone', async () => {
  const { id: secret } = await olive.ok('POST', '/channels/create', {
    name: 'late',
    subscribers: [olive.userId],
    invite_only: true,
    history_public_to_subscribers: false,
    can_move_messages_within_channel_group: (await olive.ok('GET', '/user_groups')).user_groups.find(
      ({ name }: { name: string }) => name === 'role:members',
    ).id,
  });
  const early = await olive.sendToChannel('late', 'spelling', 'before');
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'late' }],
    principals: [mel.userId],
    send_new_subscription_messages: false,
  });
  const laterId = await mel.sendToChannel('late', 'spelling', 'after');
  const subject = async (id: number) => (await olive.ok('GET', `/messages/${id}`)).message.subject;
  const page = () => olive.ok('GET', '/messages', { message_ids: [early, laterId] });
  await page();
  await mel.ok('PATCH', `/messages/${laterId}`, { topic: 'SPELLING', propagate_mode: 'change_all' });
  assert.ok(secret > 0);
  assert.deepEqual(
    (await page()).messages.map((message: { subject: string }) => message.subject),
    ['SPELLING', 'SPELLING'],
  );
  assert.equal(await subject(early), 'SPELLING');
});

test('a fragment read before a change is not cached after it', async () => {
  const { FragmentCache } = await import('../../src/model/messages/fragment-cache.ts');
  const { StablePart } = await import('../../src/model/messages/stable-part.ts');
  const cache = new FragmentCache(10_000);
  const fragment = (text: string) => ({
    withEmptyTopic: new StablePart(text),
    withNamedTopic: new StablePart(text),
  });
  const readAt = cache.stamp;
  cache.drop([7]);
  cache.set(7, true, fragment('old'), readAt);
  assert.equal(cache.get(7, true), undefined);
  cache.set(7, true, fragment('new'), cache.stamp);
  assert.equal(cache.get(7, true)?.withEmptyTopic.bytes.toString(), 'new');
  cache.drop([]);
  assert.equal(cache.get(7, true), undefined);
  assert.equal(cache.bytes, 0);
});

test('the cache stays within its bytes, and evicts what was used least recently', async () => {
  const { FragmentCache } = await import('../../src/model/messages/fragment-cache.ts');
  const { StablePart } = await import('../../src/model/messages/stable-part.ts');
  const cache = new FragmentCache(8000);
  const fragment = () => {
    const part = new StablePart('x'.repeat(1000));
    return { withEmptyTopic: part, withNamedTopic: part };
  };
  for (let id = 1; id <= 4; id++) cache.set(id, false, fragment(), cache.stamp);
  cache.get(1, false);
  cache.set(5, false, fragment(), cache.stamp);
  assert.ok(cache.bytes <= 8000);
  assert.ok(cache.get(1, false));
  assert.equal(cache.get(2, false), undefined);
});

test('a part is joined once with the same sender and conversation, and holds nothing else', async () => {
  const { MAX_OTHER_BYTES, StablePart } = await import('../../src/model/messages/stable-part.ts');
  const [sender, other, conversation] = [',"a":1', ',"a":2', ',"b":3'].map((json) => Buffer.from(json));
  assert.ok(sender && other && conversation);
  const part = new StablePart('"id":7');
  const textOf = (...parts: readonly Buffer[]) => Buffer.concat(parts).toString();
  const first = part.withParts(sender, conversation);
  assert.equal(textOf(...first), ',{"id":7,"a":1,"b":3');
  assert.equal(part.withParts(sender, conversation), first);
  assert.equal(textOf(...part.withParts(other, conversation)), ',{"id":7,"a":2,"b":3');
  assert.equal(textOf(part.bytes), '"id":7');
  // Not a piece of a slab that many small buffers share, which all of them would keep.
  assert.equal(part.bytes.buffer.byteLength, ',{"id":7,"a":2,"b":3'.length);
  // Long parts are not kept.
  const long = Buffer.alloc(MAX_OTHER_BYTES, 'x');
  const pieces = part.withParts(long, conversation);
  assert.equal(textOf(...pieces), `,{"id":7${textOf(long)},"b":3`);
  assert.notEqual(part.withParts(long, conversation), pieces);
});
