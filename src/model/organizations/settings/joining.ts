// Settings for who may join an organization, how people log in, and which of their own data they may change and hide.

import { boolean, integer, oneOf } from '../../../api-contract/codec.ts';
import { secondFactorRequirements } from '../../second-factor/second-factor-requirement.ts';
import { valueSetting } from '../organization-setting.ts';
import { authenticationMethods } from '../organization-setting-codecs.ts';

const owner = { changedBy: 'owner' } as const;
const command = { changedBy: 'command' } as const;
const count = integer({ minimum: 0 });

export const joiningSettings = {
  invite_required: valueSetting(boolean, true, 'Require an invitation to join.', owner),
  emails_restricted_to_domains: valueSetting(
    boolean,
    false,
    'Require an email address in an allowed domain to join.',
    owner,
  ),
  disallow_disposable_email_addresses: valueSetting(
    boolean,
    true,
    'Reject disposable email addresses.',
    owner,
  ),
  authentication_methods: valueSetting(authenticationMethods, { Email: true }, 'Login methods.', {
    changedBy: 'owner',
    snapshot: 'computed',
  }),
  second_factor_required_for: valueSetting(
    oneOf(...secondFactorRequirements),
    'nobody',
    'Who must use two-factor authentication to log in with a password: `nobody`, `administrators` and owners, `moderators` and above, `members` and above, `everyone`.',
    owner,
  ),
  waiting_period_threshold: valueSetting(
    count,
    0,
    'Age of an account in days at which a member becomes a full member.',
    owner,
  ),
  name_changes_disabled: valueSetting(boolean, false, 'People cannot change their own names.'),
  email_changes_disabled: valueSetting(boolean, false, 'People cannot change their own email addresses.'),
  avatar_changes_disabled: valueSetting(boolean, false, 'People cannot change their own pictures.'),
  require_unique_names: valueSetting(boolean, false, 'Require unique names.'),
  enable_spectator_access: valueSetting(
    boolean,
    false,
    'Anyone can read web-public channels without an account.',
  ),
  enable_guest_user_indicator: valueSetting(boolean, true, 'Mark guests next to their names.'),
  enable_guest_user_dm_warning: valueSetting(boolean, true, 'Warn before a direct message to a guest.'),
  presence_disabled: valueSetting(boolean, false, 'Hide who is online.', command),
} as const;
