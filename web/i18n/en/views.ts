// English texts for arranging the views in the sidebar.

export const views = {
  'views.text': 'Selected views are always in the sidebar. The others are under “More views”.',
  'views.own': 'Your views',
  'views.add': 'Add current view',
  'views.name': 'Name',
  'views.addButton': 'Add',
  'views.remove': 'Remove {name}',
  'views.rename': 'Rename {name}',
} as const;
