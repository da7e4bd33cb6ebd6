// How each queue sees an entry of the log: by what its client declared and by whom its account may see.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import type { PersonalSubscriptionRow } from '../../src/model/subscriptions/personal-subscription.ts';
import { entry, KNOWN, ME, UNKNOWN, type ViewerOptions, viewOf } from './viewers.ts';

/** Sees only accounts that share a conversation with them. */
const guest: ViewerOptions = { role: Role.guest };

test('typing is delivered to clients that want and know it, from people whom the viewer may see', () => {
  const typing = (id: number, fields: object, viewerOptions?: ViewerOptions) =>
    viewOf(entry('typing', { payload: { sender: { user_id: id }, ...fields } }), viewerOptions);
  const direct = { message_type: 'direct', recipients: [] };
  const inChannel = { message_type: 'stream', topic: '' };
  const supporting: ViewerOptions = { capabilities: { stream_typing_notifications: true } };
  const knowsAll: ViewerOptions = {
    capabilities: { stream_typing_notifications: true, empty_topic_name: true },
  };
  assert.deepEqual(typing(KNOWN, direct), { sender: { user_id: KNOWN }, ...direct });
  assert.equal(typing(KNOWN, direct, { settings: { receives_typing_notifications: false } }), undefined);
  assert.ok(typing(KNOWN, direct, guest));
  assert.equal(typing(UNKNOWN, direct, guest), undefined);
  assert.equal(typing(99, direct), undefined);
  assert.equal(typing(KNOWN, inChannel), undefined);
  const topicFor = (viewerOptions: ViewerOptions, topic: string) =>
    (typing(KNOWN, { ...inChannel, topic }, viewerOptions) as { topic?: string }).topic;
  assert.deepEqual(
    [topicFor(supporting, ''), topicFor(supporting, 'lunch'), topicFor(knowsAll, '')],
    ['general chat', 'lunch', ''],
  );
});

test('typing in an edit follows the same rules, with the topic next to the channel', () => {
  const payload = { sender_id: UNKNOWN, recipient: { type: 'channel', topic: '' } };
  const typing = (viewerOptions?: ViewerOptions) =>
    viewOf(entry('typing_edit_message', { payload }), viewerOptions);
  assert.deepEqual(typing(), { ...payload, recipient: { type: 'channel', topic: 'general chat' } });
  assert.equal(typing(guest), undefined);
});

test('a deactivated group is removed, and a reactivated one added, for clients that do not know deactivated groups', () => {
  const group = (payload: object, extra?: object, viewerOptions?: ViewerOptions) =>
    viewOf(
      entry('user_group', { payload: { group_id: 3, ...payload }, ...(extra && { extra: { ...extra } }) }),
      viewerOptions,
    );
  const supporting: ViewerOptions = { capabilities: { include_deactivated_groups: true } };
  const ended = { op: 'update', data: { deactivated: true } };
  assert.deepEqual(group(ended), { op: 'remove', group_id: 3 });
  assert.deepEqual(group(ended, {}, supporting), { group_id: 3, ...ended });
  for (const other of [
    { op: 'update', data: { name: 'x' } },
    { op: 'update', data: { deactivated: false } },
    { op: 'add', data: { deactivated: true } },
    { op: 'add_members' },
  ])
    assert.deepEqual(group(other), { group_id: 3, ...other });
  assert.equal(group({ op: 'add_members' }, { isOfDeactivated: true }), undefined);
  assert.ok(group({ op: 'add_members' }, { isOfDeactivated: true }, supporting));
  const back = { op: 'update', data: { deactivated: false } };
  assert.deepEqual(group(back, { reactivated: { id: 3 } }), { op: 'add', group: { id: 3 } });
});

test('the token for video calls has the name that a client asked for or knows', () => {
  const names = ['has_webex_token', 'has_vendor_token'];
  const types = (options: ViewerOptions['options']) =>
    names.filter(
      (type) =>
        viewOf(entry(type, { payload: { value: true } }), { ...(options && { options }) }) !== undefined,
    );
  assert.deepEqual(types({ client: 'ZulipMobile' }), ['has_webex_token']);
  assert.deepEqual(types({ client: 'website' }), ['has_webex_token']);
  assert.deepEqual(types({ client: 'my website' }), ['has_vendor_token']);
  assert.deepEqual(types({ client: 'ZulipMobile', eventTypes: names }), names);
  assert.deepEqual(types({ client: 'other', eventTypes: names }), names);
});

test('people whom the viewer may not see are left out or replaced by placeholders', () => {
  const account = {
    id: UNKNOWN,
    organizationId: 1,
    email: 'p9@example.org',
    isBot: false,
    settings: { email_address_visibility: 1 },
    avatarSource: 'J',
    avatarVersion: 1,
    avatarKey: null,
    fullName: 'Person 9',
    role: Role.member,
    isActive: true,
    isDeleted: false,
    isImportedStub: false,
    botType: null,
    botOwnerId: null,
    dateJoined: 0,
    timezone: '',
  };
  const added = (viewerOptions?: ViewerOptions) =>
    viewOf(entry('realm_user', { payload: { op: 'add' }, extra: { account, profile: [] } }), viewerOptions) as
      | { person: Record<string, unknown> }
      | undefined;
  const visiblePerson = added()?.person ?? {};
  assert.deepEqual(
    [
      visiblePerson.user_id,
      visiblePerson.full_name,
      visiblePerson.is_active,
      visiblePerson.profile_data,
      visiblePerson.delivery_email,
    ],
    [UNKNOWN, 'Person 9', true, {}, 'p9@example.org'],
  );
  const placeholder = added(guest)?.person ?? {};
  assert.equal(placeholder.user_id, UNKNOWN);
  assert.notEqual(placeholder.full_name, 'Person 9');
  assert.deepEqual(
    [placeholder.is_active !== undefined, placeholder.profile_data !== undefined],
    [true, true],
  );
  assert.equal(added({ ...guest, capabilities: { user_list_incomplete: true } }), undefined);

  const viewOfChange = (op: string, id: number, viewerOptions?: ViewerOptions) =>
    viewOf(entry('realm_user', { payload: { op, person: { user_id: id } } }), viewerOptions);
  assert.deepEqual(viewOfChange('update', UNKNOWN), { op: 'update', person: { user_id: UNKNOWN } });
  assert.equal(viewOfChange('update', UNKNOWN, guest), undefined);
  assert.ok(viewOfChange('update', KNOWN, guest));
  assert.ok(viewOfChange('remove', UNKNOWN, guest));
  const persons = [{ user_id: UNKNOWN }, { user_id: KNOWN }, { user_id: 99 }];
  const many = (viewerOptions?: ViewerOptions) =>
    viewOf(entry('realm_user', { payload: { op: 'update' }, extra: { persons } }), viewerOptions);
  assert.deepEqual(many(guest), { op: 'update', person: { user_id: KNOWN } });
  assert.equal(many().length, 2);
  const status = (id: number) => viewOf(entry('user_status', { payload: { user_id: id } }), guest);
  assert.deepEqual([status(KNOWN), status(UNKNOWN)], [{ user_id: KNOWN }, undefined]);
});

test('presence is delivered only for people whom the viewer may see, in the client’s form', () => {
  const presence = (id: number, viewerOptions?: ViewerOptions) =>
    viewOf(
      entry('presence', {
        payload: { presences: { [id]: {} } },
        extra: { accountId: id, at: 100, activeAt: 90, idleAt: 95 },
      }),
      viewerOptions,
    );
  const modern: ViewerOptions = { capabilities: { simplified_presence_events: true } };
  assert.deepEqual(presence(KNOWN, modern), { presences: { [KNOWN]: {} } });
  const old = presence(KNOWN, guest) as Record<string, unknown>;
  assert.deepEqual([old.user_id, old.server_timestamp], [KNOWN, 100]);
  assert.ok('presence' in old);
  assert.equal(presence(UNKNOWN, guest), undefined);
  assert.equal(presence(99), undefined);
});

test('secrets are decrypted for the accounts that may read them', () => {
  const bot = (services?: unknown) =>
    viewOf(entry('realm_bot', { payload: { op: 'add', bot: { user_id: 5, services } } }));
  assert.deepEqual(bot([{ token: 'sealed' }, { token: null }]), {
    op: 'add',
    bot: { user_id: 5, services: [{ token: 'bot-token: sealed' }, { token: null }] },
  });
  assert.deepEqual(bot(), { op: 'add', bot: { user_id: 5 } });
  assert.deepEqual(viewOf(entry('realm_export', { payload: { exports: [{ export_url: 'kept' }] } })), {
    exports: [{ export_url: 'export-secret: kept' }],
  });
});

test('a change is sent as a whole value, or not at all, to clients that know nothing finer', () => {
  const emoji = (viewerOptions?: ViewerOptions) =>
    viewOf(entry('realm_emoji', { payload: { op: 'add' }, extra: { table: { 1: 'smile' } } }), viewerOptions);
  assert.deepEqual(emoji(), { op: 'update', realm_emoji: { 1: 'smile' } });
  assert.deepEqual(emoji({ capabilities: { individual_emoji_changes: true } }), { op: 'add' });
  const linkifiers = (viewerOptions?: ViewerOptions) =>
    viewOf(entry('realm_linkifiers', { payload: { a: 1 } }), viewerOptions);
  assert.equal(linkifiers(), undefined);
  assert.deepEqual(linkifiers({ capabilities: { linkifier_url_template: true } }), { a: 1 });
});

const archived: ViewerOptions = { capabilities: { archived_channels: true } };

test('archived channels look deleted to clients that do not know archiving', () => {
  const channel = (extra: object, payload: object, viewerOptions?: ViewerOptions) =>
    viewOf(entry('stream', { payload: { ...payload }, extra: { ...extra } }), viewerOptions);
  const update = { op: 'update', property: 'is_archived' };
  const removal = { op: 'delete', streams: [] };
  assert.deepEqual(channel({ isArchived: true, whenUnaware: removal }, update), removal);
  assert.deepEqual(channel({ isArchived: true, whenUnaware: removal }, update, archived), update);
  assert.deepEqual(channel({ whenUnaware: removal }, update), update);
  assert.equal(channel({ isArchived: true }, update), undefined);
  const createEvent = channel({}, { op: 'create', streams: [{ stream_id: 1, date_created: 0 }] });
  assert.ok('stream_weekly_traffic' in ((createEvent as { streams: object[] }).streams[0] ?? {}));
  const inArchive = (isArchived: boolean, viewerOptions?: ViewerOptions) =>
    viewOf(entry('subscription', { payload: { op: 'update' }, extra: { isArchived } }), viewerOptions);
  assert.deepEqual([inArchive(true), inArchive(false)], [undefined, { op: 'update' }]);
  assert.deepEqual(inArchive(true, archived), { op: 'update' });
  assert.deepEqual(viewOf(entry('subscription', { payload: { op: 'other' } })), { op: 'other' });
});

const row = (channelId: number) => ({ channel_id: channelId }) as PersonalSubscriptionRow;

test('a new subscription of the account includes subscribers for clients that track them', () => {
  const channels = [
    { stream_id: 1, name: 'one', date_created: 0, is_archived: false },
    { stream_id: 2, name: 'two', date_created: 0, is_archived: true },
  ];
  const added = (extra: object, viewerOptions?: ViewerOptions) =>
    viewOf(
      entry('subscription', {
        payload: { op: 'add' },
        extra: { channels, people: { [ME]: [row(1), row(2), row(3)] }, subscribers: { 1: [ME] }, ...extra },
      }),
      viewerOptions,
    ) as { op: string; subscriptions: { stream_id: number; subscribers?: number[] }[] } | undefined;
  const ids = (...given: Parameters<typeof added>) =>
    added(...given)?.subscriptions.map(({ stream_id }) => stream_id);
  assert.deepEqual(ids({}), [1]);
  assert.deepEqual(ids({}, archived), [1, 2]);
  assert.equal(added({ people: {} }), undefined);
  assert.equal(added({ people: { [ME]: [row(2)] } }), undefined);
  assert.deepEqual(ids({ onlyUnaware: true }), [1]);
  assert.equal(added({ onlyUnaware: true }, archived), undefined);
  const lists: ViewerOptions = { ...archived, options: { includeSubscribers: 'true' } };
  assert.deepEqual(
    added({}, lists)?.subscriptions.map(({ subscribers }) => subscribers),
    [[ME], undefined],
  );
  assert.ok(!('subscribers' in (added({}, lists)?.subscriptions[1] ?? { subscribers: 1 })));
  assert.ok(!('subscribers' in (added({})?.subscriptions[0] ?? { subscribers: 1 })));
});

test('the end of a subscription of the account is delivered', () => {
  const removed = (ids: number[], viewerOptions?: ViewerOptions) =>
    viewOf(
      entry('subscription', {
        payload: { op: 'remove' },
        extra: { people: { [ME]: ids }, names: { 1: 'one', 2: 'two' }, archivedIds: [2] },
      }),
      viewerOptions,
    );
  const one = { name: 'one', stream_id: 1 };
  assert.deepEqual(removed([1, 2]), { op: 'remove', subscriptions: [one] });
  assert.deepEqual(removed([1, 2], archived), {
    op: 'remove',
    subscriptions: [one, { name: 'two', stream_id: 2 }],
  });
  assert.equal(removed([2]), undefined);
  assert.equal(removed([]), undefined);
});

test('changes of others’ subscriptions reach guests only in channels that they see', () => {
  const peers = (ids: number[], viewerOptions?: ViewerOptions, extra: object = {}) =>
    viewOf(
      entry('subscription', {
        payload: { op: 'peer_add', stream_ids: ids, user_ids: [KNOWN] },
        extra: { openToGuests: [4], archivedIds: [2], ...extra },
      }),
      viewerOptions,
    ) as { stream_ids: number[] } | undefined;
  assert.deepEqual(peers([1, 2, 3, 4])?.stream_ids, [1, 3, 4]);
  assert.deepEqual(peers([1, 2, 3], archived)?.stream_ids, [1, 2, 3]);
  assert.deepEqual(peers([1, 3, 4], guest)?.stream_ids, [1, 4]);
  assert.equal(peers([3], guest), undefined);
  assert.deepEqual(peers([1], guest)?.stream_ids, [1]);
  const onlyForLists = { onlyForLists: true };
  assert.equal(peers([1], {}, onlyForLists), undefined);
  assert.ok(peers([1], { options: { includeSubscribers: 'partial' } }, onlyForLists));
  assert.ok(peers([1], {}, { onlyForLists: false }));
});

test('reactions name their sender only where the viewer may see them', () => {
  const reaction = (id: number) =>
    viewOf(entry('reaction', { payload: { op: 'add', user_id: id } }), guest) as {
      user: { user_id: number; full_name: string };
    };
  assert.deepEqual(
    [reaction(KNOWN).user.user_id, reaction(KNOWN).user.full_name],
    [KNOWN, `Person ${KNOWN}`],
  );
  assert.equal(reaction(UNKNOWN).user.user_id, UNKNOWN);
  assert.notEqual(reaction(UNKNOWN).user.full_name, `Person ${UNKNOWN}`);
});

test('topic policies name the empty topic as the client knows it, and use the older list for older clients', () => {
  const policy = (viewerOptions?: ViewerOptions) =>
    viewOf(entry('user_topic', { payload: { topic_name: '' } }), viewerOptions);
  assert.deepEqual(policy(), { topic_name: 'general chat' });
  assert.deepEqual(policy({ capabilities: { empty_topic_name: true } }), { topic_name: '' });
  const muted = (viewerOptions?: ViewerOptions) =>
    viewOf(entry('muted_topics', { extra: { topics: [] } }), viewerOptions);
  assert.deepEqual(muted(), { muted_topics: [] });
  assert.deepEqual(muted({ options: { eventTypes: ['muted_topics'] } }), { muted_topics: [] });
  assert.equal(muted({ options: { eventTypes: ['muted_topics', 'user_topic'] } }), undefined);
  const channels = new Map([1, 2].map((id) => [id, { id, name: `channel ${id}` }]));
  const topics = [1, 2, 3].map((channelId) => ({ channelId, topic: '', mutedAt: 100 }));
  const view = viewOf(entry('muted_topics', { extra: { topics } }), { channels, role: Role.guest });
  assert.deepEqual(view, { muted_topics: [['channel 1', 'general chat', 100]] });
});
