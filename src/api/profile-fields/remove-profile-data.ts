// DELETE /users/me/profile_data: removes the caller's values of custom profile fields.

import { changeValues } from '../../actions/profile-fields/change-values.ts';
import { id, list } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const removeProfileData = writeOperation({
  name: 'remove-profile-data',
  method: 'DELETE',
  path: '/users/me/profile_data',
  summary: 'Remove your own values of custom profile fields.',
  access: 'human',
  parameters: { data: required(list(id, 1000), 'The IDs of the fields to clear.') },
  result: {},
  async handle(context, { data }) {
    const changes = data.map((fieldId) => ({ fieldId, value: null, html: null }));
    await context.write(async (writer) => {
      const { id: accountId, role } = await actingAccount(writer, context.actor.account.id);
      await changeValues(writer, accountId, role, changes);
    });
    return {};
  },
});
