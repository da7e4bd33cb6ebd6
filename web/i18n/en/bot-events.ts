// English texts for the event subscriptions of a bot.

export const botEvents = {
  'botEvents.of': 'Events for {name}',
  'botEvents.text':
    'Parley posts the events this bot can see to these addresses, in order, and retries until each is delivered. Your program doesn’t need to keep a connection open.',
  'botEvents.postedTo': 'Events are posted to',
  'botEvents.none': 'No addresses yet.',
  'botEvents.on': 'Active',
  'botEvents.failing': {
    one: '{count} attempt failed; will retry',
    other: '{count} attempts failed; will retry',
  },
  'botEvents.off_owner': 'Turned off',
  'botEvents.off_failing': 'Turned off: deliveries failed for too long',
  'botEvents.off_behind': 'Turned off: too many events were waiting',
  'botEvents.off_bot_deactivated': 'Turned off: the bot was deactivated',
  'botEvents.off_owner_changed': 'Turned off: the bot has a new owner',
  'botEvents.switchOn': 'Turn on',
  'botEvents.switchOff': 'Turn off',
  'botEvents.remove': 'Remove',
  'botEvents.removeTitle': 'Stop posting to {address}?',
  'botEvents.removeText': 'Its delivery log is deleted too.',
  'botEvents.add': 'Add an address',
  'botEvents.address': 'Address',
  'botEvents.types': 'Events',
  'botEvents.channel': 'Only messages in one channel',
  'botEvents.noChannel': 'Messages in all channels',
  'botEvents.secret': 'Signing secret',
  'botEvents.secretOnce':
    'Copy it now; it is shown only once. Deliveries are signed as described at standardwebhooks.com.',
  'botEvents.log': 'Recent deliveries',
  'botEvents.logNone': 'Nothing has been posted yet.',
  'botEvents.logFound': { one: '{count} attempt', other: '{count} attempts' },
  'botEvents.delivered': 'Delivered',
  'botEvents.failed': 'Failed',
  'botEvents.given_up': 'Gave up',
  'botEvents.attempt': 'attempt {number}',
} as const;
