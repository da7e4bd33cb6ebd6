// Texts that somebody keeps for use in messages.

export const snippets = {
  'snippets.title': 'Saved snippets',
  'snippets.none': 'Texts that you write often can wait here: give one a name, and put it into a message.',
  'snippets.filter': 'Filter snippets',
  'snippets.noneFits': 'No snippet matches.',
  'snippets.new': 'New snippet',
  'snippets.edit': 'Edit “{name}”',
  'snippets.delete': 'Delete “{name}”',
  'snippets.deleteTitle': 'Delete this snippet?',
  'snippets.editTitle': 'Edit the snippet',
  'snippets.name': 'Name',
  'snippets.text': 'Text',
} as const;
