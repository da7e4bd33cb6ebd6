// POST /realm/emoji/{emoji_name}: adds a custom emoji.

import { audit } from '../../actions/audit/audit.ts';
import { shortText } from '../../api-contract/codec.ts';
import { badRequest, changedNothing, insufficientPermission } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { emojiAdded } from '../../model/emoji/emoji-events.ts';
import {
  removeEmojiPicture,
  type StoredEmojiPicture,
  storeEmojiPicture,
} from '../../model/emoji/emoji-files.ts';
import {
  checkEmojiNameIsUnused,
  checkMayOverrideEmoji,
  normalEmojiName,
} from '../../model/emoji/emoji-rules.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { insertEmoji, readEmoji } from '../../stores/emoji/emoji-store.ts';
import { organizationAllows } from '../../stores/groups/allows-setting.ts';
import { requirePermission } from '../../stores/groups/organization-permissions.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

async function checkMayAdd(writer: Writer, actorId: number, name: string): Promise<void> {
  const account = await actingAccount(writer, actorId);
  const organization = await readOrganization(writer);
  await requirePermission({ writer, organization, account }, 'can_add_custom_emoji_group');
  checkMayOverrideEmoji(name, account.role);
  checkEmojiNameIsUnused(name, await readEmoji(writer));
  await takeQuota({ writer, organization, account }, 'custom_emoji');
}

async function add(
  writer: Writer,
  authorId: number,
  name: string,
  picture: StoredEmojiPicture,
): Promise<void> {
  await checkMayAdd(writer, authorId, name);
  const emoji = await insertEmoji(writer, { name, authorId, isDeactivated: false, ...picture });
  await audit(writer, { kind: 'emoji_added', details: { name } });
  writer.emit(emojiAdded(emoji, await readEmoji(writer), writer.organizationId));
}

export const uploadCustomEmoji = writeOperation({
  name: 'upload-custom-emoji',
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  summary: 'Add a custom emoji.',
  access: 'account',
  files: true,
  errors: ['BAD_IMAGE'],
  parameters: {
    emoji_name: required(
      shortText,
      'The name of the emoji: letters, digits, dashes, spaces and underscores.',
    ),
  },
  result: {},
  async handle(context, { emoji_name: sent }) {
    const { actor, files, services, state } = context;
    const name = normalEmojiName(sent);
    const [file, ...others] = files;
    if (!file || others.length > 0) throw badRequest('You must upload exactly one file.');
    // The permission is checked before the picture is stored, so that unauthorized callers cannot fill the disk,
    // and again in the unit of work.
    if (!organizationAllows(state, 'can_add_custom_emoji_group', actor.account))
      throw insufficientPermission();
    const picture = await storeEmojiPicture(services, state.id, file.contentWithin(limits.emojiMegabytes));
    try {
      await context.write((writer) => add(writer, actor.account.id, name, picture));
    } catch (error) {
      // A failure to remove the file must not hide the error that the caller needs.
      if (changedNothing(error))
        await removeEmojiPicture(services.fileStore, state.id, picture.fileName).catch(() => undefined);
      throw error;
    }
    return {};
  },
});
