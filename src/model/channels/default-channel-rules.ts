// Who may change the channels that new accounts start in.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';

/** Refuses accounts that are not administrators. */
export function checkMayChangeDefaultChannels(account: Account): void {
  if (account.role > Role.administrator)
    throw badRequest('You do not have permission to change default channels.');
}
