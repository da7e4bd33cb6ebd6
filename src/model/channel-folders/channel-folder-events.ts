// `channel_folder` events, which go to everyone in the organization.

import { type Decoded, id, list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent, type PayloadOf } from '../../api-contract/event-declaration.ts';
import { type ChannelFolder, changedFolderSchema, folderSchema, wireFolder } from './channel-folder.ts';

export const channelFolderEvent = eventTypeWithOps(
  'channel_folder',
  'A channel folder was created or changed, or the folders were reordered.',
  {
    add: { channel_folder: folderSchema },
    update: { channel_folder_id: id, data: changedFolderSchema },
    reorder: { order: list(id) },
  },
);

function event(payload: PayloadOf<typeof channelFolderEvent>): NewEvent {
  return newEvent(channelFolderEvent, payload, { audience: { kind: 'everyone' } });
}

export function folderAdded(folder: ChannelFolder): NewEvent {
  return event({ op: 'add', channel_folder: wireFolder(folder) });
}

/** @param data the changed fields, under their names on the wire */
export function folderChanged(
  folderId: number,
  data: Readonly<Decoded<typeof changedFolderSchema>>,
): NewEvent {
  return event({ op: 'update', channel_folder_id: folderId, data });
}

/** @param order the ids of all folders */
export function foldersReordered(order: readonly number[]): NewEvent {
  return event({ op: 'reorder', order });
}
