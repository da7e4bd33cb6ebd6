// Folders of channels.

export const folders = {
  'folders.title': 'Folders of channels',
  'folders.none': 'No folders yet. Channels in a folder stand together in everybody’s sidebar.',
  'folders.new': 'New folder',
  'folders.create': 'Create',
  'folders.name': 'Name of the folder {name}',
  'folders.up': 'Move {name} up',
  'folders.down': 'Move {name} down',
  'folders.archive': 'Remove the folder {name}',
  'folders.add': 'Put a channel into {name}',
  'folders.takeOut': 'Take {channel} out of {name}',
} as const;
