// POST /users/me/avatar: uploads the caller's picture.

import { changeAvatar } from '../../actions/avatars/change.ts';
import { anyText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { withAvatar } from '../../model/avatars/avatar-files.ts';
import { checkMayChangeAvatar } from '../../model/avatars/avatar-rules.ts';
import { avatarUrl } from '../../model/people/avatar-url.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const uploadAvatar = writeOperation({
  name: 'upload-avatar',
  method: 'POST',
  path: '/users/me/avatar',
  summary: 'Upload a profile picture.',
  access: 'account',
  files: true,
  errors: ['BAD_IMAGE'],
  parameters: {},
  result: { avatar_url: anyText },
  async handle(context) {
    const { actor, files, services, state } = context;
    const [file, ...others] = files;
    if (!file || others.length > 0) throw badRequest('You must upload exactly one avatar.');
    // The permission is checked before the picture is stored, and again in the unit of work.
    checkMayChangeAvatar(state.organization, actor.account);
    return withAvatar(services, state.id, file.contentWithin(limits.avatarMegabytes), (picture) =>
      context.write(async (writer) => {
        const organization = await readOrganization(writer);
        const account = await actingAccount(writer, actor.account.id);
        checkMayChangeAvatar(organization, account);
        const after = await changeAvatar(writer, organization, account, picture);
        return { avatar_url: avatarUrl(after, organization) };
      }),
    );
  },
});
