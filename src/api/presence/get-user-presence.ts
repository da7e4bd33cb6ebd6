// GET /users/{user_id_or_email}/presence: returns the presence of a user.

import { number, shortText } from '../../api-contract/codec.ts';
import { badRequest, noSuchUser } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { exactSeconds } from '../../api-contract/time.ts';
import { legacyStatus, modernPresence } from '../../model/presence/presence.ts';
import { namedPresenceSchema } from '../../model/presence/presence-schema.ts';
import { namedAccount } from '../../queries/accounts/find.ts';
import { readOperation } from '../operation.ts';

export const getUserPresence = readOperation({
  name: 'get-user-presence',
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  summary: 'Get the presence of a user.',
  access: 'account',
  parameters: { user_id_or_email: required(shortText, 'The ID or email address of the user.') },
  result: { presence: namedPresenceSchema, server_timestamp: number },
  async handle(context, { user_id_or_email: idOrEmail }) {
    const { state } = context;
    const account = namedAccount(await context.requester(), idOrEmail);
    if (!account.isActive) throw noSuchUser();
    if (account.isBot) throw badRequest('Presence is not supported for bot users.');
    const isShown = account.settings.presence_enabled && !state.organization.settings.presence_disabled;
    const presence = isShown ? state.presence.get(account.id) : undefined;
    if (!presence) throw badRequest(`No presence data for ${idOrEmail}`);
    const single = legacyStatus(presence);
    return {
      presence: { ...modernPresence(presence), website: single, aggregated: single },
      server_timestamp: exactSeconds(),
    };
  },
});
