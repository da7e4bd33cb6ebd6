// English texts for the edit history and read receipts of a message.

export const history = {
  'history.written': 'Written by {who}',
  'history.edited': 'Edited by {who}',
  'history.wasMoved': 'Moved by {who}',
  'history.moved': 'Moved from “{from}” to “{to}”',
  'history.readers': { one: '{count} person has read it.', other: '{count} people have read it.' },
  'history.onlyThoseWhoTell': 'People who don’t share read receipts aren’t listed.',
  'history.youDoNotTell': 'You don’t share read receipts.',
  'history.change': 'Change setting',
} as const;
