// Puts conversations away until a time, brings them back, and marks them as done. Each change shows at once and is
// reverted if the server refuses it.

import { laterConversations, laterEvent, namedConversation } from '../store/later-conversations.ts';
import { addressOf, type Conversation } from '../store/narrow-targets.ts';
import { changeOptimistically } from './optimistic-changes.ts';
import type { Organization } from './organization.ts';

/** Puts a conversation away until a time in seconds since 1970. One that is already away or back gets the new time. */
export function putAway(
  organization: Organization,
  conversation: Conversation,
  until: number,
): Promise<void> {
  const { client, ownId, state } = organization;
  const before = laterConversations(state, ownId).get(conversation);
  return changeOptimistically(organization, {
    name: `away ${until} ${addressOf(conversation, state)}`,
    isOn: true,
    event: (isAway) => laterEvent(conversation, isAway ? { until, returnedAt: null } : before, ownId),
    call: () => client.call('put-conversation-away', { ...namedConversation(conversation), until }),
  });
}

/** Brings back a conversation that is away, or marks a returned one as done. Either is then no longer for later. */
export async function removeFromLater(organization: Organization, conversation: Conversation): Promise<void> {
  const { client, ownId, state } = organization;
  const before = laterConversations(state, ownId).get(conversation);
  if (!before) return;
  await changeOptimistically(organization, {
    name: `not for later ${addressOf(conversation, state)}`,
    isOn: true,
    event: (isRemoved) => laterEvent(conversation, isRemoved ? undefined : before, ownId),
    call: () => client.call('remove-later-conversation', namedConversation(conversation)),
  });
}
