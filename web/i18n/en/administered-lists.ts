// The lists of bots, channels and groups, and what new people begin with.

export const administeredLists = {
  'bots.kind': 'Kind',
  'bots.generic': 'Reads and writes',
  'bots.incoming': 'Incoming webhook',
  'bots.outgoing': 'Outgoing webhook',
  'bots.noOwner': 'Nobody',
  'bots.filter': 'Find bots',
  'bots.none': 'No bot matches.',
  'channelList.bringBack': 'Bring {name} back',
  'channelList.archive': 'Archive {name}',
  'channelList.forNew': 'For new people',
  'channelList.isDefault': 'Default',
  'channelList.archived': 'Archived',
  'groupList.role': 'Role',
  'groupList.state': 'State',
  'newcomers.channels': 'Default channels',
  'newcomers.channelsText': 'New people come into these channels, unless their invitation says otherwise.',
  'newcomers.remove': 'Take {name} out of the default channels',
  'newcomers.add': 'Add a default channel',
  'newcomers.presence': 'Others see when new people are active',
  'newcomers.typingDirect': 'People see when new people write to them',
  'newcomers.typingChannels': 'Channels see when new people write in them',
  'newcomers.receiptsSent': 'Others see what new people have read',
  'newcomers.settingsText':
    'New people begin with these settings, and may change them. Nobody who is here already is changed.',
} as const;
