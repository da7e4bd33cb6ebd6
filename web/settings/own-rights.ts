// What somebody may change of their own account. The server decides; this is so that nobody is offered what would be refused.

import type { State } from '../../client/state/state.ts';

type Rules = Pick<
  State,
  | 'is_admin'
  | 'realm_name_changes_disabled'
  | 'realm_email_changes_disabled'
  | 'realm_avatar_changes_disabled'
>;

/** Whether somebody may change their name, address or picture: administrators always, others unless the organization says no. */
export function mayChangeOwn(state: Rules, what: 'name' | 'email' | 'avatar'): boolean {
  return state.is_admin === true || state[`realm_${what}_changes_disabled`] !== true;
}

/** Whether anybody has a password here, which they may change. */
export function hasOwnPassword(state: Pick<State, 'realm_email_auth_enabled'>): boolean {
  return state.realm_email_auth_enabled !== false;
}

/** Whether there are passwords at all, after which a second factor is asked for: also those of a directory. */
export function hasPasswords(state: Pick<State, 'realm_password_auth_enabled'>): boolean {
  return state.realm_password_auth_enabled !== false;
}
