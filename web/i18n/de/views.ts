// German texts for arranging the views in the sidebar.

export const views = {
  'views.text':
    'Ausgewählte Ansichten stehen immer in der Seitenleiste. Die anderen finden Sie unter „Weitere Ansichten“.',
  'views.own': 'Ihre Ansichten',
  'views.add': 'Aktuelle Ansicht hinzufügen',
  'views.name': 'Name',
  'views.addButton': 'Hinzufügen',
  'views.remove': '{name} entfernen',
  'views.rename': '{name} umbenennen',
} as const;
