// DELETE /realm/emoji/{emoji_name}: deactivates a custom emoji. Existing messages and reactions still show it.

import { audit } from '../../actions/audit/audit.ts';
import { shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { emojiDeactivated } from '../../model/emoji/emoji-events.ts';
import { checkMayRemoveEmoji, emojiNotFound } from '../../model/emoji/emoji-rules.ts';
import { deactivateEmoji, findEmoji, readEmoji } from '../../stores/emoji/emoji-store.ts';
import { hasPermission } from '../../stores/groups/organization-permissions.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const deactivateCustomEmoji = writeOperation({
  name: 'deactivate-custom-emoji',
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  summary: 'Deactivate a custom emoji.',
  access: 'account',
  parameters: { emoji_name: required(shortText, 'The name of the emoji.') },
  result: {},
  async handle(context, { emoji_name: name }) {
    await context.write(async (writer) => {
      const account = await actingAccount(writer, context.actor.account.id);
      const emoji = await findEmoji(writer, name.trim().toLowerCase().replaceAll(' ', '_'));
      if (!emoji) throw emojiNotFound(name);
      const organization = await readOrganization(writer);
      checkMayRemoveEmoji(emoji, {
        id: account.id,
        role: account.role,
        mayAdd: await hasPermission({ writer, organization, account }, 'can_add_custom_emoji_group'),
      });
      await deactivateEmoji(writer, emoji.id);
      await audit(writer, { kind: 'emoji_removed', details: { name: emoji.name } });
      writer.emit(emojiDeactivated(emoji, await readEmoji(writer), organization.id));
    });
    return {};
  },
});
