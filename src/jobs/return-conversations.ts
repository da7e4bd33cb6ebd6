// Brings conversations back that were put away until a time.

import type {
  LaterConversationRow,
  WireLaterConversation,
} from '../model/later-conversations/later-conversation.ts';
import { laterConversationChanged } from '../model/later-conversations/later-conversation-events.ts';
import { dueLaterConversations, nextReturn, returnDue } from '../stores/later-conversations/return-store.ts';
import type { DueChange } from './due-changes.ts';

export const returningConversations: DueChange<LaterConversationRow> = {
  name: 'later conversations',
  next: nextReturn,
  due: dueLaterConversations,
  async change(writer, rows, now) {
    const ids = rows.map(({ id }) => id);
    for (const row of await returnDue(writer, ids, now)) writer.emit(laterConversationChanged(row));
  },
  wakeOn({ type, payload }) {
    if (type !== 'later_conversations' || payload.op !== 'update') return undefined;
    const { until, returned_at } = payload.later_conversation as WireLaterConversation;
    return returned_at === null ? until : undefined;
  },
};
