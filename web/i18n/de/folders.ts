// German texts for channel folders.

export const folders = {
  'folders.title': 'Kanalordner',
  'folders.none': 'Noch keine Ordner. Ein Ordner fasst Kanäle in allen Seitenleisten zusammen.',
  'folders.new': 'Neuer Ordner',
  'folders.create': 'Anlegen',
  'folders.name': 'Name des Ordners {name}',
  'folders.up': '{name} nach oben',
  'folders.down': '{name} nach unten',
  'folders.archive': 'Ordner {name} entfernen',
  'folders.add': 'Kanal zu {name} hinzufügen',
  'folders.takeOut': '{channel} aus {name} entfernen',
} as const;
