// Adds and removes Web Push subscriptions of browsers and apps, inside units of work.

import { badRequest } from '../../api-contract/error.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { checkOrganizationUrl } from '../../model/push/push-device.ts';
import {
  type Endpoint,
  endpointHash,
  isSameReceiver,
  type PushSubscription,
  serializeEndpoint,
} from '../../model/web-push/push-subscription.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { beginPushScan } from '../../stores/push/position-store.ts';
import {
  deleteWebSubscriptions,
  deleteWebSubscriptionsOf,
  deleteWebSubscriptionsOfSessions,
  insertWebSubscription,
  replaceWebSubscription,
  webSubscriptionByEndpoint,
  webSubscriptionsOf,
} from '../../stores/push/web-subscription-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { forgetNotificationsOf } from './forget-notifications.ts';

/** The type of the entry that an account got a new subscription; clients never see it. */
export const WEB_PUSH_SUBSCRIBED = '_web_push_begun';

/** The subscribing account and its options. */
export interface WebSubscriber {
  readonly accountId: number;
  /** The browser session that the subscription ends with. */
  readonly sessionId: number | null;
  readonly organizationUrl: string;
  readonly name: string;
  readonly takesRemovals: boolean;
}

/**
 * Subscribes an endpoint, or updates a known one; returns the id. A caller who knows the secret of the
 * endpoint's receiver controls it, and takes it over from another account.
 */
export async function subscribeEndpoint(
  writer: Writer,
  keyring: Keyring,
  { accountId, sessionId, organizationUrl, name, takesRemovals }: WebSubscriber,
  endpoint: Endpoint,
): Promise<number> {
  checkOrganizationUrl(organizationUrl);
  const hash = endpointHash(keyring, endpoint.address);
  const existing = await webSubscriptionByEndpoint(writer, hash);
  if (existing && existing.accountId !== accountId && !mayTakeOver(existing, endpoint))
    throw badRequest('endpoint belongs to another account, and auth is not its secret');
  const isNew = existing?.accountId !== accountId;
  if (isNew) await takeQuota(await readCreator(writer, accountId), 'web_push_subscriptions');
  const values = {
    accountId,
    sessionId,
    endpointHash: hash,
    origin: new URL(endpoint.address).origin,
    endpoint: serializeEndpoint(endpoint),
    name,
    takesRemovals,
    organizationUrl,
  };
  const id = existing?.id ?? (await insertWebSubscription(writer, values));
  if (existing) await replaceWebSubscription(writer, id, values);
  if (existing && isNew) await forgetNotificationsOf(writer, existing.accountId);
  await beginPushScan(writer);
  if (isNew) writer.emit({ type: WEB_PUSH_SUBSCRIBED, audience: { kind: 'nobody' }, payload: {} });
  return id;
}

/** Whether an account may take over another account's endpoint. */
function mayTakeOver({ endpoint: presentEndpoint }: PushSubscription, endpoint: Endpoint): boolean {
  return presentEndpoint === undefined || isSameReceiver(presentEndpoint, endpoint);
}

/** Ends a subscription of an account; returns whether it existed. */
export async function endWebSubscription(writer: Writer, accountId: number, id: number): Promise<boolean> {
  const own = await webSubscriptionsOf(writer, accountId, writer.now);
  if (!own.some((subscription) => subscription.id === id)) return false;
  await deleteWebSubscriptions(writer, [id]);
  await forgetNotificationsOf(writer, accountId);
  return true;
}

export async function endWebSubscriptionsOf(writer: Writer, accountId: number): Promise<void> {
  await deleteWebSubscriptionsOf(writer, accountId);
  await forgetNotificationsOf(writer, accountId);
}

/** Ends the subscriptions of an account's sessions. */
export async function endWebSubscriptionsOfSessions(
  writer: Writer,
  accountId: number,
  sessionIds: readonly number[],
): Promise<void> {
  await deleteWebSubscriptionsOfSessions(writer, sessionIds);
  await forgetNotificationsOf(writer, accountId);
}
