// Follows the server while the page is open. The first snapshot creates the organization; everything after it
// is applied to it. If the session is rejected, it is checked once more, since another tab may just have logged in again.

import type { QueueCursor } from '../../client/event-stream.ts';
import { cursorOf, type StateUpdate } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import { AnonymousSnapshotError } from './anonymous.ts';
import { Organization, type OrganizationOptions } from './organization.ts';

export interface FollowOptions {
  readonly client: ParleyClient;
  /**
   * Snapshots and events from any source. Called again if the session turns out to be valid after all. `state`
   * reflects every step yielded so far.
   */
  readonly steps: (state: () => State, signal: AbortSignal) => AsyncIterable<StateUpdate>;
  readonly onOpen: (organization: Organization) => void;
  readonly cachedPages?: OrganizationOptions['cachedPages'];
  /** The cached views that belong to the state at a cursor. */
  readonly cachedViews?: (cursor: QueueCursor) => OrganizationOptions['cachedViews'];
  readonly signal: AbortSignal;
}

/** Whether the session is valid after all. It counts as valid after a temporary failure, which following retries. */
async function isLoggedIn(client: ParleyClient, signal: AbortSignal): Promise<boolean> {
  try {
    await client.call('get-own-user', {}, { signal });
    return true;
  } catch (error) {
    return !(error instanceof ParleyError && error.status === 401);
  }
}

/**
 * Follows until the signal is aborted. Returns `logged-out` when the session ended, and `anonymous` when there
 * was no session and the organization can be read anonymously. Throws other errors.
 */
export async function follow({
  client,
  steps,
  onOpen,
  cachedPages,
  cachedViews,
  signal,
}: FollowOptions): Promise<'logged-out' | 'anonymous' | 'ended'> {
  let organization: Organization | undefined;
  const state = () => {
    if (!organization) throw new Error('no step was yielded yet');
    return organization.state;
  };
  while (!signal.aborted) {
    try {
      for await (const step of steps(state, signal)) {
        if (organization) organization.apply(step);
        else if (step.kind === 'snapshot') {
          const { snapshot } = step;
          const views = cachedViews?.(cursorOf(snapshot));
          organization = new Organization({ client, snapshot, cachedPages, cachedViews: views });
          onOpen(organization);
        }
      }
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof AnonymousSnapshotError) {
        if (organization) return 'logged-out';
        onOpen(new Organization({ client, snapshot: error.snapshot }));
        return 'anonymous';
      }
      if (!(error instanceof ParleyError && error.status === 401)) throw error;
      if (!(await isLoggedIn(client, signal))) return 'logged-out';
    }
  }
  return 'ended';
}
