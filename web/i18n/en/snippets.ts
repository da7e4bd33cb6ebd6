// English texts for saved snippets.

export const snippets = {
  'snippets.title': 'Saved snippets',
  'snippets.none': 'Save text that you use often, and insert it into messages.',
  'snippets.filter': 'Filter snippets',
  'snippets.noneFits': 'No snippets found.',
  'snippets.new': 'New snippet',
  'snippets.edit': 'Edit “{name}”',
  'snippets.delete': 'Delete “{name}”',
  'snippets.deleteTitle': 'Delete this snippet?',
  'snippets.editTitle': 'Edit snippet',
  'snippets.name': 'Name',
  'snippets.text': 'Text',
} as const;
