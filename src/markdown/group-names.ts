// The display names of groups.

/** The groups of every organization, whose names are identifiers. */
const systemGroups = new Map([
  ['role:nobody', 'Nobody'],
  ['role:owners', 'Owners'],
  ['role:administrators', 'Administrators'],
  ['role:moderators', 'Moderators'],
  ['role:fullmembers', 'Full members'],
  ['role:members', 'Members'],
  ['role:everyone', 'Everyone'],
  ['role:internet', 'Everyone on the internet'],
]);

/** The text of a mention of a group, by the group's name. */
export function groupDisplayName(name: string): string {
  return systemGroups.get(name) ?? name;
}
