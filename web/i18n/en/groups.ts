// English texts for user groups, including the names of system groups.

export const groups = {
  'groups.title': 'User groups',
  'groups.nobody': 'Nobody',
  'groups.owners': 'Owners',
  'groups.administrators': 'Administrators',
  'groups.moderators': 'Moderators',
  'groups.fullmembers': 'Full members',
  'groups.roleMembers': 'Members',
  'groups.everyone': 'Everyone',
  'groups.internet': 'Everyone on the internet',
} as const;
