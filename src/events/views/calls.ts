// A token for video calls has two names on the wire: the provider's, which the clients of the API's family know,
// and a neutral one. Each queue sees the event once, under the name that its client asked for or knows.

import type { Viewer } from '../viewer.ts';
import type { View } from './view.ts';

/** Names that clients of the family give themselves. */
const FAMILY = /^(zulip|website$)/i;

function takes(viewer: Viewer, isFamilyWord: boolean): boolean {
  // A queue with a list of types has named the ones it wants.
  if (viewer.options.eventTypes !== null) return true;
  return FAMILY.test(viewer.options.client) === isFamilyWord;
}

export const webexTokenView: View = ({ payload }, viewer) => (takes(viewer, true) ? payload : undefined);

export const vendorTokenView: View = ({ payload }, viewer) => (takes(viewer, false) ? payload : undefined);
