// The operations of this room.

import type { Operation } from '../operation.ts';
import { createFolder } from './create-folder.ts';
import { getFolders } from './get-folders.ts';
import { reorderFolders } from './reorder-folders.ts';
import { updateFolder } from './update-folder.ts';

export const channelFolderOperations: readonly Operation[] = [
  createFolder,
  getFolders,
  reorderFolders,
  updateFolder,
];
