// PATCH /channel_folders: changes the order of the folders.

import { id, list } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { foldersReordered } from '../../model/channel-folders/channel-folder-events.ts';
import { readFolders, updateFolder } from '../../stores/channel-folders/channel-folder-store.ts';
import { writeOperation } from '../operation.ts';

export const reorderFolders = writeOperation({
  name: 'patch-channel-folders',
  method: 'PATCH',
  path: '/channel_folders',
  summary: 'Reorder channel folders.',
  since: 414,
  access: 'administrator',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    order: required(list(id), 'The IDs of all folders in the new order, including archived ones.'),
  },
  result: {},
  async handle(context, { order }) {
    await context.write(async (writer) => {
      const folders = await readFolders(writer);
      const isComplete = new Set(order).size === order.length && order.length === folders.length;
      if (!isComplete || !folders.every((folder) => order.includes(folder.id))) {
        throw badRequest('Invalid order mapping');
      }
      for (const folder of folders) {
        const position = order.indexOf(folder.id);
        if (position !== folder.position) await updateFolder(writer, folder.id, { position });
      }
      writer.emit(foldersReordered(order));
    });
    return {};
  },
});
