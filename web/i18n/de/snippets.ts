// Texts that somebody keeps for use in messages.

export const snippets = {
  'snippets.title': 'Textbausteine',
  'snippets.none':
    'Was Sie oft schreiben, kann hier warten: geben Sie ihm einen Namen und fügen Sie es in Nachrichten ein.',
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
