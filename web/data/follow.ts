// Following the server for as long as the page is open: the first snapshot makes the organization, everything after it
// is taken in. A refusal of the session is looked at a second time: another tab may just have logged in anew.

import type { QueuePlace } from '../../client/event-stream.ts';
import { placeOf, type Step } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import { Organization, type OrganizationOptions } from './organization.ts';
import { Visit } from './visit.ts';

export interface FollowOptions {
  readonly client: ParleyClient;
  /**
   * Snapshots and events from wherever they come; called again where the session turns out to count after all. `state`
   * holds every step that was given.
   */
  readonly steps: (state: () => State, signal: AbortSignal) => AsyncIterable<Step>;
  readonly onOpen: (organization: Organization) => void;
  readonly keptPages?: OrganizationOptions['keptPages'];
  /** The views that were kept with the state at a place. */
  readonly keptViews?: (place: QueuePlace) => OrganizationOptions['keptViews'];
  readonly signal: AbortSignal;
}

/** Whether the person is logged in after all. Passing failures count as yes: following waits them out by itself. */
async function isLoggedIn(client: ParleyClient, signal: AbortSignal): Promise<boolean> {
  try {
    await client.call('get-own-user', {}, { signal });
    return true;
  } catch (error) {
    return !(error instanceof ParleyError && error.status === 401);
  }
}

/**
 * Follows until the signal is aborted. Answers `logged-out` where nobody is logged in any more, and `visiting` where
 * nobody was and everybody may read. Throws other refusals.
 */
export async function follow({
  client,
  steps,
  onOpen,
  keptPages,
  keptViews,
  signal,
}: FollowOptions): Promise<'logged-out' | 'visiting' | 'ended'> {
  let organization: Organization | undefined;
  const state = () => {
    if (!organization) throw new Error('no step was given yet');
    return organization.state;
  };
  while (!signal.aborted) {
    try {
      for await (const step of steps(state, signal)) {
        if (organization) organization.take(step);
        else if (step.kind === 'snapshot') {
          const { snapshot } = step;
          const views = keptViews?.(placeOf(snapshot));
          organization = new Organization({ client, snapshot, keptPages, keptViews: views });
          onOpen(organization);
        }
      }
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Visit) {
        if (organization) return 'logged-out';
        onOpen(new Organization({ client, snapshot: error.snapshot }));
        return 'visiting';
      }
      if (!(error instanceof ParleyError && error.status === 401)) throw error;
      if (!(await isLoggedIn(client, signal))) return 'logged-out';
    }
  }
  return 'ended';
}
