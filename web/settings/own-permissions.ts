// What the viewer may change of their own account. The server decides; this only hides what it would refuse.

import type { State } from '../../client/state/state.ts';

type Rules = Pick<
  State,
  | 'is_admin'
  | 'realm_name_changes_disabled'
  | 'realm_email_changes_disabled'
  | 'realm_avatar_changes_disabled'
>;

/**
 * Whether the viewer may change their name, address or picture: administrators always, others unless the
 * organization forbids it.
 */
export function mayChangeOwn(state: Rules, what: 'name' | 'email' | 'avatar'): boolean {
  return state.is_admin === true || state[`realm_${what}_changes_disabled`] !== true;
}

/** Whether accounts have passwords on this server, which they may change. */
export function hasLocalPasswords(state: Pick<State, 'realm_email_auth_enabled'>): boolean {
  return state.realm_email_auth_enabled !== false;
}

/** Whether logins use passwords at all, including those of a directory, and therefore a second factor. */
export function hasPasswords(state: Pick<State, 'realm_password_auth_enabled'>): boolean {
  return state.realm_password_auth_enabled !== false;
}
