// The token's parameter and owner, for the operations that register and remove devices without encryption.

import type { TokenOwner } from '../../actions/push/plain-tokens.ts';
import { text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import type { WriteContext } from '../operation.ts';

export const tokenParameter = required(
  text({ maximum: limits.deviceTokenCharacters }),
  'The token of the device.',
);

/** The caller as the owner of a token. */
export function tokenOwner({ services, actor, organizationUrl }: WriteContext): TokenOwner {
  return { accountId: actor.account.id, organizationUrl, isConfigured: services.push !== undefined };
}
