// Marks everything in a conversation or channel as read, loaded or not, and offers to undo it.

import { wireNarrow } from '../store/narrow.ts';
import { narrowOf, term } from '../store/narrow-targets.ts';
import { type ConversationOrChannel, unreadIds } from '../store/unread-ids.ts';
import { attempt } from './attempt.ts';
import { reportRead } from './flag-changes.ts';
import type { Organization } from './organization.ts';

/** The maximum number of messages that the server marks in one call. */
const MAX_PER_CALL = 5000;

/** Marks messages from an anchor on. Returns the anchor of the next call; undefined after the last one. */
async function markFrom(
  organization: Organization,
  conversation: ConversationOrChannel,
  anchor: string,
): Promise<string | undefined> {
  const { found_newest, last_processed_id } = await organization.client.call(
    'update-message-flags-for-narrow',
    {
      narrow: wireNarrow([...narrowOf(conversation), term('is', 'unread')]),
      anchor,
      include_anchor: false,
      num_before: 0,
      num_after: MAX_PER_CALL,
      op: 'add',
      flag: 'read',
    },
  );
  return found_newest || last_processed_id === null ? undefined : String(last_processed_id);
}

/**
 * Marks a conversation or channel as read. The undo also restores `readBefore`, which were read a moment
 * earlier.
 */
export async function markRead(
  organization: Organization,
  conversation: ConversationOrChannel,
  readBefore: readonly number[] = [],
): Promise<void> {
  const ids = [...new Set([...readBefore, ...unreadIds(organization.state, conversation)])];
  let anchor: string | undefined = 'oldest';
  const markAll = async () => {
    while (anchor !== undefined) anchor = await markFrom(organization, conversation, anchor);
    return true;
  };
  if (await attempt(markAll())) reportRead(organization, ids);
}
