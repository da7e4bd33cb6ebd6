// German texts for user groups, including the names of system groups.

export const groups = {
  'groups.title': 'Gruppen',
  'groups.nobody': 'Niemand',
  'groups.owners': 'Inhaberinnen und Inhaber',
  'groups.administrators': 'Administration',
  'groups.moderators': 'Moderation',
  'groups.fullmembers': 'Vollmitglieder',
  'groups.roleMembers': 'Mitglieder',
  'groups.everyone': 'Alle',
  'groups.internet': 'Alle im Internet',
};
