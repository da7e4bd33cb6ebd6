// English texts for shared components, such as menus and dialogs.

export const parts = {
  'parts.close': 'Close',
  'parts.cancel': 'Cancel',
  'parts.save': 'Save',
  'parts.saved': 'Saved',
  'parts.saving': 'Saving…',
  'parts.retry': 'Try again',
  'parts.loading': 'Loading…',
  'parts.more': 'More',
  'parts.none': 'No results',
  'parts.unread': { one: '{count} unread message', other: '{count} unread messages' },
  'parts.mentions': { one: '{count} unread mention', other: '{count} unread mentions' },
  'parts.messages': { one: '{count} message', other: '{count} messages' },
  'parts.undo': 'Undo',
  'parts.needsServer': 'Not available offline.',
} as const;
