// Finds the call that a link names. The page knows only the calls of the viewer's own conversations, so for others the
// server is asked.

import { ParleyError } from '../../client/parley-error.ts';
import type { Organization } from '../data/organization.ts';
import { callById, type LiveCall } from '../store/calls.ts';

/**
 * The call; undefined if it has ended. The server forgets calls after a while, so one that it does not know or show has ended.
 * Throws if the server cannot be asked.
 */
export async function findCall(
  { client, state }: Pick<Organization, 'client' | 'state'>,
  id: number,
): Promise<LiveCall | undefined> {
  const known = callById(state, id);
  if (known) return known;
  try {
    const { call, ended_at } = await client.call('get-call', { call_id: id });
    return ended_at === null ? call : undefined;
  } catch (error) {
    if (error instanceof ParleyError && error.status === 400) return undefined;
    throw error;
  }
}
