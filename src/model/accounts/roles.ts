// The roles of an organization. A lower number includes the permissions of the higher ones.

export const Role = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Whether a role is the required one or above it. */
export function isAtLeast(role: Role, required: Role): boolean {
  return role <= required;
}
