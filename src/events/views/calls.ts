// A token for video calls has two names on the wire: the provider's, which the clients of the API's family know,
// and a neutral one. Each queue sees the event once, under the name that its client asked for or knows.

import type { Viewer } from '../viewer.ts';
import type { View } from './event-view.ts';

/** Names that clients of the family give themselves. */
const FAMILY = /^(zulip|website$)/i;

function isOfFamily(viewer: Viewer): boolean {
  return FAMILY.test(viewer.options.client);
}

/** A queue with a list of types has named the ones it wants. */
function namesTypes(viewer: Viewer): boolean {
  return viewer.options.eventTypes !== null;
}

/** `has_webex_token`, the word of the family. */
export const webexTokenView: View = ({ payload }, viewer) =>
  namesTypes(viewer) || isOfFamily(viewer) ? payload : undefined;

/** `has_vendor_token`, the neutral word. */
export const vendorTokenView: View = ({ payload }, viewer) =>
  namesTypes(viewer) || !isOfFamily(viewer) ? payload : undefined;
