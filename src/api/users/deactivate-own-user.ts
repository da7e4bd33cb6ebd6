// DELETE /users/me: deactivates the caller's account.

import { ApiError } from '../../api-contract/error.ts';
import { Role } from '../../model/accounts/roles.ts';
import { countOtherOwners, isOnlyPerson } from '../../stores/accounts/activity-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from './acting-account.ts';
import { deactivateWithBots } from './deactivation.ts';

function lastOfKind(entity: 'organization owner' | 'user'): ApiError {
  return new ApiError(400, 'CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}`, {
    entity,
    is_last_owner: entity === 'organization owner',
  });
}

export const deactivateOwnUser = writeOperation({
  name: 'deactivate-own-user',
  method: 'DELETE',
  path: '/users/me',
  summary: 'Deactivate your own account.',
  access: 'human',
  needsRecentProof: true,
  errors: ['CANNOT_DEACTIVATE_LAST_USER'],
  parameters: {},
  result: {},
  async handle(context) {
    await context.write(async (writer) => {
      const account = await actingAccount(writer, context.actor.account.id);
      if (account.role === Role.owner && (await countOtherOwners(writer, account.id)) === 0) {
        throw lastOfKind('organization owner');
      }
      if (await isOnlyPerson(writer, account.id)) throw lastOfKind('user');
      await deactivateWithBots(writer, await readOrganization(writer), account);
    });
    return {};
  },
});
