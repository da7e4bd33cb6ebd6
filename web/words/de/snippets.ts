// Texts that somebody keeps for use in messages.

export const snippets = {
  'snippets.title': 'Textbausteine',
  'snippets.none':
    'Was du oft schreibst, kann hier warten: gib ihm einen Namen und füge es in Nachrichten ein.',
  'snippets.filter': 'Textbausteine filtern',
  'snippets.noneFits': 'Kein Textbaustein passt.',
  'snippets.new': 'Neuer Textbaustein',
  'snippets.edit': '„{name}“ bearbeiten',
  'snippets.delete': '„{name}“ löschen',
  'snippets.deleteTitle': 'Diesen Textbaustein löschen?',
  'snippets.editTitle': 'Textbaustein bearbeiten',
  'snippets.name': 'Name',
  'snippets.text': 'Text',
} as const;
