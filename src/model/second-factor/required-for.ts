// For whom an organization requires two-factor log-in.

import { Role } from '../accounts/roles.ts';

/** The values of the setting, by the lowest role that each holds for; null: for nobody. */
const lowest = {
  nobody: null,
  administrators: Role.administrator,
  moderators: Role.moderator,
  members: Role.member,
  everyone: Role.guest,
} as const satisfies Readonly<Record<string, Role | null>>;

export type RequiredFor = keyof typeof lowest;
export const requiredForValues = Object.keys(lowest) as RequiredFor[];

/** Whether somebody of a role must have two-factor log-in to log in with a password. */
export function isSecondFactorRequired(requiredFor: RequiredFor, role: number): boolean {
  const last = lowest[requiredFor];
  return last !== null && role <= last;
}
