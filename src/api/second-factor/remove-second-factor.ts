// DELETE /users/{user_id}/second_factor: removes the second factor of someone who has lost their
// authenticator and recovery codes.

import { removeSecondFactorOf } from '../../actions/accounts/second-factor.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { checkMayRemoveSecondFactor } from '../../model/accounts/administer-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount, targetAccount } from '../users/acting-account.ts';

export const removeSecondFactor = writeOperation({
  name: 'remove-second-factor',
  method: 'DELETE',
  path: '/users/{user_id}/second_factor',
  summary: 'Turn off two-factor authentication for a user who lost their second factor.',
  access: 'administrator',
  needsRecentProof: true,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: { user_id: required(id, 'The ID of the user.') },
  result: {},
  async handle({ write, actor }, { user_id: userId }) {
    await write(async (writer) => {
      const acting = await actingAccount(writer, actor.account.id);
      const target = await targetAccount(writer, await readOrganization(writer), acting, String(userId));
      checkMayRemoveSecondFactor(acting, target);
      if (!(await removeSecondFactorOf(writer, target)))
        throw badRequest('The user has not set up two-factor authentication.');
    });
    return {};
  },
});
