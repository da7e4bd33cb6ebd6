// Narrows: which messages are in one as far as the browser can tell, their keys, and their form on the wire.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import type { Message } from '../../web/store/message.ts';
import { narrowContains, narrowKey, nearOf, wireNarrow } from '../../web/store/narrow.ts';
import { changeOfUnloaded, mayAffect, mayHaveMoved } from '../../web/store/narrow-changes.ts';
import { made, term } from './naive-server.ts';

const OWN = 1;
const scope = {
  ownId: OWN,
  isMuted: (channelId: number, topic: string) => channelId === 2 && topic === 'noise',
};

const inTopic: Message = { ...made(10, 1, 'Plans'), sender_id: 4 };
const direct = {
  ...made(11, 1, ''),
  type: 'private',
  stream_id: undefined,
  display_recipient: [{ id: 3 }, { id: OWN }, { id: 2 }],
} as unknown as Message;
const flagged = (...flags: string[]): Message => ({ ...inTopic, flags });

test('a message is in a narrow according to the operator and operand of its term', () => {
  /** The start of the day in the zone of the tests. */
  const day = new Date(2026, 10, 2).getTime() / 1000;
  const cases: readonly (readonly [operator: string, operand: string, Message, boolean | undefined])[] = [
    ['channel', '1', inTopic, true],
    ['channel', '2', inTopic, false],
    ['channel', 'design', inTopic, undefined],
    ['topic', 'PLANS', inTopic, true],
    ['topic', 'Plan', inTopic, false],
    ['topic', '', direct, false],
    ['dm', '3,2', direct, true],
    ['dm', '2,3,1,3', direct, true],
    ['dm', '2', direct, false],
    ['dm', '2,3,4', direct, false],
    ['dm', '2,3', inTopic, false],
    ['dm', 'mia@example.com', direct, undefined],
    ['sender', '4', inTopic, true],
    ['sender', '5', inTopic, false],
    ['sender', 'mia@example.com', inTopic, undefined],
    ['id', '10', inTopic, true],
    ['id', '11', inTopic, false],
    ['is', 'dm', direct, true],
    ['is', 'private', direct, true],
    ['is', 'dm', inTopic, false],
    ['is', 'private', inTopic, false],
    ['is', 'mentioned', flagged('mentioned'), true],
    ['is', 'mentioned', flagged('topic_wildcard_mentioned'), true],
    ['is', 'mentioned', flagged('stream_wildcard_mentioned'), true],
    ['is', 'mentioned', flagged('starred'), false],
    ['is', 'starred', flagged('starred'), true],
    ['is', 'starred', flagged('mentioned'), false],
    ['is', 'unread', flagged(), true],
    ['is', 'unread', flagged('read'), false],
    ['is', 'alerted', flagged('has_alert_word'), true],
    ['is', 'alerted', flagged('mentioned'), false],
    ['is', 'resolved', { ...inTopic, subject: '✔ Plans' }, true],
    ['is', 'resolved', inTopic, false],
    ['is', 'resolved', { ...direct, subject: '✔ ' }, false],
    ['is', 'muted', { ...inTopic, stream_id: 2, subject: 'noise' }, true],
    ['is', 'muted', { ...inTopic, subject: 'noise' }, false],
    ['is', 'muted', { ...direct, stream_id: 2, subject: 'noise' }, false],
    ['is', 'followed', inTopic, undefined],
    ['since', '2026-11-02', { ...inTopic, timestamp: day }, true],
    ['since', '2026-11-02', { ...inTopic, timestamp: day - 1 }, false],
    ['before', '2026-11-02', { ...inTopic, timestamp: day - 1 }, true],
    ['before', '2026-11-02', { ...inTopic, timestamp: day }, false],
    ['since', 'yesterday', inTopic, undefined],
    ['search', 'x', inTopic, undefined],
  ];

  for (const [operator, operand, message, expected] of cases) {
    const label = `${operator}:${operand} of ${JSON.stringify([message.type, message.subject, message.flags])}`;
    const contains = (isNegated: boolean) =>
      narrowContains([term(operator, operand, isNegated)], message, scope);
    assert.equal(contains(false), expected, label);
    assert.equal(contains(true), expected === undefined ? undefined : !expected, `-${label}`);
  }
});

test('a message is in a narrow if it meets all terms; a single unmet term excludes it', () => {
  const contains = (...terms: Parameters<typeof narrowContains>[0]) => narrowContains(terms, inTopic, scope);
  assert.equal(contains(), true);
  assert.equal(contains(term('channel', '1'), term('topic', 'plans')), true);
  assert.equal(contains(term('channel', '1'), term('topic', 'other')), false);
  assert.equal(contains(term('channel', '1'), term('search', 'x')), undefined);
  assert.equal(contains(term('search', 'x'), term('channel', '2')), false);
  assert.equal(contains(term('channel', '1'), term('near', '99'), term('date', '2026-01-01')), true);
});

test('the message at which a view starts is a number of up to 15 digits', () => {
  const near = (operand: string) => nearOf([term('channel', '1'), term('near', operand)]);
  assert.equal(near('5'), 5);
  assert.equal(near('999999999999999'), 999_999_999_999_999);
  for (const operand of ['9999999999999999', '', 'x', '12x', '-1', '1.5'])
    assert.equal(near(operand), undefined, operand);
  assert.equal(nearOf([term('channel', '1')]), undefined);
});

test('equivalent narrows have the same key, others do not', () => {
  const key = narrowKey([term('channel', '1'), term('topic', 'Plans')]);
  assert.equal(narrowKey([term('topic', 'PLANS'), term('channel', '1'), term('near', '7')]), key);
  for (const other of [
    [term('channel', '1'), term('topic', 'Plan')],
    [term('channel', '1'), term('topic', 'Plans', true)],
    [term('channel', '1')],
    [term('topic', '1'), term('channel', 'Plans')],
  ])
    assert.notEqual(narrowKey(other), key);
  assert.notEqual(narrowKey([term('search', 'A')]), narrowKey([term('search', 'a')]));
  // A topic cannot be mistaken for another term.
  assert.notEqual(
    narrowKey([term('topic', 'a is:starred')]),
    narrowKey([term('topic', 'a'), term('is', 'starred')]),
  );
});

test('ids are sent as numbers where the server expects them, days as times, everything else as text', () => {
  const operands = (...terms: Parameters<typeof wireNarrow>[0]) =>
    wireNarrow(terms).map((wire) => (wire as { readonly operand?: unknown }).operand);
  assert.deepEqual(operands(term('channel', '7'), term('topic', '7'), term('sender', '7')), [7, '7', 7]);
  assert.deepEqual(operands(term('dm', '7'), term('dm', '7,8')), [[7], [7, 8]]);
  assert.deepEqual(operands(term('dm-including', '7'), term('dm-including', '7,8')), [7, [7, 8]]);
  const days = [term('since', '2026-11-02'), term('before', 'yesterday')];
  assert.deepEqual(operands(...days), [new Date(2026, 10, 2).toISOString(), 'yesterday']);
  assert.deepEqual(operands(term('id', '7'), term('with', '7'), term('mentions', '7')), [7, 7, 7]);
  assert.deepEqual(operands(term('search', '7'), term('channel', 'x')), ['7', 'x']);
  assert.deepEqual(wireNarrow([term('near', '7'), term('is', 'dm', true)]) as unknown, [
    { operator: 'is', operand: 'dm', negated: true },
  ]);
});

const flags = (flag: string) => ({ type: 'update_message_flags', flag }) as unknown as ApiEvent;
const edit = { type: 'update_message' } as unknown as ApiEvent;
const move = (more: object) =>
  ({ type: 'update_message', orig_subject: 'a', stream_id: 1, ...more }) as unknown as ApiEvent;

test('only events about the property that a term tests may move messages into or out of a narrow', () => {
  const isAffected = (event: ApiEvent, ...terms: Parameters<typeof mayAffect>[0]) => mayAffect(terms, event);
  assert.equal(isAffected(flags('read'), term('is', 'unread')), true);
  assert.equal(isAffected(flags('starred'), term('channel', '1'), term('is', 'starred')), true);
  assert.equal(isAffected(flags('starred'), term('is', 'unread')), false);
  assert.equal(isAffected(flags('starred'), term('search', 'starred')), false);
  assert.equal(isAffected(flags('collapsed'), term('is', 'starred'), term('is', 'unread')), false);
  for (const [operator, operand] of [
    ['channel', '1'],
    ['topic', 'a'],
    ['is', 'resolved'],
  ] as const) {
    assert.equal(isAffected(edit, term(operator, operand)), false, operator);
    assert.equal(isAffected(move({}), term(operator, operand)), true, operator);
  }
  for (const [operator, operand] of [
    ['dm', '1'],
    ['sender', '1'],
    ['id', '1'],
    ['dm-including', '1'],
    ['is', 'starred'],
    ['is', 'unread'],
  ] as const)
    assert.equal(isAffected(move({}), term(operator, operand)), false, operator);
  assert.equal(isAffected(edit, term('search', 'x')), true);
  assert.equal(isAffected(edit, term('is', 'mentioned')), true);
  assert.equal(isAffected(edit, term('dm', '1'), term('search', 'x')), true);
  assert.equal(isAffected(edit), false);
  const reaction = { type: 'reaction' } as unknown as ApiEvent;
  assert.equal(isAffected(reaction, term('has', 'reaction')), true);
  assert.equal(isAffected(reaction, term('search', 'x')), false);
  assert.equal(isAffected({ type: 'submessage' } as unknown as ApiEvent, term('has', 'reaction')), false);
});

test('only changes of the property that a term tests may move a message into or out of a narrow', () => {
  const before = flagged('starred');
  const mayMove = (change: Partial<Message>, ...terms: Parameters<typeof mayHaveMoved>[0]) =>
    mayHaveMoved(terms, before, { ...before, ...change });
  const reaction = {
    emoji_name: 'tada',
    emoji_code: '1f389',
    reaction_type: 'unicode_emoji',
    user_id: 1,
  } as const;
  for (const change of [{ subject: 'b' }, { stream_id: 9 }] as const) {
    assert.equal(mayMove(change, term('topic', 'a')), true);
    assert.equal(mayMove(change, term('is', 'resolved')), true);
    assert.equal(mayMove(change, term('search', 'x')), true);
    assert.equal(mayMove(change, term('sender', '4')), false);
    assert.equal(mayMove(change, term('is', 'starred')), false);
  }
  assert.equal(mayMove({ content: 'b' }, term('channel', '1')), false);
  assert.equal(mayMove({ content: 'b' }, term('search', 'x')), true);
  assert.equal(mayMove({ content: 'b' }, term('sender', '4'), term('search', 'x')), true);
  assert.equal(mayMove({ flags: [] }, term('is', 'starred')), true);
  assert.equal(mayMove({ flags: ['starred', 'read'] }, term('is', 'starred')), false);
  assert.equal(mayMove({ flags: ['starred', 'read'] }, term('is', 'unread')), true);
  assert.equal(mayMove({ flags: [] }, term('search', 'x')), false);
  assert.equal(mayMove({ reactions: [reaction] }, term('has', 'reaction')), true);
  assert.equal(mayMove({ reactions: [reaction] }, term('search', 'x')), false);
  assert.equal(mayMove({}, term('has', 'reaction')), false);
});

test('a move shows whether messages that are not in memory enter a narrow, if only their topic matters', () => {
  const change = (event: ApiEvent, ...terms: Parameters<typeof changeOfUnloaded>[0]) =>
    changeOfUnloaded(terms, event);
  const [inA, inB] = [term('topic', 'A'), term('topic', 'B')];
  assert.equal(change(move({ subject: 'b' }), inA), 'out');
  assert.equal(change(move({ subject: 'b' }), inB), 'in');
  assert.equal(change(move({ subject: 'b' }), term('channel', '1')), 'stays');
  assert.equal(change(move({ subject: 'b' }), term('channel', '2'), inB), 'stays');
  assert.equal(change(move({ new_stream_id: 2 }), term('channel', '1'), inA), 'out');
  assert.equal(change(move({ new_stream_id: 2 }), term('channel', '2'), inA), 'in');
  assert.equal(change(move({ new_stream_id: 2 }), term('channel', '1', true)), 'in');
  assert.equal(change(move({ subject: '✔ a' }), term('is', 'resolved')), 'in');
  assert.equal(change(move({ subject: '✔ a' }), term('is', 'resolved', true)), 'out');
  assert.equal(change(move({ subject: 'b' }), inB, term('near', '3')), 'in');
  assert.equal(change(edit, inA), 'stays');
  assert.equal(change(move({ subject: 'b' }), inB, term('search', 'x')), 'unknown');
  assert.equal(change(move({ subject: 'b' }), inB, term('is', 'starred')), 'unknown');
  assert.equal(change(flags('read'), inA), 'unknown');
});
