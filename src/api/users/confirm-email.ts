// POST /users/{user_id}/email/confirmation: an administrator marks an account's email address as confirmed.

import { markEmailConfirmed } from '../../actions/accounts/confirm-email.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { checkMayAdminister } from '../../model/accounts/administer-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount, targetAccount } from './acting-account.ts';

export const confirmEmail = writeOperation({
  name: 'confirm-email',
  method: 'POST',
  path: '/users/{user_id}/email/confirmation',
  summary: "Mark a user's email address as confirmed, if you know that it is theirs.",
  access: 'administrator',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: { user_id: required(id, 'The ID of the user.') },
  result: {},
  async handle({ actor, write }, { user_id: userId }) {
    await write(async (writer) => {
      const acting = await actingAccount(writer, actor.account.id);
      const target = await targetAccount(writer, await readOrganization(writer), acting, String(userId));
      checkMayAdminister(acting, target);
      if (target.isDeleted) throw badRequest('The account was erased and cannot be changed.');
      if (target.isEmailConfirmed) throw badRequest('The email address is already confirmed.');
      await markEmailConfirmed(writer, target, { by: 'administrator' });
    });
    return {};
  },
});
