// How events change a message: its text, its topic, flags, reactions and submessages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import {
  affectedIds,
  afterEvent,
  isResolved,
  type Message,
  type Reaction,
  toggleResolved,
  unresolvedName,
} from '../../web/store/message.ts';
import { made } from './naive-server.ts';

const sent: Message = { ...made(1, 7, 'Plans'), content: 'old', flags: ['starred', 'mentioned'] };
const after = (event: object, message = sent) => afterEvent(message, event as unknown as ApiEvent);

test('an edit changes the text and the mentions, and keeps the other flags of the viewer', () => {
  const edit = {
    type: 'update_message',
    message_id: 1,
    message_ids: [1],
    rendered_content: 'new',
    is_me_message: true,
    edit_timestamp: 50,
    flags: ['read', 'has_alert_word'],
  };
  const editedMessage = after(edit);
  assert.deepEqual(
    [
      editedMessage.content,
      editedMessage.is_me_message,
      editedMessage.last_edit_timestamp,
      editedMessage.flags,
    ],
    ['new', true, 50, ['has_alert_word', 'starred']],
  );
  assert.equal(after({ ...edit, message_id: 2 }), sent);
  assert.equal(after({ ...edit, rendered_content: undefined }), sent);
  assert.equal(after({ ...edit, rendering_only: true }).last_edit_timestamp, undefined);
  assert.equal(after({ ...edit, is_me_message: undefined }, editedMessage).is_me_message, true);
});

test('a move changes the topic and channel of the given messages; resolving a topic does not count as a move', () => {
  const move = {
    type: 'update_message',
    message_id: 9,
    message_ids: [1, 9],
    stream_id: 7,
    orig_subject: 'Plans',
    subject: 'Other',
    topic_links: [],
    edit_timestamp: 50,
  };
  const moveFields = ({ stream_id, subject, last_moved_timestamp }: Message) => [
    stream_id,
    subject,
    last_moved_timestamp,
  ];
  assert.deepEqual(moveFields(after(move)), [7, 'Other', 50]);
  assert.deepEqual(moveFields(after({ ...move, new_stream_id: 8, subject: undefined })), [8, 'Plans', 50]);
  assert.deepEqual(moveFields(after({ ...move, subject: '✔ Plans' })), [7, '✔ Plans', undefined]);
  assert.deepEqual(moveFields(after({ ...move, orig_subject: '✔ Other' })), [7, 'Other', undefined]);
  assert.equal(after({ ...move, message_ids: [9] }), sent);
  assert.equal(after({ ...move, orig_subject: undefined }), sent);
});

test('a flag is added or removed once', () => {
  const flag = { type: 'update_message_flags', flag: 'read', op: 'add' };
  assert.deepEqual(after(flag).flags, ['starred', 'mentioned', 'read']);
  assert.equal(after({ ...flag, flag: 'starred' }), sent);
  assert.deepEqual(after({ ...flag, flag: 'starred', op: 'remove' }).flags, ['mentioned']);
  assert.equal(after({ ...flag, op: 'remove' }), sent);
});

const tada: Reaction = {
  emoji_name: 'tada',
  emoji_code: '1f389',
  reaction_type: 'unicode_emoji',
  user_id: 4,
};

test('there is one reaction per emoji and account, and removing it keeps the others', () => {
  const reacted = { ...sent, reactions: [tada] };
  const react = (op: string, change: Partial<Reaction> = {}, message: Message = reacted) =>
    after({ type: 'reaction', message_id: 1, op, ...tada, ...change, user: { email: 'x' } }, message);
  assert.deepEqual(react('add', {}, sent).reactions, [tada]);
  assert.equal(react('add'), reacted);
  assert.equal(react('add', { emoji_name: 'party' }), reacted);
  assert.deepEqual(react('remove').reactions, []);
  assert.equal(react('remove', {}, sent), sent);
  for (const change of [{ user_id: 5 }, { emoji_code: '1f440' }, { reaction_type: 'realm_emoji' }] as const) {
    assert.deepEqual(react('add', change).reactions, [tada, { ...tada, ...change }]);
    assert.equal(react('remove', change), reacted);
  }
});

test('a submessage confirms an optimistic one with the same content and sender', () => {
  const submessage = { id: -1, message_id: 1, sender_id: 4, msg_type: 'widget', content: 'vote' };
  const add = (message: Message, id: number, change: object = {}) => {
    const { id: _optimistic, ...fields } = submessage;
    return after({ type: 'submessage', id: 99, submessage_id: id, ...fields, ...change }, message);
  };
  const ids = ({ submessages }: Message) => submessages.map(({ id }) => id);
  const optimistic = add(sent, -1);
  assert.deepEqual(optimistic.submessages, [submessage]);
  assert.deepEqual(add(optimistic, 5).submessages, [{ ...submessage, id: 5 }]);
  assert.deepEqual(ids(add(optimistic, 5, { sender_id: 3 })), [-1, 5]);
  assert.deepEqual(ids(add(optimistic, 5, { content: 'other' })), [-1, 5]);
  const confirmed = add(optimistic, 5);
  assert.equal(add(confirmed, 5), confirmed);
  assert.deepEqual(ids(add(confirmed, 6)), [5, 6]);
  assert.deepEqual(ids(add(add(sent, 0), 6)), [0, 6]);
});

test('other events change nothing', () => {
  assert.equal(after({ type: 'typing' }), sent);
});

test('an event names the messages that it may change', () => {
  const affected = (event: object) => affectedIds(event as unknown as ApiEvent);
  assert.deepEqual(affected({ type: 'update_message', message_id: 1, message_ids: [1, 2] }), [1, 2]);
  assert.deepEqual(affected({ type: 'update_message_flags', messages: [3], all: false }), [3]);
  assert.equal(affected({ type: 'update_message_flags', messages: [], all: true }), 'all');
  assert.deepEqual(affected({ type: 'reaction', message_id: 4 }), [4]);
  assert.deepEqual(affected({ type: 'submessage', message_id: 5 }), [5]);
  assert.deepEqual(affected({ type: 'typing', message_id: 6 }), []);
});

test('the resolved mark of a topic is recognized, removed and toggled', () => {
  assert.deepEqual([isResolved('✔ Plans'), isResolved('✔Plans'), isResolved('Plans')], [true, false, false]);
  assert.deepEqual([unresolvedName('✔ Plans'), unresolvedName('Plans')], ['Plans', 'Plans']);
  assert.deepEqual([toggleResolved('✔ Plans'), toggleResolved('Plans')], ['Plans', '✔ Plans']);
});
