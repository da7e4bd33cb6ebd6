// Marks a whole conversation as read.

import { attempt } from '../link/attempt.ts';
import { sayRead } from '../link/flag-changes.ts';
import type { Organization } from '../link/organization.ts';
import { wireNarrow } from '../messages/narrow.ts';
import { type Conversation, narrowOf, term } from '../messages/places.ts';
import { unreadIds } from '../messages/unread-ids.ts';

export async function markRead(organization: Organization, place: Conversation): Promise<void> {
  const { client, state } = organization;
  const ids = unreadIds(state, place);
  const answer = await attempt(
    client.call('update-message-flags-for-narrow', {
      narrow: wireNarrow([...narrowOf(place), term('is', 'unread')]),
      anchor: 'oldest',
      num_before: 0,
      num_after: 5000,
      op: 'add',
      flag: 'read',
    }),
  );
  if (answer) sayRead(organization, ids);
}
