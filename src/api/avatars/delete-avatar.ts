// DELETE /users/me/avatar: replaces the caller's picture with the organization's default one.

import { changeAvatar } from '../../actions/avatars/change.ts';
import { anyText } from '../../api-contract/codec.ts';
import { checkMayChangeAvatar } from '../../model/avatars/avatar-rules.ts';
import { avatarUrl } from '../../model/people/avatar-url.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const deleteAvatar = writeOperation({
  name: 'delete-avatar',
  method: 'DELETE',
  path: '/users/me/avatar',
  summary: "Delete your profile picture. You get the organization's default one.",
  access: 'account',
  parameters: {},
  result: { avatar_url: anyText },
  async handle(context) {
    return context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const account = await actingAccount(writer, context.actor.account.id);
      checkMayChangeAvatar(organization, account);
      const source = organization.settings.default_avatar_source;
      if (account.avatarSource === source) return { avatar_url: avatarUrl(account, organization) };
      const after = await changeAvatar(writer, organization, account, { source });
      return { avatar_url: avatarUrl(after, organization) };
    });
  },
});
