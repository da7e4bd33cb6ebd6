// How mentions of groups read.

/** Those that every organization has, whose names are identifiers. */
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

/** How a mention of a group reads, by the group's name. */
export function groupDisplayName(name: string): string {
  return systemGroups.get(name) ?? name;
}
