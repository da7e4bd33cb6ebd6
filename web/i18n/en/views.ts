// Arranging the views of the sidebar.

export const views = {
  'views.text': 'What is ticked is always in the sidebar; the rest is below “More views”.',
  'views.own': 'Your own',
  'views.add': 'Add the view that is open',
  'views.name': 'Name',
  'views.addButton': 'Add',
  'views.remove': 'Remove {name}',
  'views.rename': 'Rename {name}',
} as const;
