// `channel_folder` events, which go to everyone in the organization.

import type { NewEvent } from '../../api-contract/event.ts';
import { type ChannelFolder, wireFolder } from './channel-folder.ts';

function folderEvent(payload: NewEvent['payload']): NewEvent {
  return { type: 'channel_folder', audience: { kind: 'everyone' }, payload };
}

export function folderAdded(folder: ChannelFolder): NewEvent {
  return folderEvent({ op: 'add', channel_folder: wireFolder(folder) });
}

/** @param data the changed fields, under their names on the wire */
export function folderChanged(folderId: number, data: Readonly<Record<string, unknown>>): NewEvent {
  return folderEvent({ op: 'update', channel_folder_id: folderId, data });
}

/** @param order the ids of all folders */
export function foldersReordered(order: readonly number[]): NewEvent {
  return folderEvent({ op: 'reorder', order });
}
