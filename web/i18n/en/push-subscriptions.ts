// English texts for push notifications while no tab is open.

export const pushSubscriptions = {
  'pushSubscriptions.title': 'When no tab is open',
  'pushSubscriptions.text':
    'Your browser’s push service can deliver notifications. It learns that something arrived and when, but not what.',
  'pushSubscriptions.switch': 'Notify this browser even when no tab is open',
  'pushSubscriptions.insecure': 'This requires an address that begins with https://.',
  'pushSubscriptions.unsupported':
    'This browser doesn’t support notifications without an open tab. On an iPhone or iPad, add this page to the home screen and open it there.',
  'pushSubscriptions.failed':
    'This browser’s push service didn’t respond. Some browsers don’t have one, or turn it off in private windows or in their settings.',
  'pushSubscriptions.list': 'Browsers and apps with notifications',
  'pushSubscriptions.app': 'An app',
  'pushSubscriptions.never': 'no notifications yet',
  'pushSubscriptions.last': 'last notified {date}',
  'pushSubscriptions.failing': 'unreachable since {date}',
  'pushSubscriptions.remove': 'Remove',
  'pushSubscriptions.removeNamed': 'Remove: {name}',
  'pushSubscriptions.try': 'Send test',
  'pushSubscriptions.tried': 'Sent',
} as const;
