// The standing checks of who may call an operation, before anything of the request is decoded.

import {
  ApiError,
  administratorRequired,
  badRequest,
  notLoggedIn,
  ownerRequired,
} from '../contract/error.ts';
import type { Access } from '../contract/operation.ts';
import type { Account } from '../model/accounts/account.ts';
import { Role } from '../model/accounts/roles.ts';

const INCOMING_WEBHOOK_BOT = 2;

/** Refuses an account that may not call an operation. (Reference behaviour: the decorators of each view.) */
export function checkAccess(access: Access, account: Account | undefined, operationName: string): void {
  if (account?.botType === INCOMING_WEBHOOK_BOT && operationName !== 'send-message') {
    throw new ApiError(401, 'UNAUTHORIZED', 'This API is not available to incoming webhook bots.');
  }
  if (access === 'anyone' || access === 'development' || access === 'spectator') return;
  if (!account) throw notLoggedIn();
  const isGuest = account.role === Role.guest;
  switch (access) {
    case 'account':
      return;
    case 'human':
      if (account.isBot) throw badRequest('This endpoint does not accept bot requests.');
      return;
    case 'bot':
      if (!account.isBot) throw new ApiError(400, 'PERMISSION_DENIED', 'Must be a bot user');
      return;
    case 'member':
      if (isGuest) throw badRequest('Not allowed for guest users');
      return;
    case 'human-member':
      if (isGuest) throw badRequest('Not allowed for guest users');
      if (account.isBot) throw badRequest('This endpoint does not accept bot requests.');
      return;
    case 'administrator':
      if (account.role > Role.administrator) throw administratorRequired();
      return;
    case 'owner':
      if (account.role > Role.owner) throw ownerRequired();
      return;
  }
}
