// Settings for who may join an organization, and for what accounts show and may change of themselves.

import { boolean, integer, oneOf } from '../../../api-contract/codec.ts';
import { requiredForValues } from '../../second-factor/required-for.ts';
import { setting } from '../setting.ts';
import { authenticationMethods } from '../setting-codecs.ts';

const owner = { changedBy: 'owner' } as const;
const command = { changedBy: 'command' } as const;
const count = integer({ minimum: 0 });

export const joiningSettings = {
  invite_required: setting(boolean, true, 'Joining needs an invitation.', owner),
  emails_restricted_to_domains: setting(
    boolean,
    false,
    'New accounts need an address in an allowed domain.',
    owner,
  ),
  disallow_disposable_email_addresses: setting(boolean, true, 'Disposable addresses are refused.', owner),
  authentication_methods: setting(authenticationMethods, { Email: true }, 'Ways to log in.', {
    changedBy: 'owner',
    snapshot: 'computed',
  }),
  second_factor_required_for: setting(
    oneOf(...requiredForValues),
    'nobody',
    'Who logs in with a password only together with an authenticator: `nobody`, `administrators` and owners, `moderators` and above, `members` and above, `everyone`.',
    owner,
  ),
  waiting_period_threshold: setting(count, 0, 'Age in days at which a member is a full member.', owner),
  name_changes_disabled: setting(boolean, false, 'People cannot change their own names.'),
  email_changes_disabled: setting(boolean, false, 'People cannot change their own addresses.'),
  avatar_changes_disabled: setting(boolean, false, 'People cannot change their own pictures.'),
  require_unique_names: setting(boolean, false, 'No two accounts have the same name.'),
  enable_spectator_access: setting(boolean, false, 'Anyone may read web-public channels.'),
  enable_guest_user_indicator: setting(boolean, true, 'Clients mark guests by their names.'),
  enable_guest_user_dm_warning: setting(boolean, true, 'Clients warn before a direct message to a guest.'),
  presence_disabled: setting(boolean, false, 'Nobody sees who is online.', command),
} as const;
