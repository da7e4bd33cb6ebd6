// Folders of channels.

export const folders = {
  'folders.title': 'Ordner für Kanäle',
  'folders.none': 'Noch keine Ordner. Die Kanäle eines Ordners stehen in allen Seitenleisten beieinander.',
  'folders.new': 'Neuer Ordner',
  'folders.create': 'Anlegen',
  'folders.name': 'Name des Ordners {name}',
  'folders.up': '{name} nach oben',
  'folders.down': '{name} nach unten',
  'folders.archive': 'Den Ordner {name} entfernen',
  'folders.add': 'Einen Kanal in {name} legen',
  'folders.takeOut': '{channel} aus {name} nehmen',
} as const;
