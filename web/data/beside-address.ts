// The conversation beside the view, in the query of the page's address: `?beside=channel/9-design/topic/logo`. Links within
// the page change the fragment alone, so it stays while the view changes.

import { isWide, WITH_DETAILS_REM } from '../components/use-wide.ts';
import { viewAt } from '../lib/address.ts';
import { isConversationWindow } from '../lib/conversation-window.ts';

/**
 * Whether a conversation can be beside the view. Settings and other views with sections use the whole width, and windows of
 * conversations show nothing else.
 */
export function hasSpaceBeside(): boolean {
  const view = viewAt(location.hash);
  return isWide(WITH_DETAILS_REM) && !(view && 'section' in view) && !isConversationWindow(location.search);
}

/** The address, `#narrow/…`, of the conversation beside the view; empty if there is none, or no space for it. */
export function besideAddress(): string {
  const path = new URLSearchParams(location.search).get('beside');
  const address = `#narrow/${path}`;
  return path && hasSpaceBeside() && viewAt(address) ? address : '';
}
