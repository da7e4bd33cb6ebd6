// English texts for the emoji picker.

export const emoji = {
  'emoji.categories': 'Emoji categories',
  'emoji.category.often': 'Frequently used',
  'emoji.category.own': 'Custom',
  'emoji.category.smileys': 'Smileys and emotions',
  'emoji.category.people': 'People and body',
  'emoji.category.nature': 'Animals and nature',
  'emoji.category.food': 'Food and drink',
  'emoji.category.travel': 'Travel and places',
  'emoji.category.activities': 'Activities',
  'emoji.category.objects': 'Objects',
  'emoji.category.symbols': 'Symbols',
  'emoji.category.flags': 'Flags',
  'emoji.find': 'Find emoji',
} as const;
