// Checks that the caller may call an operation, before the request is decoded.

import {
  ApiError,
  accountDeactivated,
  administratorRequired,
  badRequest,
  notLoggedIn,
  ownerRequired,
  recentProofRequired,
} from '../../api-contract/error.ts';
import { type Access, type Declaration, needsProof } from '../../api-contract/operation.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { hasRecentProof } from '../../model/sessions/session.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { BotType } from '../../stores/bots/bot-service.ts';
import type { BrowserSession } from './sessions.ts';

/** The only operations that incoming webhook bots may call. */
const openToWebhooks: ReadonlySet<string> = new Set([
  'send-message',
  'incoming-webhook',
  'check-incoming-webhook',
]);

/** Rejects an account that may not call an operation. (As in the reference server: the decorators of each view.) */
export function checkAccess(access: Access, account: Account | undefined, operationName: string): void {
  if (account?.botType === BotType.incomingWebhook && !openToWebhooks.has(operationName)) {
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

/** Rejects a browser session without a recent proof of identity if the operation requires one. */
export function checkProof(
  { needsRecentProof }: Declaration,
  values: Readonly<Record<string, unknown>>,
  { browserSession }: { readonly browserSession?: BrowserSession | undefined },
): void {
  if (!browserSession || !needsProof(needsRecentProof, values)) return;
  if (!hasRecentProof(browserSession.session, nowSeconds())) throw recentProofRequired();
}

/** Access levels that depend on the role, which an account can lose while its request is in progress. */
const dependsOnRole: ReadonlySet<Access> = new Set(['member', 'human-member', 'administrator', 'owner']);

/**
 * Wraps a unit of work so that it checks again whether the account may call the operation: another unit of the same
 * commit group may have demoted or deactivated it. Operations open to every account check what they need themselves.
 */
export function withAccessCheck<T>({ access, name }: Declaration, accountId: number, unit: Unit<T>): Unit<T> {
  if (!dependsOnRole.has(access)) return unit;
  return async (writer) => {
    const account = await accountById(writer, accountId);
    if (!account?.isActive) throw accountDeactivated();
    checkAccess(access, account, name);
    return unit(writer);
  };
}
