// Notifies a person's own clients when they grant or lose access to a call provider.

import { boolean } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import type { PersonalProviderKey } from './call-providers.ts';

export const vendorTokenEvent = eventType(
  'has_vendor_token',
  'You connected or disconnected your account with the video call provider of this server.',
  { value: boolean },
);

export const webexTokenEvent = eventType(
  'has_webex_token',
  'You connected or disconnected your Webex account.',
  { value: boolean },
);

export const zoomTokenEvent = eventType(
  'has_zoom_token',
  'You connected or disconnected your Zoom account.',
  { value: boolean },
);

/** For Webex there are two types of event; each queue receives the one that its client knows. */
const eventsOfProvider = {
  webex: [webexTokenEvent, vendorTokenEvent],
  zoom: [zoomTokenEvent],
} as const satisfies Readonly<Record<PersonalProviderKey, unknown>>;

/** The events for a token that was added or removed. */
export function tokenEvents(accountId: number, provider: PersonalProviderKey, value: boolean): NewEvent[] {
  return eventsOfProvider[provider].map((declaration) => newPersonalEvent(declaration, accountId, { value }));
}
