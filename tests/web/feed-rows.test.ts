// The rows around messages: dates, the unread line, conversations and senders, each at the first message that needs
// it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayKey } from '../../web/i18n/dates.ts';
import { isSameRow, rowsOf } from '../../web/message-list/feed-rows.ts';
import type { Message } from '../../web/store/message.ts';

const OWN = 1;
/** Noon in the local time zone. */
const NOON = new Date(2026, 10, 20, 12).getTime() / 1000;

interface Drawn {
  readonly sender: number;
  readonly topic: string;
  /** Minutes after the previous message. */
  readonly after: number;
  readonly isMe: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  sender: fc.integer({ min: 1, max: 3 }),
  topic: fc.constantFrom('a', 'A', 'b'),
  after: fc.constantFrom(0, 1, 9, 10, 11, 900),
  isMe: fc.boolean(),
});

function messagesOf(all: readonly Drawn[]): Message[] {
  let timestamp = NOON;
  return all.map(({ sender, topic, after, isMe }, index) => {
    timestamp += after * 60;
    return {
      id: index + 1,
      type: 'stream',
      stream_id: 5,
      subject: topic,
      sender_id: sender,
      timestamp,
      is_me_message: isMe,
    } as unknown as Message;
  });
}

test('each separator is at its position, and nowhere else', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 25 }), fc.boolean(), fc.nat(25), (all, isMixed, firstUnread) => {
      const messages = messagesOf(all);
      const rows = rowsOf(messages, { ownId: OWN, isMixed, firstUnread });
      assert.equal(rows.length, messages.length);
      for (const [index, message] of messages.entries()) {
        const row = rows[index];
        const before = messages[index - 1];
        const isNewDay = !before || dayKey(before.timestamp) !== dayKey(message.timestamp);
        const isNewTopic = !before || before.subject.toLowerCase() !== message.subject.toLowerCase();
        assert.equal(row?.daySeconds, isNewDay ? message.timestamp : undefined);
        assert.equal(row?.isFirstUnread, message.id === firstUnread);
        assert.equal(row?.conversation !== undefined, isMixed && (isNewDay || isNewTopic));
        const continues =
          before &&
          before.sender_id === message.sender_id &&
          message.timestamp - before.timestamp < 600 &&
          !before.is_me_message &&
          !message.is_me_message;
        const isAfterLine = isNewDay || message.id === firstUnread || (isMixed && isNewTopic);
        assert.equal(row?.hasSender, !continues || isAfterLine);
      }
    }),
  );
});

test('rows for the same messages are identical, so nothing is rendered again', () => {
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 10 }), (all) => {
      const options = { ownId: OWN, isMixed: true, firstUnread: 2 };
      const rows = rowsOf(messagesOf(all), options);
      const secondRows = rowsOf(messagesOf(all), options);
      for (const [index, row] of rows.entries())
        assert.ok(isSameRow(row, secondRows[index] ?? { ...row, id: 0 }));
    }),
  );
  const [row] = rowsOf(messagesOf([{ sender: 1, topic: 'a', after: 0, isMe: false }]), {
    ownId: OWN,
    isMixed: true,
    firstUnread: undefined,
  });
  assert.ok(row);
  for (const other of [
    { ...row, hasSender: false },
    { ...row, daySeconds: undefined },
    { ...row, isFirstUnread: true },
    { ...row, conversation: undefined },
    { ...row, conversation: { kind: 'topic', channelId: 5, topic: 'b' } as const },
  ]) {
    assert.equal(isSameRow(row, other), false);
  }
});
