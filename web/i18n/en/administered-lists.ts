// English texts for the lists of bots, channels and groups, and of the defaults for new accounts.

export const administeredLists = {
  'bots.kind': 'Type',
  'bots.generic': 'Full access',
  'bots.incoming': 'Incoming webhook',
  'bots.outgoing': 'Outgoing webhook',
  'bots.noOwner': 'No owner',
  'bots.filter': 'Filter bots',
  'bots.none': 'No bots found.',
  'channelList.bringBack': 'Unarchive {name}',
  'channelList.archive': 'Archive {name}',
  'channelList.forNew': 'For new people',
  'channelList.isDefault': 'Default',
  'channelList.archived': 'Archived',
  'groupList.role': 'Role',
  'groupList.state': 'Status',
  'newcomers.channels': 'Default channels',
  'newcomers.channelsText':
    'New people are subscribed to these channels unless their invitation says otherwise.',
  'newcomers.remove': 'Remove {name} from the default channels',
  'newcomers.add': 'Add a default channel',
  'newcomers.presence': 'Show when new people are active',
  'newcomers.typingDirect': 'Show when new people are typing in direct messages',
  'newcomers.typingChannels': 'Show when new people are typing in channels',
  'newcomers.receiptsSent': 'Show what new people have read',
  'newcomers.settingsText':
    'Defaults for new accounts. People can change them; existing accounts stay as they are.',
} as const;
