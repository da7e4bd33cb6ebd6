// Whether the viewer may write to a conversation, and the sentence that is shown if not.

import { lazyPart } from '../components/lazy.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import type { Destination } from '../lib/destination.ts';
import { postingObstacle } from '../store/posting-obstacle.ts';

/** In place of the composer; loaded when it is first shown. */
export const PostingNotice = lazyPart(async () => (await import('./may-not-post.tsx')).MayNotPost);

/** Whether the state forbids the viewer to write to a destination. */
export function useIsForbidden(destination: Destination | undefined): boolean {
  const { ownId } = useOrganization();
  return useOrganizationState((state) => postingObstacle(state, ownId, destination) !== undefined);
}
