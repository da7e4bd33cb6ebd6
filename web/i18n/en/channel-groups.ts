// The groups of channels that people choose while they join.

export const channelGroups = {
  'channelGroups.title': 'Groups of channels',
  'channelGroups.text': 'Whoever joins may choose these groups and comes into all channels of each.',
  'channelGroups.none': 'There are no groups of channels yet.',
  'channelGroups.add': 'Add a group of channels',
  'channelGroups.edit': 'Edit {name}',
  'channelGroups.editTitle': 'Edit the group of channels',
  'channelGroups.delete': 'Delete {name}',
  'channelGroups.deleteTitle': 'Delete {name}?',
  'channelGroups.deleteText':
    'It can no longer be chosen. Its channels, and who is in them, stay as they are.',
  'channelGroups.deleteButton': 'Delete',
  'channelGroups.name': 'Name',
  'channelGroups.description': 'What it is for',
  'channelGroups.channels': 'Channels',
  'channelGroups.addChannel': 'Add a channel',
  'channelGroups.rule': 'Public channels alone, and none that is a default channel already.',
  'channelGroups.leaveOut': 'Leave {name} out',
  'channelGroups.empty': 'No channels yet',
} as const;
