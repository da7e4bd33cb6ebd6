// What became of a message, and who has read it.

export const history = {
  'history.written': 'Geschrieben von {who}',
  'history.edited': 'Bearbeitet von {who}',
  'history.wasMoved': 'Verschoben von {who}',
  'history.moved': 'Verschoben von „{from}“ nach „{to}“',
  'history.readers': { one: '{count} Person hat sie gelesen.', other: '{count} Personen haben sie gelesen.' },
  'history.onlyThoseWhoTell': 'Wer anderen nicht sagt, was gelesen ist, steht hier nicht.',
  'history.youDoNotTell': 'Sie sagen anderen nicht, was Sie gelesen haben.',
  'history.change': 'Das ändern',
} as const;
