// What became of a message, and who has read it.

export const history = {
  'history.written': 'Written by {who}',
  'history.edited': 'Edited by {who}',
  'history.wasMoved': 'Moved by {who}',
  'history.moved': 'Moved from “{from}” to “{to}”',
  'history.readers': { one: '{count} person has read it.', other: '{count} people have read it.' },
  'history.onlyThoseWhoTell': 'Whoever does not tell others what they have read is not listed.',
  'history.youDoNotTell': 'You do not tell others what you have read.',
  'history.change': 'Change that',
} as const;
