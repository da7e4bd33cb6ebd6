// The roles for which an organization requires a second factor.

import { Role } from '../accounts/roles.ts';

/** The values of the setting, with the lowest role that each applies to; null for no one. */
const lowestRole = {
  nobody: null,
  administrators: Role.administrator,
  moderators: Role.moderator,
  members: Role.member,
  everyone: Role.guest,
} as const satisfies Readonly<Record<string, Role | null>>;

export type SecondFactorRequirement = keyof typeof lowestRole;
export const secondFactorRequirements = Object.keys(lowestRole) as SecondFactorRequirement[];

/** Whether a role must have a second factor to log in with a password. */
export function isSecondFactorRequired(requiredFor: SecondFactorRequirement, role: number): boolean {
  const lowestRequired = lowestRole[requiredFor];
  return lowestRequired !== null && role <= lowestRequired;
}
