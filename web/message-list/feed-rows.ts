// The parts shown around each message: a line where a day begins, a line where the unread messages begin, the
// conversation if it differs from that of the previous message, and the sender unless the previous message is a recent
// one of the same sender.

import { dayKey } from '../i18n/dates.ts';
import type { Message } from '../store/message.ts';
import {
  type Conversation,
  conversationOf,
  isSameTarget,
  type MessageLocation,
} from '../store/narrow-targets.ts';

export interface Row {
  readonly id: number;
  readonly hasSender: boolean;
  /** The message's time, if it is the first of its day. */
  readonly daySeconds: number | undefined;
  readonly isFirstUnread: boolean;
  /** Its conversation, if the view mixes several and this one differs from the previous message's. */
  readonly conversation: Conversation | undefined;
}

export interface RowOptions {
  readonly ownId: number;
  /** Whether the view contains several conversations. */
  readonly isMixed: boolean;
  readonly firstUnread: number | undefined;
}

/** The fields that determine a message's row. */
export type RowMessage = Pick<Message, 'id' | 'sender_id' | 'timestamp' | 'is_me_message'> & MessageLocation;

/** After this pause the sender is shown again. */
const GROUP_SECONDS = 600;

function continues(before: RowMessage, message: RowMessage): boolean {
  return (
    before.sender_id === message.sender_id &&
    message.timestamp - before.timestamp < GROUP_SECONDS &&
    !before.is_me_message &&
    !message.is_me_message
  );
}

/** The rows of messages, in order. */
export function rowsOf(messages: readonly RowMessage[], { ownId, isMixed, firstUnread }: RowOptions): Row[] {
  let before: RowMessage | undefined;
  let previous: Conversation | undefined;
  return messages.map((message) => {
    const conversation = isMixed ? conversationOf(message, ownId) : undefined;
    const isOtherConversation =
      conversation !== undefined && !(previous && isSameTarget(previous, conversation));
    const isNewDay = !before || dayKey(before.timestamp) !== dayKey(message.timestamp);
    const isFirstUnread = message.id === firstUnread;
    const isJoined =
      before && !isNewDay && !isOtherConversation && !isFirstUnread && continues(before, message);
    before = message;
    previous = conversation;
    return {
      id: message.id,
      hasSender: !isJoined,
      daySeconds: isNewDay ? message.timestamp : undefined,
      isFirstUnread,
      conversation: isOtherConversation || (isNewDay && conversation) ? conversation : undefined,
    };
  });
}

/** Whether two rows look the same apart from the message itself. */
export function isSameRow(a: Row, b: Row): boolean {
  return (
    a.id === b.id &&
    a.hasSender === b.hasSender &&
    a.daySeconds === b.daySeconds &&
    a.isFirstUnread === b.isFirstUnread &&
    (a.conversation === b.conversation ||
      (a.conversation !== undefined &&
        b.conversation !== undefined &&
        isSameTarget(a.conversation, b.conversation)))
  );
}
