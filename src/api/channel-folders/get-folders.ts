// GET /channel_folders: the folders, in order.

import { boolean, list } from '../../api-contract/codec.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { folderSchema, wireFolder } from '../../model/channel-folders/channel-folder.ts';
import { readFolders } from '../../stores/channel-folders/channel-folder-store.ts';
import { readOperation } from '../operation.ts';

export const getFolders = readOperation({
  name: 'get-channel-folders',
  method: 'GET',
  path: '/channel_folders',
  summary: 'List channel folders.',
  since: 389,
  access: 'account',
  parameters: { include_archived: withDefault(boolean, false, 'Whether to include archived folders.') },
  result: { channel_folders: list(folderSchema) },
  async handle({ reader }, { include_archived }) {
    const folders = (await readFolders(reader)).filter((folder) => include_archived || !folder.isArchived);
    return { channel_folders: folders.map(wireFolder) };
  },
});
