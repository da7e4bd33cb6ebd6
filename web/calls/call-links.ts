// Links to calls, `/calls/17` and `#calls/17`, as in the messages about them. Following one shows the conversation of the
// call; it is joined only from that conversation, or if it was answered in a notification, so that no disguised link opens a
// microphone.

import { showStatus } from '../components/status-line.tsx';
import { attempt } from '../data/attempt.ts';
import { besideAddress } from '../data/beside-address.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { viewAt } from '../lib/address.ts';
import { ANSWERED_CACHE, takeAnswer } from '../lib/answered-call.ts';
import { conversationOfCall } from '../store/calls.ts';
import { addressOf, type Conversation, isSameTarget, narrowTargetOf } from '../store/narrow-targets.ts';
import { callAt } from './call-at.ts';
import type { Calls } from './calls.ts';
import { enter } from './enter.ts';
import { findCall } from './find-call.ts';

function isInView({ ownId }: Organization, conversation: Conversation): boolean {
  return [location.hash, besideAddress()].some((address) => {
    const view = viewAt(address);
    return view?.kind === 'narrow' && isSameTarget(narrowTargetOf(view.terms, ownId), conversation);
  });
}

/** Whether the call was answered in a notification just now. */
async function wasAnswered(id: number): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  try {
    return await takeAnswer(await caches.open(ANSWERED_CACHE), id, Date.now());
  } catch {
    // Some browsers keep nothing in private windows.
    return false;
  }
}

/** Shows the conversation of a call, or joins from there. */
async function follow(calls: Calls, id: number, mayJoin: boolean): Promise<void> {
  const { organization } = calls;
  const address = location.hash;
  const isAnswered = await wasAnswered(id);
  const found = await attempt(findCall(organization, id).then((call) => ({ call })));
  // While the server was asked, the person may have gone on.
  if (!found || location.hash !== address) return;
  if (!found.call) {
    showStatus(t('call.ended'));
    return;
  }
  const conversation = conversationOfCall(found.call, organization.ownId);
  const joinsHere = mayJoin && isInView(organization, conversation);
  if (!joinsHere) location.hash = addressOf(conversation, organization.state);
  if (joinsHere || isAnswered) void enter(calls, { kind: 'call', id });
}

/** Follows links to calls. Returns a function that ends it. */
export function followCallLinks(calls: Calls): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const followAddress = () => {
    const id = callAt(location.hash, location.href);
    if (id !== undefined) void follow(calls, id, false);
  };
  followAddress();
  addEventListener('hashchange', followAddress, { signal });
  document.addEventListener(
    'click',
    (event) => {
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const id = isPlain && link ? callAt(link.href, location.href) : undefined;
      if (id === undefined) return;
      event.preventDefault();
      void follow(calls, id, true);
    },
    // Before other listeners open the link in a tab of its own.
    { signal, capture: true },
  );
  return () => stopping.abort();
}
