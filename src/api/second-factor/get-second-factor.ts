// GET /users/{user_id}/second_factor: whether an account has two-factor authentication, for administrators who may
// have to help.

import { boolean, id } from '../../api-contract/codec.ts';
import { noSuchUser } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { readOperation } from '../operation.ts';

export const getSecondFactor = readOperation({
  name: 'get-second-factor',
  method: 'GET',
  path: '/users/{user_id}/second_factor',
  summary: 'Get whether a user has two-factor authentication.',
  access: 'administrator',
  parameters: { user_id: required(id, 'The ID of the user.') },
  result: { is_on: boolean },
  async handle({ reader, state }, { user_id: userId }) {
    if (!state.account(userId)) throw noSuchUser();
    return { is_on: await hasSecondFactor(reader, userId) };
  },
});
