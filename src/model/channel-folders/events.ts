// `channel_folder` events, for everybody.

import type { NewEvent } from '../../contract/event.ts';
import { type ChannelFolder, wireFolder } from './folder.ts';

function folderEvent(payload: NewEvent['payload']): NewEvent {
  return { type: 'channel_folder', audience: { kind: 'everyone' }, payload };
}

export function folderAdded(folder: ChannelFolder): NewEvent {
  return folderEvent({ op: 'add', channel_folder: wireFolder(folder) });
}

export function folderChanged(folderId: number, data: Readonly<Record<string, unknown>>): NewEvent {
  return folderEvent({ op: 'update', channel_folder_id: folderId, data });
}

export function foldersReordered(order: readonly number[]): NewEvent {
  return folderEvent({ op: 'reorder', order });
}
