// Who may say which channels new accounts start in, and which these can be.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';

/** Refuses everybody but administrators. */
export function requireDefaultChannelsRight(account: Account): void {
  if (account.role > Role.administrator)
    throw badRequest('You do not have permission to change default channels.');
}
