// This browser's push subscription: its push service and the service worker notify of messages while no page
// is open. A browser is subscribed for one account; the subscription of another account ends.

import type { AnswerOf } from '../../client/api-types.ts';
import type { ErrorText } from '../components/error-text.ts';
import { t } from '../i18n/texts.ts';
import type { PushTexts } from '../lib/push-notification.ts';
import { LocalError } from './attempt.ts';
import { notificationPermission, requestNotifications } from './browser-notifications.ts';
import type { Organization } from './organization.ts';
import { readPushMark, removePushMark, writePushMark } from './push-subscription-mark.ts';
import { ringTexts } from './show-ring.ts';

export type PushSubscriptionList = AnswerOf<'get-web-push-subscriptions'>;

/** Why this browser cannot subscribe; undefined if it can. */
export function pushObstacle(): 'insecure' | 'unsupported' | undefined {
  if (!isSecureContext) return 'insecure';
  const { serviceWorker } = navigator as { serviceWorker?: unknown };
  return serviceWorker && 'PushManager' in globalThis && 'Notification' in globalThis
    ? undefined
    : 'unsupported';
}

/** The browser's push service returned no address. */
function noService(): LocalError {
  const errorText: ErrorText = { text: t('pushSubscriptions.failed') };
  return new LocalError(errorText);
}

function base64Of(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.ready;
  return registration.pushManager.getSubscription();
}

/** The browser's subscription for a server with this key; one for another key is canceled. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing && base64Of(existing.options.applicationServerKey) === publicKey) return existing;
  await existing?.unsubscribe();
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    throw noService();
  }
}

/** The id of the session that the server knows this browser by; 0 if it knows none. */
async function sessionOf({ client }: Organization): Promise<number> {
  const { sessions } = await client.call('get-own-sessions');
  return sessions.find(({ is_current }) => is_current)?.id ?? 0;
}

async function subscribe(organization: Organization, { public_key }: PushSubscriptionList): Promise<void> {
  const { client, ownId } = organization;
  const subscription = await subscriptionFor(public_key);
  await client.call('create-web-push-subscription', {
    endpoint: subscription.endpoint,
    p256dh: base64Of(subscription.getKey('p256dh')),
    auth: base64Of(subscription.getKey('auth')),
    takes_removals: false,
  });
  writePushMark(ownId, await sessionOf(organization));
  await storeTexts(organization);
}

/** Stores the texts for the service worker, which has no access to settings. */
async function storeTexts({ state }: Organization): Promise<void> {
  const hidesText = state.user_settings?.pm_content_in_desktop_notifications === false;
  const texts: PushTexts = {
    generalChat: t('messageList.generalChat'),
    trial: t('settings.trial'),
    newDirect: hidesText ? t('messageList.newDirect') : undefined,
    ring: ringTexts(),
  };
  const cache = await caches.open('push-words');
  await cache.put('/push-words', new Response(JSON.stringify(texts)));
}

/** Subscribes this browser. @throws LocalError if the browser refuses */
export async function subscribeToPush(organization: Organization): Promise<void> {
  if ((await requestNotifications()) !== 'granted') throw new LocalError({ text: t('settings.denied') });
  await subscribe(organization, await organization.client.call('get-web-push-subscriptions'));
}

/** Unsubscribes this browser. */
export async function unsubscribeFromPush({ client }: Organization): Promise<void> {
  removePushMark();
  const subscription = await currentSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  const { subscriptions } = await client.call('get-web-push-subscriptions');
  const own = subscriptions.find((subscription) => subscription.is_of_session);
  if (own) await client.call('remove-web-push-subscription', { subscription_id: own.id });
}

/**
 * Checks when a page opens that the subscription is still valid: the session or the server's key may have
 * changed.
 */
async function check(organization: Organization): Promise<void> {
  const pushMark = readPushMark();
  const subscription = pushMark && (await currentSubscription());
  const isOfOtherAccount = pushMark?.accountId !== organization.ownId;
  if (!subscription || isOfOtherAccount || notificationPermission() !== 'granted') {
    await subscription?.unsubscribe();
    return removePushMark();
  }
  const subscribed = await organization.client.call('get-web-push-subscriptions');
  if (subscribed.subscriptions.some((subscription) => subscription.is_of_session))
    return storeTexts(organization);
  // The end of a session removes its subscription, so a new session renews it. Otherwise it was removed elsewhere.
  if (pushMark.sessionId !== (await sessionOf(organization))) return subscribe(organization, subscribed);
  await subscription.unsubscribe();
  removePushMark();
}

/** Renews or ends the subscription as needed. */
export async function checkPushSubscription(organization: Organization): Promise<void> {
  if (pushObstacle()) return;
  // If the check fails, the next page does it.
  await check(organization).catch(() => undefined);
}
