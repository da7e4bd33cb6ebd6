// The parameters of operations that return User objects.

import { boolean } from '../../api-contract/codec.ts';
import { withDefault } from '../../api-contract/parameter.ts';

export const userParameters = {
  client_gravatar: withDefault(
    boolean,
    true,
    'Null in place of avatar addresses that the client computes itself.',
    {
      aliases: ['client_extavatar'],
    },
  ),
  include_custom_profile_fields: withDefault(boolean, false, 'With values of custom profile fields.'),
};
