// PATCH /channel_folders/{channel_folder_id}: changes, archives or restores a folder.

import { boolean, id, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { folderChanged } from '../../model/channel-folders/channel-folder-events.ts';
import { textKey } from '../../model/text-key.ts';
import { renderDescription } from '../../queries/rendering/render-description.ts';
import {
  checkFolderNameUnused,
  existingFolder,
  normalFolderName,
} from '../../stores/channel-folders/channel-folder-rules.ts';
import { updateFolder as store } from '../../stores/channel-folders/channel-folder-store.ts';
import { folderHasChannels } from '../../stores/channels/channel-store.ts';
import { readCreator, requireOrganizationQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';

export const updateFolder = writeOperation({
  name: 'update-channel-folder',
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  summary: 'Change a channel folder.',
  since: 389,
  access: 'administrator',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    channel_folder_id: required(id, 'The ID of the folder.'),
    name: optionally(text({ maximum: limits.channelFolderNameCodePoints }), 'The new name.'),
    description: optionally(
      text({ maximum: limits.channelFolderDescriptionCodePoints }),
      'The new description, in Markdown.',
    ),
    is_archived: optionally(boolean, 'Whether the folder is archived.'),
  },
  result: {},
  async handle(context, values) {
    const name = values.name === undefined ? undefined : normalFolderName(values.name);
    const rendered = await renderDescription(context, values.description ?? '', context.actor.account);
    await context.write(async (writer) => {
      const folder = await existingFolder(writer, values.channel_folder_id);
      const { description, is_archived: isArchived } = values;
      const isRenamed = name !== undefined && name !== folder.name;
      const isDescribed = description !== undefined && description !== folder.description;
      const isArchivedChanged = isArchived !== undefined && isArchived !== folder.isArchived;
      if (isRenamed || (isArchivedChanged && !isArchived))
        await checkFolderNameUnused(writer, name ?? folder.name, folder.id);
      if (isArchivedChanged && isArchived && (await folderHasChannels(writer, folder.id))) {
        throw badRequest('You need to remove all the channels from this folder to archive it.');
      }
      if (isArchivedChanged && !isArchived)
        await requireOrganizationQuota(
          await readCreator(writer, context.actor.account.id),
          'channel_folders',
        );
      if (!isRenamed && !isDescribed && !isArchivedChanged) return;
      await store(writer, folder.id, {
        ...(isRenamed && { name, name_key: textKey(name) }),
        ...(isDescribed && { description, rendered_description: rendered }),
        ...(isArchivedChanged && { is_archived: isArchived ? 1 : 0 }),
      });
      writer.emit(
        folderChanged(folder.id, {
          ...(isRenamed && { name }),
          ...(isDescribed && { description, rendered_description: rendered }),
          ...(isArchivedChanged && { is_archived: isArchived }),
        }),
      );
    });
    return {};
  },
});
