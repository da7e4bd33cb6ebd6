// GET /users: the people and bots of the organization. (Specification E3.)

import { id, list, view } from '../../api-contract/codec.ts';
import { notLoggedIn } from '../../api-contract/error.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { writeFields } from '../../api-contract/written-json.ts';
import { userSchema } from '../../model/accounts/account-schema.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { peopleJson } from '../../queries/accounts/people-json.ts';
import { userFor } from '../../queries/accounts/user-for.ts';
import { allowsAnonymousViewers } from '../../queries/organizations/anonymous-access.ts';
import { PreparedResult, publicOperation } from '../operation.ts';
import { userParameters } from './user-parameters.ts';

export const getUsers = publicOperation({
  name: 'get-users',
  method: 'GET',
  path: '/users',
  summary: 'List the users that you can see.',
  access: 'spectator',
  parameters: {
    ...userParameters,
    user_ids: optionally(
      list(id),
      'The IDs of the users to return. Users that you cannot see are left out.',
      { since: 384 },
    ),
  },
  result: { members: view(list(userSchema)) },
  async handle({ state, actor }, values) {
    if (!actor && !allowsAnonymousViewers(state)) throw notLoggedIn();
    const viewer = actor?.account;
    const requestedIds = values.user_ids && new Set(values.user_ids);
    const form = {
      clientGravatar: values.client_gravatar,
      // Anonymous viewers see no profile fields.
      hasProfile: values.include_custom_profile_fields && viewer !== undefined,
      hasActivity: true,
    };
    if (!requestedIds) {
      const members = peopleJson(state.view(), viewer, { ...form, of: 'all', showsUnknown: false });
      return new PreparedResult(await writeFields({ members }));
    }
    const members = [];
    for (const id of [...requestedIds].sort((a, b) => a - b)) {
      const account = state.account(id);
      if (!account || account.isSystemBot) continue;
      if (viewer && !maySeeAccount(state, viewer, account)) continue;
      members.push(userFor(state, viewer, account, form));
    }
    return { members };
  },
});
