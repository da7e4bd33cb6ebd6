// GET /users/{user_id_or_email}: one person or bot, by id, by placeholder address, or by real address if the
// caller may see it.

import { shortText, view } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { userSchema } from '../../model/accounts/account-schema.ts';
import { namedAccount } from '../../queries/accounts/find.ts';
import { userFor } from '../../queries/accounts/user-for.ts';
import { readOperation } from '../operation.ts';
import { userParameters } from './user-parameters.ts';

export const getUser = readOperation({
  name: 'get-user',
  method: 'GET',
  path: '/users/{user_id_or_email}',
  summary: 'Get a user.',
  since: 1,
  access: 'account',
  parameters: {
    user_id_or_email: required(shortText, 'The ID or email address of the user.'),
    ...userParameters,
  },
  result: { user: view(userSchema) },
  async handle(context, values) {
    const account = namedAccount(await context.requester(), values.user_id_or_email);
    const form = {
      clientGravatar: values.client_gravatar,
      hasProfile: values.include_custom_profile_fields,
      hasActivity: true,
    };
    return { user: userFor(context.state, context.actor.account, account, form) };
  },
});
