// Operations on channel folders.

import { createFolder } from './create-folder.ts';
import { getFolders } from './get-folders.ts';
import { reorderFolders } from './reorder-folders.ts';
import { updateFolder } from './update-folder.ts';

export const channelFolderOperations = [createFolder, getFolders, reorderFolders, updateFolder];
