// What stands around each message: a line where a day begins, a line where the unread ones begin, the conversation
// where it is another one, and the sender where it is somebody else, or the same after a while.

import { dayKey } from '../i18n/dates.ts';
import type { Message } from '../store/message.ts';
import { type Conversation, conversationOf, isSamePlace, type Placed } from '../store/places.ts';

export interface Row {
  readonly id: number;
  readonly hasSender: boolean;
  /** The time of its day, where that begins. */
  readonly daySeconds: number | undefined;
  readonly isFirstUnread: boolean;
  /** The conversation it is in, where a view holds several and this is another one. */
  readonly conversation: Conversation | undefined;
}

export interface RowOptions {
  readonly ownId: number;
  /** The view holds more than one conversation. */
  readonly isMixed: boolean;
  readonly firstUnread: number | undefined;
}

/** What decides how a message stands among others. */
export type Lined = Pick<Message, 'id' | 'sender_id' | 'timestamp' | 'is_me_message'> & Placed;

/** Somebody who goes on after this long is named again. */
const GROUP_SECONDS = 600;

function continues(before: Lined, message: Lined): boolean {
  return (
    before.sender_id === message.sender_id &&
    message.timestamp - before.timestamp < GROUP_SECONDS &&
    !before.is_me_message &&
    !message.is_me_message
  );
}

/** The rows of messages in order. */
export function rowsOf(messages: readonly Lined[], { ownId, isMixed, firstUnread }: RowOptions): Row[] {
  let before: Lined | undefined;
  let place: Conversation | undefined;
  return messages.map((message) => {
    const own = isMixed ? conversationOf(message, ownId) : undefined;
    const isElsewhere = own !== undefined && !(place && isSamePlace(place, own));
    const isNewDay = !before || dayKey(before.timestamp) !== dayKey(message.timestamp);
    const isFirstUnread = message.id === firstUnread;
    const isJoined = before && !isNewDay && !isElsewhere && !isFirstUnread && continues(before, message);
    before = message;
    place = own;
    return {
      id: message.id,
      hasSender: !isJoined,
      daySeconds: isNewDay ? message.timestamp : undefined,
      isFirstUnread,
      conversation: isElsewhere || (isNewDay && own) ? own : undefined,
    };
  });
}

/** Whether two rows look the same around the message. */
export function isSameRow(a: Row, b: Row): boolean {
  return (
    a.id === b.id &&
    a.hasSender === b.hasSender &&
    a.daySeconds === b.daySeconds &&
    a.isFirstUnread === b.isFirstUnread &&
    (a.conversation === b.conversation ||
      (a.conversation !== undefined &&
        b.conversation !== undefined &&
        isSamePlace(a.conversation, b.conversation)))
  );
}
