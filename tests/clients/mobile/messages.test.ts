// Messages from the phone: each request as the client sends it, and the events that every phone receives.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { startTestServer } from '../../support/server.ts';
import { done, flagged, flaggedNarrow, oneMessage, sent } from './decoders/answers.ts';
import { raw } from './phone.ts';
import { Phones } from './phones.ts';

const server = await startTestServer();
// Mel writes; Olive and Mia are in most channels with him, the guest Gus only in some. People follow a topic that they
// start or are mentioned in, which adds a `user_topic` event.
const phones = await Phones.of(server, 'olive', 'mel', 'mia', 'gus');
const mel = phones.phone('mel');
const general = phones.channel('general');
const engineering = phones.channel('engineering');
const square = phones.channel('town square');

/** What everyone in "general" receives; Gus is not in it. */
const inGeneral = (...events: string[]) => ({ olive: events, mel: events, mia: events });

async function toChannel(
  channel: number,
  topic: string,
  content: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  const answer = await mel.post(
    sent,
    'messages',
    {
      type: raw('stream'),
      to: channel,
      topic: raw(topic),
      content: raw(content),
      read_by_sender: true,
      ...more,
    },
    'ZulipMobile/flutter',
  );
  return answer.id;
}

/** Sends without checking the events. */
async function sendUnchecked(channel: number, topic: string, content: string): Promise<number> {
  const id = await toChannel(channel, topic, content);
  await settle();
  return id;
}

async function settle(): Promise<void> {
  for (const name of ['olive', 'mel', 'mia', 'gus'] as const) await phones.phone(name).events();
}

test('a channel message arrives, with its local id in the queue that sent it', async () => {
  const followed = ['message', 'user_topic'];
  const eventsByPerson = await phones.expectEvents({ olive: ['message'], mel: followed, mia: followed }, () =>
    toChannel(general, 'phones', 'Hello @**Mia Member** and @**all** :octopus:', {
      queue_id: raw(mel.queueId),
      local_id: raw('1234.01'),
    }),
  );
  const [own] = eventsByPerson.get('mel') ?? [];
  assert.equal(own?.local_message_id, '1234.01');
  assert.deepEqual(own?.flags.includes('read'), true);
  const [miaEvent] = eventsByPerson.get('mia') ?? [];
  assert.equal(miaEvent?.local_message_id, undefined);
  assert.ok(miaEvent?.flags.includes('mentioned') && miaEvent?.flags.includes('wildcard_mentioned'));
  assert.equal(miaEvent?.message.content_type, 'text/html');
});

test('a message without a topic keeps its empty topic', async () => {
  await sendUnchecked(square, '', 'no topic');
  const eventsByPerson = await phones.expectSameEvents(['message'], () =>
    toChannel(square, '', 'no topic either'),
  );
  for (const [event] of eventsByPerson.values()) assert.equal(event?.message.subject, '');
});

test('direct messages are sent to one person, to several, and to the sender', async () => {
  const direct = (...to: number[]) =>
    mel.post(sent, 'messages', {
      type: raw('direct'),
      to,
      content: raw('just for you'),
      read_by_sender: true,
    });
  await phones.expectEvents({ mel: ['message'], mia: ['message'] }, () => direct(phones.id('mia')));
  await phones.expectEvents({ mel: ['message'], gus: ['message'], olive: ['message'] }, () =>
    direct(phones.id('gus'), phones.id('mel'), phones.id('olive')),
  );
  await phones.expectEvents({ mel: ['message'] }, () => direct(phones.id('mel')));
});

test('an edit names the version that it is based on', async () => {
  const id = await sendUnchecked(general, 'phones', 'frist');
  const prev_content_sha256 = raw(createHash('sha256').update('frist').digest('hex'));
  const eventsByPerson = await phones.expectEvents(inGeneral('update_message'), () =>
    mel.patch(done, `messages/${id}`, { content: raw('first'), prev_content_sha256 }),
  );
  const [event] = eventsByPerson.get('olive') ?? [];
  assert.deepEqual(
    [event?.orig_content, event?.content, event?.rendered_content],
    ['frist', 'first', '<p>first</p>'],
  );
  await assert.rejects(mel.patch(done, `messages/${id}`, { content: raw('third'), prev_content_sha256 }), {
    code: 'EXPECTATION_MISMATCH',
  });
});

test('an edit’s event has only flags that the client accepts', async () => {
  const id = await sendUnchecked(general, 'phones', 'see https://example.com');
  const api = await phones.as('mel');
  const eventsByPerson = await phones.expectEvents({ mel: ['update_message_flags/add'] }, () =>
    api.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'hide_link_previews' }),
  );
  assert.equal(eventsByPerson.get('mel')?.[0]?.flag, 'hide_link_previews');
  const web = await api.registerQueue();
  const eventsOfEdit = await phones.expectEvents(inGeneral('update_message'), () =>
    mel.patch(done, `messages/${id}`, { content: raw('@**all** see https://example.com') }),
  );
  assert.deepEqual(eventsOfEdit.get('mel')?.[0]?.flags, [
    'read',
    'stream_wildcard_mentioned',
    'wildcard_mentioned',
  ]);
  const [event] = await web.eventsOf('update_message');
  assert.ok(event.flags.includes('hide_link_previews'), 'other clients keep it');
});

test('a topic is moved, resolved and unresolved', async () => {
  const id = await sendUnchecked(general, 'moved away', 'one');
  const rename = (topic: string) =>
    mel.patch(done, `messages/${id}`, {
      topic: raw(topic),
      propagate_mode: raw('change_all'),
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
  // His followed topic moves along.
  const moveTypes = ['update_message', 'user_topic', 'user_topic'];
  const eventsByPerson = await phones.expectEvents({ ...inGeneral('update_message'), mel: moveTypes }, () =>
    rename('moved here'),
  );
  const [event] = eventsByPerson.get('mia') ?? [];
  assert.deepEqual(
    [event?.orig_subject, event?.subject, event?.stream_id],
    ['moved away', 'moved here', general],
  );
  const resolving = { ...inGeneral('update_message', 'message'), mel: [...moveTypes, 'message'] };
  await phones.expectEvents(resolving, () => rename('✔ moved here'));
  await phones.expectEvents(resolving, () => rename('moved here'));
});

test('a message moves to another channel with different subscribers', async () => {
  const id = await sendUnchecked(square, 'to engineering', 'this belongs elsewhere');
  const eventsByPerson = await phones.expectEvents(
    {
      olive: ['update_message'],
      mel: ['update_message', 'user_topic', 'user_topic'],
      mia: ['update_message'],
      gus: ['delete_message'],
    },
    () =>
      mel.patch(done, `messages/${id}`, {
        stream_id: engineering,
        topic: raw('from the square'),
        propagate_mode: raw('change_one'),
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: false,
      }),
  );
  const [event] = eventsByPerson.get('olive') ?? [];
  assert.deepEqual([event?.stream_id, event?.new_stream_id], [square, engineering]);
});

test('a channel message is deleted with an empty body', async () => {
  const id = await sendUnchecked(general, 'phones', 'oops');
  const eventsByPerson = await phones.expectEvents(inGeneral('delete_message'), () =>
    mel.delete(done, `messages/${id}`, {}),
  );
  assert.deepEqual(eventsByPerson.get('olive')?.[0]?.message_ids, [id]);
});

test('a direct message is deleted with an empty body', async () => {
  const to = [phones.id('mia')];
  const { id } = await mel.post(sent, 'messages', { type: raw('direct'), to, content: raw('oops') });
  await settle();
  await phones.expectEvents({ mel: ['delete_message'], mia: ['delete_message'] }, () =>
    mel.delete(done, `messages/${id}`, {}),
  );
});

test('reactions are added and removed', async () => {
  const id = await sendUnchecked(general, 'phones', 'react to me');
  const octopus = {
    emoji_name: raw('octopus'),
    emoji_code: raw('1f419'),
    reaction_type: raw('unicode_emoji'),
  };
  const extra = {
    emoji_name: raw('zulip'),
    emoji_code: raw('zulip'),
    reaction_type: raw('zulip_extra_emoji'),
  };
  const path = `messages/${id}/reactions`;
  await phones.expectEvents(inGeneral('reaction/add'), () => mel.post(done, path, octopus));
  await phones.expectEvents(inGeneral('reaction/add'), () => mel.post(done, path, extra));
  await assert.rejects(mel.post(done, path, octopus), { code: 'REACTION_ALREADY_EXISTS' });
  const { message } = await mel.get(oneMessage, `messages/${id}`, { allow_empty_topic_name: true });
  assert.deepEqual(
    message.reactions.map((reaction) => reaction.emoji_name),
    ['octopus', 'zulip'],
  );
  await phones.expectEvents(inGeneral('reaction/remove'), () => mel.delete(done, path, octopus));
  await assert.rejects(mel.delete(done, path, octopus), { code: 'REACTION_DOES_NOT_EXIST' });
});

test('messages are starred, and marked unread and read again', async () => {
  const id = await sendUnchecked(general, 'phones', 'star me');
  const change = (op: string, flag: string) =>
    mel.post(flagged, 'messages/flags', { messages: [id], op: raw(op), flag: raw(flag) });
  await phones.expectEvents({ mel: ['update_message_flags/add'] }, () => change('add', 'starred'));
  await phones.expectEvents({ mel: ['update_message_flags/remove'] }, () => change('remove', 'starred'));
  const eventsByPerson = await phones.expectEvents({ mel: ['update_message_flags/remove'] }, () =>
    change('remove', 'read'),
  );
  const details = eventsByPerson.get('mel')?.[0]?.message_details.get(id);
  assert.deepEqual([details.type, details.stream_id, details.topic], ['stream', general, 'phones']);
  await phones.expectEvents({ mel: ['update_message_flags/add'] }, () => change('add', 'read'));
  await phones.expectEvents({}, () => change('add', 'read'));
});

test('a narrow is marked as read, page by page', async () => {
  await sendUnchecked(general, 'many', 'one');
  const mia = phones.phone('mia');
  const mark = (narrow: readonly unknown[], anchor = 'oldest') =>
    mia.post(flaggedNarrow, 'messages/flags/narrow', {
      anchor: raw(anchor),
      include_anchor: false,
      num_before: 0,
      num_after: 1000,
      narrow,
      op: raw('add'),
      flag: raw('read'),
    });
  const topic = [
    { operator: 'stream', operand: general },
    { operator: 'topic', operand: 'many' },
    { operator: 'is', operand: 'unread' },
  ];
  await phones.expectEvents({ mia: ['update_message_flags/add'] }, async () => {
    const answer = await mark(topic);
    assert.deepEqual([answer.updated_count, answer.found_newest], [1, true]);
  });
  await phones.expectEvents({}, async () => {
    const answer = await mark(topic);
    assert.deepEqual([answer.processed_count, answer.first_processed_id], [0, null]);
  });
  await phones.expectEvents({ mia: ['update_message_flags/add'] }, () =>
    mark([{ operator: 'is', operand: 'unread' }]),
  );
  const { unread_msgs } = await mia.register();
  assert.equal(unread_msgs.count, 0);
});

test('a poll has a question, an option and a vote', async () => {
  const eventsByPerson = await phones.expectEvents(inGeneral('message'), () =>
    toChannel(general, 'phones', '/poll Lunch?\nSoup\nBread'),
  );
  const message = eventsByPerson.get('olive')?.[0]?.message;
  assert.equal(message.submessages.length, 1);
  const say = (content: unknown) =>
    mel.post(done, 'submessage', {
      message_id: message.id,
      msg_type: raw('widget'),
      content: raw(JSON.stringify(content)),
    });
  await phones.expectEvents(inGeneral('submessage'), () =>
    say({ type: 'new_option', option: 'Salad', idx: 1 }),
  );
  await phones.expectEvents(inGeneral('submessage'), () => say({ type: 'vote', key: 'canned,0', vote: 1 }));
});

test('typing is sent in a channel and to people', async () => {
  const inChannel = (op: string) =>
    mel.post(done, 'typing', { op: raw(op), type: raw('channel'), stream_id: general, topic: raw('phones') });
  await phones.expectEvents(inGeneral('typing/start'), () => inChannel('start'));
  await phones.expectEvents(inGeneral('typing/stop'), () => inChannel('stop'));
  const eventsByPerson = await phones.expectEvents({ mel: ['typing/start'], gus: ['typing/start'] }, () =>
    mel.post(done, 'typing', { op: raw('start'), type: raw('direct'), to: [phones.id('gus')] }),
  );
  assert.equal(eventsByPerson.get('gus')?.[0]?.sender.user_id, phones.id('mel'));
});

test('a message is reported', async () => {
  const id = await sendUnchecked(general, 'phones', 'not nice');
  await assert.rejects(
    phones.phone('mia').post(done, `messages/${id}/report`, { report_type: raw('spam') }),
    { code: 'BAD_REQUEST' },
    'there is no channel for reports yet',
  );
});

test('a waiting poll is answered by an event', async () => {
  const olive = phones.phone('olive');
  await olive.events();
  const pendingPoll = olive.nextEvents();
  await toChannel(general, 'phones', 'now');
  const [event] = await pendingPoll;
  assert.equal(event?.type, 'message');
  await settle();
});
