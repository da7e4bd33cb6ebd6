// PATCH /users/me/profile_data: changes the caller's values of custom profile fields. (Specification E11.)

import { changeValues } from '../../actions/profile-fields/change-values.ts';
import { required } from '../../api-contract/parameter.ts';
import { sentValues } from '../../model/profile-fields/profile-values.ts';
import { renderedChanges } from '../../queries/profile-fields/render-values.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const updateProfileData = writeOperation({
  name: 'update-profile-data',
  method: 'PATCH',
  path: '/users/me/profile_data',
  summary: 'Change your own values of custom profile fields.',
  access: 'human',
  parameters: {
    data: required(sentValues, 'The fields to change, each with `id` and `value`. Null removes a value.'),
  },
  result: {},
  async handle(context, { data }) {
    const changes = await renderedChanges(context, context.actor.account, data);
    await context.write(async (writer) => {
      const { id, role } = await actingAccount(writer, context.actor.account.id);
      await changeValues(writer, id, role, changes);
    });
    return {};
  },
});
