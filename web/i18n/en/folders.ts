// English texts for channel folders.

export const folders = {
  'folders.title': 'Channel folders',
  'folders.none': 'No folders yet. A folder groups channels in everyone’s sidebar.',
  'folders.new': 'New folder',
  'folders.create': 'Create',
  'folders.name': 'Name of folder {name}',
  'folders.up': 'Move {name} up',
  'folders.down': 'Move {name} down',
  'folders.archive': 'Remove folder {name}',
  'folders.add': 'Add a channel to {name}',
  'folders.takeOut': 'Remove {channel} from {name}',
} as const;
