// Arranging the views of the sidebar.

export const views = {
  'views.text': 'Was angekreuzt ist, steht immer in der Seitenleiste; der Rest unter „Weitere Ansichten“.',
  'views.own': 'Eigene',
  'views.add': 'Die offene Ansicht hinzufügen',
  'views.name': 'Name',
  'views.addButton': 'Hinzufügen',
  'views.remove': '{name} entfernen',
  'views.rename': '{name} umbenennen',
} as const;
