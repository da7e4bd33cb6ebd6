// `channel_folder` events, for everybody.

import type { NewEvent } from '../../api-contract/event.ts';
import { type ChannelFolder, wireFolder } from './folder.ts';

function folderEvent(payload: NewEvent['payload']): NewEvent {
  return { type: 'channel_folder', audience: { kind: 'everyone' }, payload };
}

/** A new folder. */
export function folderAdded(folder: ChannelFolder): NewEvent {
  return folderEvent({ op: 'add', channel_folder: wireFolder(folder) });
}

/** Some fields of a folder, under their names on the wire. */
export function folderChanged(folderId: number, data: Readonly<Record<string, unknown>>): NewEvent {
  return folderEvent({ op: 'update', channel_folder_id: folderId, data });
}

/** The ids of all folders in their new order. */
export function foldersReordered(order: readonly number[]): NewEvent {
  return folderEvent({ op: 'reorder', order });
}
