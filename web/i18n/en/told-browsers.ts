// Being told when no page is open.

export const toldBrowsers = {
  'told.title': 'When no tab is open',
  'told.text':
    'The push service of your browser, or of an app of yours, can bring what would be shown on the phone. It learns that something came, and when, but not what.',
  'told.switch': 'Notify this browser even when no tab is open',
  'told.insecure': 'This browser can be told only where the address begins with https://.',
  'told.unsupported':
    'This browser cannot be told without an open tab. On an iPhone or iPad, put this page on the home screen first and open it there.',
  'told.failed':
    'The push service of this browser did not answer. Some browsers have none, or switch it off in private windows or in their settings.',
  'told.list': 'Browsers and apps that are told',
  'told.app': 'An app',
  'told.never': 'not told yet',
  'told.last': 'told {date}',
  'told.failing': 'not reached since {date}',
  'told.remove': 'Remove',
  'told.removeNamed': 'Remove: {name}',
  'told.try': 'Send a test',
  'told.tried': 'On its way',
} as const;
