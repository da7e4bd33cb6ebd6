// GET /users/me: the caller's own account. (Specification E18.)

import {
  anyText,
  boolean,
  id,
  integer,
  nonNegativeInteger,
  nullable,
  optional,
} from '../../api-contract/codec.ts';
import { profileDataSchema } from '../../model/accounts/account-schema.ts';
import { userFor } from '../../queries/accounts/user-for.ts';
import { newestMessageFor } from '../../stores/messages/newest-received.ts';
import { readOperation } from '../operation.ts';

export const getOwnUser = readOperation({
  name: 'get-own-user',
  method: 'GET',
  path: '/users/me',
  summary: 'Get your own user.',
  access: 'account',
  parameters: {},
  result: {
    user_id: id,
    email: anyText,
    delivery_email: anyText,
    full_name: anyText,
    date_joined: anyText,
    is_active: boolean,
    is_owner: boolean,
    is_admin: boolean,
    is_guest: boolean,
    is_bot: boolean,
    bot_type: nullable(nonNegativeInteger),
    bot_owner_id: optional(id),
    role: nonNegativeInteger,
    timezone: anyText,
    avatar_url: anyText,
    avatar_version: nonNegativeInteger,
    is_imported_stub: boolean,
    max_message_id: integer(),
    profile_data: optional(profileDataSchema),
  },
  async handle({ state, reader, actor }) {
    const { account } = actor;
    const form = { clientGravatar: false, hasProfile: true, hasActivity: true };
    const { bot_owner_id, ...user } = userFor(state, account, account, form);
    return {
      ...user,
      ...(account.isBot && { bot_owner_id }),
      max_message_id: await newestMessageFor(reader, account.id),
    } as never;
  },
});
