// The eight groups that every organization has. Their members follow from roles. Their names are the stable
// identifiers; their ids differ between organizations.

/**
 * In the order in which they are created. `role`: accounts with that role are direct members (for full members:
 * those past the waiting period). `subgroup`: the only direct subgroup.
 */
export const systemGroups = [
  { name: 'role:nobody', description: 'Nobody', role: null, subgroup: null },
  { name: 'role:owners', description: 'Owners of this organization', role: 100, subgroup: null },
  {
    name: 'role:administrators',
    description: 'Administrators of this organization, including owners',
    role: 200,
    subgroup: 'role:owners',
  },
  {
    name: 'role:moderators',
    description: 'Moderators of this organization, including administrators',
    role: 300,
    subgroup: 'role:administrators',
  },
  {
    name: 'role:fullmembers',
    description: 'Members of this organization, not including new accounts and guests',
    role: 400,
    subgroup: 'role:moderators',
  },
  {
    name: 'role:members',
    description: 'Members of this organization, not including guests',
    role: 400,
    subgroup: 'role:fullmembers',
  },
  {
    name: 'role:everyone',
    description: 'Everyone in this organization, including guests',
    role: 600,
    subgroup: 'role:members',
  },
  { name: 'role:internet', description: 'Everyone on the Internet', role: null, subgroup: 'role:everyone' },
] as const;

export type SystemGroupName = (typeof systemGroups)[number]['name'];

export type SystemGroupIds = Readonly<Record<SystemGroupName, number>>;

const names: ReadonlySet<string> = new Set(systemGroups.map((group) => group.name));

export function isSystemGroupName(name: string): name is SystemGroupName {
  return names.has(name);
}
