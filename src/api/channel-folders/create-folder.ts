// POST /channel_folders/create: creates a folder for channels.

import { id, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { folderAdded } from '../../model/channel-folders/channel-folder-events.ts';
import { renderDescription } from '../../queries/rendering/render-description.ts';
import {
  checkFolderNameUnused,
  normalFolderName,
} from '../../stores/channel-folders/channel-folder-rules.ts';
import { insertFolder } from '../../stores/channel-folders/channel-folder-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';

export const createFolder = writeOperation({
  name: 'create-channel-folder',
  method: 'POST',
  path: '/channel_folders/create',
  summary: 'Create a channel folder.',
  since: 389,
  access: 'administrator',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    name: required(text({ maximum: limits.channelFolderNameCodePoints }), 'The name of the folder.'),
    description: withDefault(
      text({ maximum: limits.channelFolderDescriptionCodePoints }),
      '',
      'The description of the folder, in Markdown.',
    ),
  },
  result: { channel_folder_id: id },
  async handle(context, values) {
    const { actor } = context;
    const name = normalFolderName(values.name);
    const renderedDescription = await renderDescription(context, values.description, actor.account);
    const folder = await context.write(async (writer) => {
      await checkFolderNameUnused(writer, name);
      await takeQuota(await readCreator(writer, actor.account.id), 'channel_folders');
      const text = { name, description: values.description, renderedDescription };
      const folder = await insertFolder(writer, text, actor.account.id);
      writer.emit(folderAdded(folder));
      return folder;
    });
    return { channel_folder_id: folder.id };
  },
});
