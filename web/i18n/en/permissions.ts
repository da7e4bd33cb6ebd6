// English texts for choosing who has a permission: one group, or specific groups and people.

export const permissions = {
  'permissions.particular': 'Specific groups and people…',
  'permissions.add': 'Add a group or person: {what}',
  'permissions.addShort': 'Add a group or person',
  'permissions.remove': 'Remove {name}: {what}',
} as const;
