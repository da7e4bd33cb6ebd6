// German texts for saved snippets.

export const snippets = {
  'snippets.title': 'Textbausteine',
  'snippets.none': 'Speichern Sie häufig verwendete Texte und fügen Sie sie in Nachrichten ein.',
  'snippets.filter': 'Textbausteine filtern',
  'snippets.noneFits': 'Keine Textbausteine gefunden.',
  'snippets.new': 'Neuer Textbaustein',
  'snippets.edit': '„{name}“ bearbeiten',
  'snippets.delete': '„{name}“ löschen',
  'snippets.deleteTitle': 'Diesen Textbaustein löschen?',
  'snippets.editTitle': 'Textbaustein bearbeiten',
  'snippets.name': 'Name',
  'snippets.text': 'Text',
} as const;
