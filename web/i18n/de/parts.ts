// German texts for shared components, such as menus and dialogs.

export const parts = {
  'parts.close': 'Schließen',
  'parts.cancel': 'Abbrechen',
  'parts.save': 'Speichern',
  'parts.saved': 'Gespeichert',
  'parts.saving': 'Wird gespeichert …',
  'parts.retry': 'Noch einmal versuchen',
  'parts.loading': 'Wird geladen …',
  'parts.more': 'Mehr',
  'parts.none': 'Keine Ergebnisse',
  'parts.unread': { one: '{count} ungelesene Nachricht', other: '{count} ungelesene Nachrichten' },
  'parts.mentions': { one: '{count} ungelesene Erwähnung', other: '{count} ungelesene Erwähnungen' },
  'parts.messages': { one: '{count} Nachricht', other: '{count} Nachrichten' },
  'parts.undo': 'Rückgängig',
  'parts.needsServer': 'Offline nicht verfügbar.',
};
