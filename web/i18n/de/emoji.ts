// German texts for the emoji picker.

export const emoji = {
  'emoji.categories': 'Emoji-Kategorien',
  'emoji.category.often': 'Häufig verwendet',
  'emoji.category.own': 'Eigene',
  'emoji.category.smileys': 'Smileys und Gefühle',
  'emoji.category.people': 'Menschen und Körper',
  'emoji.category.nature': 'Tiere und Natur',
  'emoji.category.food': 'Essen und Trinken',
  'emoji.category.travel': 'Reisen und Orte',
  'emoji.category.activities': 'Aktivitäten',
  'emoji.category.objects': 'Gegenstände',
  'emoji.category.symbols': 'Symbole',
  'emoji.category.flags': 'Flaggen',
  'emoji.find': 'Emoji suchen',
} as const;
