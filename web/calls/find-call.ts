// Finds the call that a link names. The page knows only the calls of the viewer's own conversations, so for others the
// server is asked.

import type { Organization } from '../data/organization.ts';
import { callById, type LiveCall } from '../store/calls.ts';

/** The call; undefined if it has ended. Throws the server's error for a call that does not exist or that it does not show. */
export async function findCall(
  { client, state }: Pick<Organization, 'client' | 'state'>,
  id: number,
): Promise<LiveCall | undefined> {
  const known = callById(state, id);
  if (known) return known;
  const { call, ended_at } = await client.call('get-call', { call_id: id });
  return ended_at === null ? call : undefined;
}
