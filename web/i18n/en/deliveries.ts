// English texts for recent deliveries to the incoming webhooks of a bot.

export const deliveries = {
  'deliveries.title': 'Recent deliveries',
  'deliveries.text': 'What services have sent to these addresses, and what happened to it.',
  'deliveries.none': 'Nothing received yet.',
  'deliveries.found': { one: '{count} delivery', other: '{count} deliveries' },
  'deliveries.again': 'Refresh',
  'deliveries.all': 'Show all',
  'deliveries.sent': 'Posted',
  'deliveries.filtered': 'Skipped: this event is turned off for the address',
  'deliveries.ignored': 'Skipped: nothing to report',
  'deliveries.unsupported': 'Skipped: unsupported event',
  'deliveries.refused': 'Rejected',
  'deliveries.no_channel': 'Not posted: the channel doesn’t exist or the bot can’t post there',
} as const;
