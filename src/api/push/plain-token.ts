// What the operations share that register and forget devices without encryption: the token, and whose it is.

import type { TokenOwner } from '../../actions/push/plain-tokens.ts';
import { text } from '../../contract/codec.ts';
import { limits } from '../../contract/limits.ts';
import { required } from '../../contract/parameter.ts';
import type { WriteContext } from '../operation.ts';

export const tokenParameter = required(
  text({ maximum: limits.deviceTokenCharacters }),
  "The device's token.",
);

/** The caller as the owner of a token. */
export function tokenOwner({ services, actor, organizationUrl }: WriteContext): TokenOwner {
  return { accountId: actor.account.id, organizationUrl, isConfigured: services.push !== undefined };
}
