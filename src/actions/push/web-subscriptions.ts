// How the browsers and apps come and go that are told by Web Push, inside units of work.

import { badRequest } from '../../api-contract/error.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { checkOrganizationUrl } from '../../model/push/device.ts';
import {
  type Endpoint,
  endpointHash,
  endpointText,
  isSameReceiver,
  type WebSubscription,
} from '../../model/web-push/subscription.ts';
import type { Writer } from '../../storage/session.ts';
import { beginWatching } from '../../stores/push/position-store.ts';
import {
  deleteWebSubscriptions,
  deleteWebSubscriptionsOf,
  deleteWebSubscriptionsOfSessions,
  insertWebSubscription,
  replaceWebSubscription,
  webSubscriptionAt,
  webSubscriptionsOf,
} from '../../stores/push/web-subscription-store.ts';
import { creatorIn, takeQuota } from '../../stores/quotas/take-quota.ts';
import { forgetNotificationsOf } from './forget-notifications.ts';

/** The type of the entry that says that somebody may be told now who could not be before; no client sees it. */
export const WEB_PUSH_BEGUN = '_web_push_begun';

/** Who subscribes, and how. */
export interface Subscribing {
  readonly accountId: number;
  /** The browser session that it is to end with. */
  readonly sessionId: number | null;
  readonly organizationUrl: string;
  readonly name: string;
  readonly takesRemovals: boolean;
}

/**
 * Has notifications carried to an endpoint from now on; gives the id. One that is known is changed. Whoever knows the secret
 * of its receiver has the receiver before them, and takes it over from whoever had it before.
 */
export async function subscribeEndpoint(
  writer: Writer,
  keyring: Keyring,
  { accountId, sessionId, organizationUrl, name, takesRemovals }: Subscribing,
  endpoint: Endpoint,
): Promise<number> {
  checkOrganizationUrl(organizationUrl);
  const hash = endpointHash(keyring, endpoint.address);
  const known = await webSubscriptionAt(writer, hash);
  if (known && known.accountId !== accountId && !mayTakeOver(known, endpoint))
    throw badRequest('endpoint belongs to somebody else, and auth is not its secret');
  const isNew = known?.accountId !== accountId;
  if (isNew) await takeQuota(await creatorIn(writer, accountId), 'web_push_subscriptions');
  const kept = {
    accountId,
    sessionId,
    endpointHash: hash,
    origin: new URL(endpoint.address).origin,
    endpoint: endpointText(endpoint),
    name,
    takesRemovals,
    organizationUrl,
  };
  const id = known?.id ?? (await insertWebSubscription(writer, kept));
  if (known) await replaceWebSubscription(writer, id, kept);
  if (known && isNew) await forgetNotificationsOf(writer, known.accountId);
  await beginWatching(writer);
  if (isNew) writer.emit({ type: WEB_PUSH_BEGUN, audience: { kind: 'nobody' }, payload: {} });
  return id;
}

/** Whether an endpoint of somebody else may be had. */
function mayTakeOver({ endpoint: known }: WebSubscription, endpoint: Endpoint): boolean {
  return known === undefined || isSameReceiver(known, endpoint);
}

/** Ends one of a person's; gives whether there was one. */
export async function endWebSubscription(writer: Writer, accountId: number, id: number): Promise<boolean> {
  const own = await webSubscriptionsOf(writer, accountId, writer.now);
  if (!own.some((one) => one.id === id)) return false;
  await deleteWebSubscriptions(writer, [id]);
  await forgetNotificationsOf(writer, accountId);
  return true;
}

/** Ends all of a person's. */
export async function endWebSubscriptionsOf(writer: Writer, accountId: number): Promise<void> {
  await deleteWebSubscriptionsOf(writer, accountId);
  await forgetNotificationsOf(writer, accountId);
}

/** Ends what belonged to sessions of a person. */
export async function endWithSessions(
  writer: Writer,
  accountId: number,
  sessionIds: readonly number[],
): Promise<void> {
  await deleteWebSubscriptionsOfSessions(writer, sessionIds);
  await forgetNotificationsOf(writer, accountId);
}
