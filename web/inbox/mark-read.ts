// Marks a whole conversation as read.

import { attempt } from '../link/attempt.ts';
import type { Organization } from '../link/organization.ts';
import { wireNarrow } from '../messages/narrow.ts';
import { type Conversation, narrowOf, term } from '../messages/places.ts';
import { say } from '../parts/status-line.tsx';
import { t } from '../words/words.ts';

export async function markRead({ client }: Organization, place: Conversation): Promise<void> {
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
  if (answer) say(t('feed.markedRead', { count: answer.updated_count }));
}
