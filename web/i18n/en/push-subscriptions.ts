// English texts for push notifications while no tab is open.

export const pushSubscriptions = {
  'told.title': 'When no tab is open',
  'told.text':
    'Your browser’s push service can deliver notifications. It learns that something arrived and when, but not what.',
  'told.switch': 'Notify this browser even when no tab is open',
  'told.insecure': 'This requires an address that begins with https://.',
  'told.unsupported':
    'This browser doesn’t support notifications without an open tab. On an iPhone or iPad, add this page to the home screen and open it there.',
  'told.failed':
    'This browser’s push service didn’t respond. Some browsers don’t have one, or turn it off in private windows or in their settings.',
  'told.list': 'Browsers and apps with notifications',
  'told.app': 'An app',
  'told.never': 'no notifications yet',
  'told.last': 'last notified {date}',
  'told.failing': 'unreachable since {date}',
  'told.remove': 'Remove',
  'told.removeNamed': 'Remove: {name}',
  'told.try': 'Send test',
  'told.tried': 'Sent',
} as const;
