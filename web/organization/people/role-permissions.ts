// Which roles the viewer may assign, and what administrators may do with accounts. The server decides; this
// only hides what it would refuse.

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

export function roleKey(role: Role): (typeof names)[Role] {
  return names[role];
}

export function isRole(role: number): role is Role {
  return Object.hasOwn(names, role);
}

type ViewerRole = Pick<State, 'is_admin' | 'is_owner'>;

/** Whether the viewer may manage accounts at all. */
export function mayManage(state: ViewerRole): boolean {
  return state.is_admin === true;
}

/** Whether the viewer may deactivate and reactivate an account: owners only by owners. */
export function mayDeactivate(state: ViewerRole, { role }: Pick<Person, 'role'>): boolean {
  return mayManage(state) && (role !== 100 || state.is_owner === true);
}

/** Whether the viewer may erase accounts: owners only, and not themselves. */
export function mayErase(state: ViewerRole): boolean {
  return state.is_owner === true;
}

/** Whether the viewer may remove an account's second factor: owners, and administrators for lower roles. */
export function mayRemoveSecondFactor(state: ViewerRole, { role }: Pick<Person, 'role'>): boolean {
  return mayManage(state) && (role > 200 || state.is_owner === true);
}

/** The roles to choose from for an account, including its current one; only that one if none may be assigned. */
export function offeredRoles(state: ViewerRole, { role }: Pick<Person, 'role'>): readonly Role[] {
  const isLocked = !mayManage(state) || (role === 100 && state.is_owner !== true);
  return roles.filter((candidate) => {
    if (candidate === role) return true;
    if (isLocked || (candidate === 100 && state.is_owner !== true)) return false;
    // A guest must become a member first.
    return role !== 600 || candidate > 200;
  });
}

/** The roles with which the viewer may invite. */
export function rolesToInvite(state: ViewerRole): readonly Role[] {
  return roles.filter(
    (role) => role >= 400 || (role === 100 ? state.is_owner === true : state.is_admin === true),
  );
}
