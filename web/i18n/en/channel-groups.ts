// English texts for default channel groups, which people can choose when they join.

export const channelGroups = {
  'channelGroups.title': 'Default channel groups',
  'channelGroups.text':
    'New people can choose these groups when they join, and are subscribed to every channel in them.',
  'channelGroups.none': 'No default channel groups yet.',
  'channelGroups.add': 'Add a group',
  'channelGroups.edit': 'Edit {name}',
  'channelGroups.editTitle': 'Edit group',
  'channelGroups.delete': 'Delete {name}',
  'channelGroups.deleteTitle': 'Delete {name}?',
  'channelGroups.deleteText':
    'New people can no longer choose it. Its channels and their subscribers don’t change.',
  'channelGroups.deleteButton': 'Delete',
  'channelGroups.name': 'Name',
  'channelGroups.description': 'Description',
  'channelGroups.channels': 'Channels',
  'channelGroups.addChannel': 'Add a channel',
  'channelGroups.rule': 'Only public channels that aren’t default channels already.',
  'channelGroups.leaveOut': 'Remove {name}',
  'channelGroups.empty': 'No channels yet',
} as const;
