// The parameters of operations that return User objects.

import { boolean } from '../../api-contract/codec.ts';
import { withDefault } from '../../api-contract/parameter.ts';

export const userParameters = {
  client_gravatar: withDefault(
    boolean,
    true,
    'Whether to send null instead of avatar URLs that the client can compute.',
    {
      aliases: ['client_extavatar'],
    },
  ),
  include_custom_profile_fields: withDefault(
    boolean,
    false,
    'Whether to include the values of custom profile fields.',
  ),
};
