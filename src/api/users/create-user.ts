// POST /users: creates an account for someone, for administrators with a separate permission.

import { id, shortText, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { makeUser, prepareUser } from './make-user.ts';

export const createUser = writeOperation({
  name: 'create-user',
  method: 'POST',
  path: '/users',
  summary: 'Create an account.',
  access: 'administrator',
  needsRecentProof: true,
  parameters: {
    email: required(shortText, 'The email address.'),
    password: required(text({ maximum: limits.passwordCharacters }), 'The password.'),
    full_name: required(shortText, 'The full name.'),
  },
  result: { user_id: id },
  async handle(context, values) {
    const { actor, services, organizationUrl, state, write } = context;
    if (!actor.account.canCreateUsers) throw badRequest('User not authorized to create users');
    const newAccount = { email: values.email, fullName: values.full_name, password: values.password };
    const user = await prepareUser(newAccount, { name: state.organization.name, organizationUrl });
    const { account, pendingNotices } = await write(async (writer) => {
      const organization = await readOrganization(writer);
      return makeUser({ writer, keyring: services.keyring, organization }, user, { organizationUrl });
    });
    await sendPendingNotices(context, pendingNotices);
    return { user_id: account.id };
  },
});
