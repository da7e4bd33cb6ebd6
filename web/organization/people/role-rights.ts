// Which roles somebody may give to whom. The server decides; this is so that nobody is offered what would be refused.

import type { Person, State } from '../../../client/state/state.ts';

export const roles = [100, 200, 300, 400, 600] as const;
export type Role = (typeof roles)[number];

const names = {
  100: 'people.owner',
  200: 'people.administrator',
  300: 'people.moderator',
  400: 'people.member',
  600: 'people.guest',
} as const;

/** The key of a role's name. */
export function roleKey(role: Role): (typeof names)[Role] {
  return names[role];
}

export function isRole(role: number): role is Role {
  return Object.hasOwn(names, role);
}

type WhoActs = Pick<State, 'is_admin' | 'is_owner'>;

/** Whether somebody's account may be changed at all by whoever the state belongs to. */
export function mayManage(state: WhoActs): boolean {
  return state.is_admin === true;
}

/** Whether the person may be deactivated and brought back: owners by owners alone. */
export function mayDeactivate(state: WhoActs, { role }: Pick<Person, 'role'>): boolean {
  return mayManage(state) && (role !== 100 || state.is_owner === true);
}

/** Whether somebody may be erased for good: by owners, and not themselves. */
export function mayErase(state: WhoActs): boolean {
  return state.is_owner === true;
}

/** Whether somebody's two-factor log-in may be taken away: by owners, and by administrators of those below them. */
export function mayRemoveSecondFactor(state: WhoActs, { role }: Pick<Person, 'role'>): boolean {
  return mayManage(state) && (role > 200 || state.is_owner === true);
}

/** The roles that may be chosen for somebody, the present one among them; that one alone where none may be given. */
export function offeredRoles(state: WhoActs, { role }: Pick<Person, 'role'>): readonly Role[] {
  const isLocked = !mayManage(state) || (role === 100 && state.is_owner !== true);
  return roles.filter((one) => {
    if (one === role) return true;
    if (isLocked || (one === 100 && state.is_owner !== true)) return false;
    // A guest becomes a member first.
    return role !== 600 || one > 200;
  });
}

/** The roles that somebody may invite others as. */
export function rolesToInvite(state: WhoActs): readonly Role[] {
  return roles.filter(
    (role) => role >= 400 || (role === 100 ? state.is_owner === true : state.is_admin === true),
  );
}
