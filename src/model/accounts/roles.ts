// The roles of an organization; a lower number may do everything that a higher one may.

export const Role = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Whether a role is this one or one above it. */
export function isAtLeast(role: Role, required: Role): boolean {
  return role <= required;
}
