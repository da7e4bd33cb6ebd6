// German texts for the edit history and read receipts of a message.

export const history = {
  'history.written': 'Geschrieben von {who}',
  'history.edited': 'Bearbeitet von {who}',
  'history.wasMoved': 'Verschoben von {who}',
  'history.moved': 'Verschoben von „{from}“ nach „{to}“',
  'history.readers': { one: '{count} Person hat sie gelesen.', other: '{count} Personen haben sie gelesen.' },
  'history.onlyThoseWhoTell': 'Personen, die keine Lesebestätigungen teilen, fehlen hier.',
  'history.youDoNotTell': 'Sie teilen keine Lesebestätigungen.',
  'history.change': 'Einstellung ändern',
} as const;
