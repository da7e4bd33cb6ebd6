// Applies events of the direct conversations that an account has muted.

import type { EventOf } from '../event-stream.ts';
import { removeWhere } from './lists.ts';
import { type Reducer, withSection } from './state.ts';

const hasPeople = (ids: readonly number[]) => (one: { readonly user_ids: readonly number[] }) =>
  String(one.user_ids) === String(ids);

export const mutedDirectConversations: Reducer<EventOf<'muted_direct_conversations'>> = (state, event) =>
  withSection(state, 'muted_direct_conversations', (list) => {
    if (event.op === 'remove') return removeWhere(list, hasPeople(event.user_ids));
    const changed = event.muted_direct_conversation;
    const index = list.findIndex(hasPeople(changed.user_ids));
    return index < 0 ? [...list, changed] : list.with(index, changed);
  });
