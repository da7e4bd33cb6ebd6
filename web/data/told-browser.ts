// Whether this browser is told of messages when no page is open: by its push service and the service worker. It is so for one
// person; what was switched on for somebody else ends.

import type { AnswerOf } from '../../client/api-types.ts';
import type { Problem } from '../components/problem.ts';
import { t } from '../i18n/words.ts';
import type { PushWords } from '../lib/pushed.ts';
import { Obstacle } from './attempt.ts';
import { mayNotify, wantNotifications } from './browser-notifications.ts';
import type { Organization } from './organization.ts';
import { forgetTold, noteTold, toldHere } from './told-mark.ts';

export type Told = AnswerOf<'get-web-push-subscriptions'>;

/** Why this browser cannot be told; undefined where it can. */
export function obstacleHere(): 'insecure' | 'unsupported' | undefined {
  if (!isSecureContext) return 'insecure';
  const { serviceWorker } = navigator as { serviceWorker?: unknown };
  return serviceWorker && 'PushManager' in globalThis && 'Notification' in globalThis
    ? undefined
    : 'unsupported';
}

/** The push service of the browser gave no address. */
function noService(): Obstacle {
  const problem: Problem = { text: t('told.failed') };
  return new Obstacle(problem);
}

function base64Of(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function present(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.ready;
  return registration.pushManager.getSubscription();
}

/** The browser's address for a server with this key; one that it has for another key is given up. */
async function subscription(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && base64Of(known.options.applicationServerKey) === publicKey) return known;
  await known?.unsubscribe();
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    throw noService();
  }
}

/** The id of the session that the server knows this browser by; 0 where it knows none. */
async function sessionOf({ client }: Organization): Promise<number> {
  const { sessions } = await client.call('get-own-sessions');
  return sessions.find(({ is_current }) => is_current)?.id ?? 0;
}

async function tell(organization: Organization, { public_key }: Told): Promise<void> {
  const { client, ownId } = organization;
  const made = await subscription(public_key);
  await client.call('create-web-push-subscription', {
    endpoint: made.endpoint,
    p256dh: base64Of(made.getKey('p256dh')),
    auth: base64Of(made.getKey('auth')),
    takes_removals: false,
  });
  noteTold(ownId, await sessionOf(organization));
  await leaveWords(organization);
}

/** Leaves the words for the service worker, which knows no settings. */
async function leaveWords({ state }: Organization): Promise<void> {
  const hidesText = state.user_settings?.pm_content_in_desktop_notifications === false;
  const words: PushWords = {
    generalChat: t('feed.generalChat'),
    trial: t('settings.trial'),
    newDirect: hidesText ? t('feed.newDirect') : undefined,
  };
  const cache = await caches.open('push-words');
  await cache.put('/push-words', new Response(JSON.stringify(words)));
}

/** Has this browser told from now on. @throws Obstacle where the browser does not want that */
export async function beTold(organization: Organization): Promise<void> {
  if ((await wantNotifications()) !== 'granted') throw new Obstacle({ text: t('settings.denied') });
  await tell(organization, await organization.client.call('get-web-push-subscriptions'));
}

/** Has this browser told no more. */
export async function beToldNoMore({ client }: Organization): Promise<void> {
  forgetTold();
  const known = await present();
  if (!known) return;
  await known.unsubscribe();
  const { subscriptions } = await client.call('get-web-push-subscriptions');
  const own = subscriptions.find((one) => one.is_of_session);
  if (own) await client.call('remove-web-push-subscription', { subscription_id: own.id });
}

/** Sees when a page opens that what was switched on still is: the session may be another one, or the server's key. */
async function keepTold(organization: Organization): Promise<void> {
  const mark = toldHere();
  const known = mark && (await present());
  const isOthers = mark?.accountId !== organization.ownId;
  if (!known || isOthers || mayNotify() !== 'granted') {
    await known?.unsubscribe();
    return forgetTold();
  }
  const told = await organization.client.call('get-web-push-subscriptions');
  if (told.subscriptions.some((one) => one.is_of_session)) return leaveWords(organization);
  // It was removed from elsewhere; with another session it ended by itself.
  if (mark.sessionId !== (await sessionOf(organization))) return tell(organization, told);
  await known.unsubscribe();
  forgetTold();
}

/** Keeps what was switched on. */
export async function followTold(organization: Organization): Promise<void> {
  if (obstacleHere()) return;
  // What cannot be looked at now is looked at by the next page.
  await keepTold(organization).catch(() => undefined);
}
