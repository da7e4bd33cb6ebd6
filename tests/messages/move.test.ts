// Moving messages between topics and channels, and resolving topics: who may do it, what moves along, and who is notified.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient, Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
const path = (id: number) => `/messages/${id}`;
const quiet = { send_notification_to_new_thread: false };
const move = (client: ApiClient, id: number, change: Json) =>
  client.ok('PATCH', path(id), { ...quiet, ...change });

const channels = new Map<string, number>();
for (const row of await server.server.services.database
  .reader(1)
  .db.selectFrom('channel')
  .select(['id', 'name'])
  .execute()) {
  channels.set(row.name, row.id);
}
const channelId = (name: string) => channels.get(name) ?? 0;

/** Where an account's unread messages are: `channel > topic` by id. */
async function unread(client: ApiClient): Promise<Map<number, string>> {
  const { snapshot } = await client.registerQueue();
  const names = new Map([...channels].map(([name, id]) => [id, name]));
  return new Map(
    snapshot.unread_msgs.streams.flatMap(
      (group: { stream_id: number; topic: string; unread_message_ids: number[] }) =>
        group.unread_message_ids.map((id) => [id, `${names.get(group.stream_id)} > ${group.topic}`] as const),
    ),
  );
}

test('a single message moves to another topic', async () => {
  const first = await mel.sendToChannel('engineering', 'lunch', 'soup');
  const second = await mel.sendToChannel('engineering', 'lunch', 'compilers');
  const [miaEvents, gusEvents] = await expectFold([mia, gus], () =>
    move(mel, second, { topic: 'compilers' }),
  );
  const [event] = miaEvents ?? [];
  assert.deepEqual(event.message_ids, [second]);
  assert.equal(event.orig_subject, 'lunch');
  assert.equal(event.subject, 'compilers');
  assert.equal(event.propagate_mode, 'change_one');
  assert.equal(event.stream_id, channelId('engineering'));
  assert.equal(event.new_stream_id, undefined);
  assert.equal(event.content, undefined);
  assert.deepEqual(event.topic_links, []);
  assert.deepEqual(gusEvents, []);
  const unreadIds = await unread(mia);
  assert.equal(unreadIds.get(first), 'engineering > lunch');
  assert.equal(unreadIds.get(second), 'engineering > compilers');
});

test('later messages of the topic, or all of it, move along', async () => {
  const ids: number[] = [];
  for (const text of ['a', 'b', 'c']) ids.push(await mel.sendToChannel('engineering', 'split', text));
  const [first = 0, second = 0, third = 0] = ids;
  const [miaEvents] = await expectFold([mia], () =>
    move(mel, second, { topic: 'rest', propagate_mode: 'change_later' }),
  );
  assert.deepEqual(miaEvents?.[0].message_ids, [second, third]);
  const [laterMiaEvents] = await expectFold([mia], () =>
    move(mel, third, { topic: 'split', propagate_mode: 'change_all' }),
  );
  assert.deepEqual(laterMiaEvents?.[0].message_ids, [second, third]);
  const unreadIds = await unread(mia);
  for (const id of [first, second, third]) assert.equal(unreadIds.get(id), 'engineering > split');
});

test('read messages stay read and unread ones unread when topics are merged', async () => {
  const first = await mel.sendToChannel('engineering', 'left', '1');
  const second = await mel.sendToChannel('engineering', 'right', '2');
  const third = await mel.sendToChannel('engineering', 'left', '3');
  await mia.ok('POST', '/mark_topic_as_read', { stream_id: channelId('engineering'), topic_name: 'left' });
  await expectFold([mia, mel, adam], () => move(mel, second, { topic: 'left' }));
  let unreadIds = await unread(mia);
  assert.deepEqual(
    [first, second, third].map((id) => unreadIds.has(id)),
    [false, true, false],
  );
  const fourth = await mel.sendToChannel('engineering', 'right', '4');
  await expectFold([mia, mel, adam], () =>
    move(mel, first, { topic: 'right', propagate_mode: 'change_all' }),
  );
  unreadIds = await unread(mia);
  assert.deepEqual(
    [first, second, third, fourth].map((id) => unreadIds.get(id)),
    [undefined, 'engineering > right', undefined, 'engineering > right'],
  );
});

test('a part of a read topic is read in its new topic', async () => {
  await mel.sendToChannel('engineering', 'part', '1');
  const second = await mel.sendToChannel('engineering', 'part', '2');
  await mia.ok('POST', '/mark_topic_as_read', { stream_id: channelId('engineering'), topic_name: 'part' });
  await expectFold([mia], () => move(mel, second, { topic: 'new part' }));
  assert.ok(!(await unread(mia)).has(second));
  const third = await mel.sendToChannel('engineering', 'new part', '3');
  assert.ok((await unread(mia)).has(third));
});

test('a move to another public channel reaches both channels, and guests outside it lose the messages', async () => {
  const id = await mia.sendToChannel('design', 'colours', 'blue');
  // adam: in both; mel: only there; gus: a guest, only here; olive: only there.
  const [adamEvents, melEvents, gusEvents] = await expectFold([adam, mel, gus], () =>
    move(mia, id, { stream_id: channelId('engineering') }),
  );
  assert.equal(adamEvents?.[0].new_stream_id, channelId('engineering'));
  assert.equal(adamEvents?.[0].stream_id, channelId('design'));
  assert.equal(adamEvents?.[0].orig_subject, 'colours');
  assert.equal(adamEvents?.[0].subject, undefined);
  assert.equal(melEvents?.[0].type, 'update_message');
  assert.deepEqual(melEvents?.[0].flags, ['read']);
  assert.deepEqual(
    gusEvents?.map((event) => event.type),
    ['delete_message'],
  );
  await gus.refused('DELETE', path(id), {}, 'BAD_REQUEST', 'Invalid message(s)');
  assert.equal((await unread(adam)).get(id), 'engineering > colours');
  assert.ok(!(await unread(mel)).has(id));
});

test('a move out of a channel marks messages read for accounts not subscribed to the new one', async () => {
  const id = await mel.sendToChannel('general', 'off topic', 'parsers');
  assert.ok((await unread(max)).has(id));
  const [maxEvents] = await expectFold([max, mia, mel], () =>
    move(mel, id, { stream_id: channelId('engineering'), topic: 'parsers' }),
  );
  assert.deepEqual(
    maxEvents?.map((event) => [event.type, event.flag]),
    [
      ['update_message', undefined],
      ['update_message_flags', 'read'],
    ],
  );
  assert.ok(!(await unread(max)).has(id));
  assert.ok((await unread(mia)).has(id));
});

test('a move into a private channel removes the messages for everyone else', async () => {
  const id = await mel.sendToChannel('general', 'secrets', 'raises');
  const [olives, maxEvents] = await expectFold([olive, max], () =>
    move(olive, id, { stream_id: channelId('leadership') }),
  );
  assert.equal(olives?.[0].type, 'update_message');
  assert.deepEqual(
    maxEvents?.map((event) => event.type),
    ['delete_message'],
  );
  await mel.refused('PATCH', path(id), { content: 'x' }, 'BAD_REQUEST', 'Invalid message(s)');
});

test('a person who is subscribed to neither channel receives the event of their own move', async () => {
  const { id: far } = await mia.ok('POST', '/channels/create', { name: 'far', subscribers: [mia.userId] });
  const id = await mia.sendToChannel('design', 'elsewhere', 'green');
  const [olives, monaEvents] = await expectFold([olive, mona], () => move(olive, id, { stream_id: far }));
  const moves = (events: Json[] = []) => events.filter(({ type }) => type === 'update_message');
  assert.deepEqual(
    moves(olives).map(({ new_stream_id }) => new_stream_id),
    [far],
  );
  assert.deepEqual(moves(monaEvents), []);
});

test('resolving a topic is a move that only adds the mark', async () => {
  const id = await mel.sendToChannel('engineering', 'bug', 'crash');
  const [miaEvents] = await expectFold([mia], () =>
    mel.ok('PATCH', path(id), { topic: '✔ bug', propagate_mode: 'change_all' }),
  );
  assert.equal(miaEvents?.[0].subject, '✔ bug');
  const notice = miaEvents?.find((event) => event.type === 'message');
  assert.equal(notice.message.subject, '✔ bug');
  assert.match(notice.message.content, /has marked this topic as resolved\./);
  const message = (await mel.ok('GET', path(id))).message;
  assert.equal(message.last_moved_timestamp, undefined);
  assert.equal(message.edit_history.length, 1);
  await mel.ok('PATCH', path(id), { topic: 'bug', propagate_mode: 'change_all' });
});

test('the notices link the old and the new conversation, if they are enabled', async () => {
  const miaListener = await mia.registerQueue();
  const id = await mel.sendToChannel('engineering', 'a', '1');
  await mel.sendToChannel('engineering', 'a', '2');
  await miaListener.events();
  await mel.ok('PATCH', path(id), {
    topic: 'b',
    send_notification_to_old_thread: true,
    send_notification_to_new_thread: true,
  });
  const notices = (await miaListener.eventsOf('message')).map(({ message }) => [
    message.subject,
    message.content,
  ]);
  assert.equal(notices.length, 2);
  assert.equal(notices[0]?.[0], 'a');
  assert.match(
    notices[0]?.[1],
    /^<p>A message was moved from this topic to .*#engineering &gt; b<\/a> by .*Mel Member/,
  );
  assert.equal(notices[1]?.[0], 'b');
  assert.match(notices[1]?.[1], /A message<\/a> was moved here from .*#engineering &gt; a<\/a> by/);
});

test('changing the case of a topic moves the whole topic', async () => {
  const first = await mel.sendToChannel('engineering', 'casing', '1');
  const second = await mel.sendToChannel('engineering', 'casing', '2');
  const [miaEvents] = await expectFold([mia], () => move(mel, second, { topic: 'Casing' }));
  assert.deepEqual(miaEvents?.[0].message_ids, [first, second]);
});

test('a move without permission is refused with the reason', async () => {
  const id = await mia.sendToChannel('design', 'rights', 'x');
  await gus.refused(
    'PATCH',
    path(id),
    { stream_id: channelId('general') },
    'BAD_REQUEST',
    'Invalid channel ID',
  );
  await gus.refused(
    'PATCH',
    path(id),
    { stream_id: channelId('town square') },
    'BAD_REQUEST',
    "You don't have permission to move this message",
  );
  const refused = (change: Json, message: string) =>
    mia.refused('PATCH', path(id), change, 'BAD_REQUEST', message);
  await refused({ stream_id: 999_999 }, 'Invalid channel ID');
  await refused({ stream_id: channelId('leadership') }, 'Invalid channel ID');
  await refused(
    { stream_id: channelId('announcements') },
    'You do not have permission to post in this channel.',
  );
  await refused({ stream_id: channelId('design') }, 'Nothing to change');
});

test('the permissions to move and to resolve follow the groups in the settings', async () => {
  const id = await mel.sendToChannel('engineering', 'groups', 'x');
  const groups = await groupIds();
  const nobodyGroup = groups.get('role:nobody');
  const everyone = groups.get('role:everyone');
  await olive.ok('PATCH', '/realm', {
    can_move_messages_between_topics_group: { new: nobodyGroup },
    can_resolve_topics_group: { new: nobodyGroup },
  });
  try {
    await mel.refused(
      'PATCH',
      path(id),
      { topic: 'y' },
      'BAD_REQUEST',
      "You don't have permission to edit this message",
    );
    await mel.refused(
      'PATCH',
      path(id),
      { topic: '✔ groups', propagate_mode: 'change_all' },
      'BAD_REQUEST',
      "You don't have permission to resolve topics in this channel.",
    );
    await adam.ok('PATCH', path(id), { topic: 'y' });
  } finally {
    await olive.ok('PATCH', '/realm', {
      can_move_messages_between_topics_group: { new: everyone },
      can_resolve_topics_group: { new: everyone },
    });
  }
});

async function groupIds(): Promise<Map<string, number>> {
  const rows = await server.server.services.database
    .reader(1)
    .db.selectFrom('user_group')
    .select(['id', 'name'])
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

test('members move recent messages, and the error names the part of a topic that they may move', async () => {
  const ids: number[] = [];
  for (const text of ['a', 'b', 'c']) ids.push(await mel.sendToChannel('engineering', 'aged', text));
  const [first = 0, second = 0, third = 0] = ids;
  await server.server.services.database.write(1, async (writer) => {
    await writer.db
      .updateTable('message')
      .set((e) => ({ sent_at: e('sent_at', '-', 700_000) }))
      .where('id', '=', first)
      .execute();
  });
  await mel.refused(
    'PATCH',
    path(first),
    { topic: 'young' },
    'BAD_REQUEST',
    "The time limit for editing this message's topic has passed.",
  );
  const error = await mel.refused(
    'PATCH',
    path(first),
    { topic: 'young', propagate_mode: 'change_all' },
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'You only have permission to move the 2/3 most recent messages in this topic.',
  );
  assert.equal(error.first_message_id_allowed_to_move, second);
  assert.equal(error.total_messages_allowed_to_move, 2);
  assert.equal(error.total_messages_in_topic, 3);
  const [miaEvents] = await expectFold([mia], () =>
    move(mel, second, { topic: 'young', propagate_mode: 'change_later' }),
  );
  assert.deepEqual(miaEvents?.[0].message_ids, [second, third]);
  await mel.refused(
    'PATCH',
    path(first),
    { topic: 'older', propagate_mode: 'change_all' },
    'BAD_REQUEST',
    'The time limit for moving this topic has passed.',
  );
  await move(mona, first, { topic: 'older', propagate_mode: 'change_all' });
});

test('a channel’s first message is updated when it moves away', async () => {
  const rows = await server.server.services.database
    .reader(1)
    .db.selectFrom('channel')
    .select(['first_message_id'])
    .where('id', '=', channelId('design'))
    .execute();
  const first = rows[0]?.first_message_id ?? (await mia.sendToChannel('design', 'first', 'one'));
  const next = await mia.sendToChannel('design', 'first', 'two');
  const miaListener = await mia.registerQueue();
  await move(adam, first, { stream_id: channelId('engineering') });
  const events = (await miaListener.eventsOf('stream')).filter(
    (event) => event.property === 'first_message_id',
  );
  const own = events.find((event) => event.stream_id === channelId('design'));
  assert.ok(own, 'no event about the channel that lost its first message');
  assert.ok(own.value > first && own.value <= next);
});

test('two concurrent moves of a topic end in one of the targets', async () => {
  const id = await mel.sendToChannel('engineering', 'contended', 'x');
  await Promise.all(
    ['left side', 'right side'].map((topic) =>
      mel.request('PATCH', path(id), { ...quiet, topic, propagate_mode: 'change_all' }),
    ),
  );
  const unreadIn = (await unread(mia)).get(id);
  assert.ok(
    unreadIn === 'engineering > left side' || unreadIn === 'engineering > right side',
    String(unreadIn),
  );
});

test('topic policies of accounts move along with a whole topic', async () => {
  const id = await mel.sendToChannel('engineering', 'followed', 'x');
  const policy = (client: ApiClient, topic: string, visibility_policy: number) =>
    client.ok('POST', '/user_topics', { stream_id: channelId('engineering'), topic, visibility_policy });
  await policy(mia, 'followed', 3);
  await policy(adam, 'followed', 1);
  const [miaEvents, adamEvents] = await expectFold([mia, adam, mel], () =>
    move(mel, id, { topic: 'renamed', propagate_mode: 'change_all' }),
  );
  const policies = (
    events: readonly { type: string; topic_name: string; visibility_policy: number }[] | undefined,
  ) =>
    events
      ?.filter((event) => event.type === 'user_topic')
      .map((event) => [event.topic_name, event.visibility_policy]);
  assert.deepEqual(policies(miaEvents), [
    ['followed', 0],
    ['renamed', 3],
  ]);
  assert.deepEqual(policies(adamEvents), [
    ['followed', 0],
    ['renamed', 1],
  ]);
  // Where it merges with existing messages, the more visible policy wins.
  await mel.sendToChannel('engineering', 'joined', 'y');
  const [, after] = await expectFold([mia, adam, mel], () =>
    move(mel, id, { topic: 'joined', propagate_mode: 'change_all' }),
  );
  assert.deepEqual(policies(after), [['renamed', 0]]);
});

test('after a move there and back, messages stay unread for subscribers of both channels and are read for others', async () => {
  const id = await mia.sendToChannel('design', 'travels', 'x');
  await expectFold([adam, mel, gus], () => move(mia, id, { stream_id: channelId('engineering') }));
  await expectFold([adam, mel, gus], () => move(mia, id, { stream_id: channelId('design') }));
  assert.equal((await unread(adam)).get(id), 'design > travels');
  assert.ok(!(await unread(gus)).has(id));
  assert.ok(!(await unread(mel)).has(id));
  const [miaEvents] = await expectFold([mia], () => mia.ok('DELETE', path(id)));
  assert.equal(miaEvents?.[0].type, 'delete_message');
});

test('a person who received a message through a move is mentioned by a later edit of it', async () => {
  const [from, to] = ['sender side', 'arrival side'];
  await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: from }, { name: to }] });
  const id = await mel.sendToChannel(from, 'boats', 'soon');
  await max.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: to }] });
  const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: to });
  await move(mel, id, { stream_id });
  await move(mel, id, { content: `soon @**|${max.userId}**` });
  const { message } = await max.ok('GET', path(id));
  assert.ok(message.flags.includes('mentioned'), JSON.stringify(message.flags));
});

test('a reaction marks a moved message as historical for those who did not receive it', async () => {
  const [from, to] = ['reactions before', 'reactions after'];
  await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: from }, { name: to }] });
  const join = (who: ApiClient) =>
    who.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: to }] });
  const id = await mel.sendToChannel(from, 'boats', 'soon');
  await join(max);
  const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: to });
  await move(mel, id, { stream_id });
  await join(mia);
  const isHistorical = async (who: ApiClient) => {
    await who.ok('POST', `${path(id)}/reactions`, { emoji_name: 'tada' });
    return (await who.ok('GET', path(id))).message.flags.includes('historical');
  };
  assert.deepEqual([await isHistorical(max), await isHistorical(mia)], [false, true]);
});
