// German texts for choosing who has a permission: one group, or specific groups and people.

export const permissions = {
  'permissions.particular': 'Bestimmte Gruppen und Personen …',
  'permissions.add': 'Gruppe oder Person hinzufügen: {what}',
  'permissions.addShort': 'Gruppe oder Person hinzufügen',
  'permissions.remove': '{name} entfernen: {what}',
} as const;
