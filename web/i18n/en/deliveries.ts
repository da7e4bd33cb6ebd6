// What other services sent to the addresses of a bot.

export const deliveries = {
  'deliveries.title': 'What arrived last',
  'deliveries.text': 'Whether services reach these addresses, and what became of what they sent.',
  'deliveries.none': 'Nothing has arrived yet.',
  'deliveries.found': { one: '{count} delivery', other: '{count} deliveries' },
  'deliveries.again': 'Look again',
  'deliveries.all': 'Show all that are kept',
  'deliveries.sent': 'Became a message',
  'deliveries.filtered': 'Left out: the address does not ask for this event',
  'deliveries.ignored': 'Left out: it holds nothing to be told',
  'deliveries.unsupported': 'Left out: there are no words for this event',
  'deliveries.refused': 'Refused',
  'deliveries.no_channel': 'Not posted: there is no such channel, or the bot may not write there',
} as const;
