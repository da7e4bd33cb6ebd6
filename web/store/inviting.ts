// How a person may invite others. The server decides; this is so that nobody is offered what would be refused.

import type { State } from '../../client/state/state.ts';
import { isAllowed } from './permissions.ts';

const ways = ['mail', 'link'] as const;
export type Way = (typeof ways)[number];

/** The ways in which a person may invite: by addresses, and by a link for many. */
export function waysToInvite(state: State, ownId: number): readonly Way[] {
  if (state.is_guest === true) return [];
  const settings = {
    mail: state.realm_can_invite_users_group,
    link: state.realm_create_multiuse_invite_group,
  };
  return ways.filter((way) => isAllowed(state, settings[way], ownId));
}
