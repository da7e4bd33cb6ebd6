// How an account may invite others. The server decides; this only hides what it would refuse.

import type { State } from '../../client/state/state.ts';
import { isAllowed } from './permissions.ts';

const methods = ['mail', 'link'] as const;
export type InviteMethod = (typeof methods)[number];

/** The methods an account may use: email addresses, and a link for many people. */
export function inviteMethods(state: State, ownId: number): readonly InviteMethod[] {
  if (state.is_guest === true) return [];
  const settings = {
    mail: state.realm_can_invite_users_group,
    link: state.realm_create_multiuse_invite_group,
  };
  return methods.filter((method) => isAllowed(state, settings[method], ownId));
}
