// Views of the events about a video call token. The token has two names on the wire: the provider's, known to
// the original clients of the API, and a neutral one. Each queue gets the event once, under the name that its
// client requested or knows.

import type { vendorTokenEvent, webexTokenEvent } from '../../model/calls/call-events.ts';
import type { Viewer } from '../viewer.ts';
import type { ViewOf } from './event-view.ts';

/** Names of the original clients. */
const ORIGINAL_CLIENTS = /^(zulip|website$)/i;

function isOriginalClient(viewer: Viewer): boolean {
  return ORIGINAL_CLIENTS.test(viewer.options.client);
}

/** A queue with a list of types has named the ones to receive. */
function namesTypes(viewer: Viewer): boolean {
  return viewer.options.eventTypes !== null;
}

/** `has_webex_token`, the provider's name. */
export const webexTokenView: ViewOf<typeof webexTokenEvent> = ({ payload }, viewer) =>
  namesTypes(viewer) || isOriginalClient(viewer) ? payload : undefined;

/** `has_vendor_token`, the neutral name. */
export const vendorTokenView: ViewOf<typeof vendorTokenEvent> = ({ payload }, viewer) =>
  namesTypes(viewer) || !isOriginalClient(viewer) ? payload : undefined;
