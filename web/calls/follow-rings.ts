// Who calls this person: kept from the event that starts it to the one that stops it, or until its time is over. One tab
// of the browser makes the sound and shows the notification.

import { rungMessagesOf } from '../data/rung-messages.ts';
import { showRing } from '../data/show-ring.ts';
import { callById, conversationOfCall } from '../store/calls.ts';
import { personName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import type { Calls, Ring } from './calls.ts';
import { showQuietRing } from './quiet-ring.ts';
import { ringInOneTab } from './ring-sound.ts';
import { ringMilliseconds } from './server-time.ts';

/** Follows the events of ringing. Returns a function that ends it. */
export function followRings(calls: Calls): () => void {
  const { organization } = calls;
  const ended = new Map<number, AbortController>();
  const hideLines: (() => void)[] = [];
  function stop(callId: number) {
    ended.get(callId)?.abort();
    ended.delete(callId);
    if (calls.rings.some((ring) => ring.callId === callId))
      calls.rings = calls.rings.filter((ring) => ring.callId !== callId);
  }
  function start(ring: Ring) {
    stop(ring.callId);
    const stopping = new AbortController();
    ended.set(ring.callId, stopping);
    const timer = setTimeout(() => stop(ring.callId), ringMilliseconds(ring.until, Date.now()));
    stopping.signal.addEventListener('abort', () => clearTimeout(timer));
    calls.rings = [...calls.rings, ring];
    void ringInOneTab(ring.callId, stopping.signal, () => notify(calls, ring, stopping.signal));
  }
  const stops = [
    organization.on('call_ring', (event) => {
      // The caller learns of it, too.
      if (event.op === 'start' && event.caller_id !== organization.ownId) {
        const { call } = event;
        const ring = { callId: call.id, call, callerId: event.caller_id, until: event.until };
        if (event.quiet) hideLines.push(showQuietRing(organization, ring));
        else {
          if (call.message_id !== null) rungMessagesOf(organization).add(call.message_id);
          start(ring);
        }
      } else if (event.op === 'stop' && event.user_ids.includes(organization.ownId)) stop(event.call_id);
    }),
    // What stopped meanwhile is not in the log any more.
    organization.onSnapshot(() => {
      for (const { callId } of calls.rings) stop(callId);
    }),
  ];
  return () => {
    for (const callId of [...ended.keys()]) stop(callId);
    for (const stopListening of stops) stopListening();
    for (const hideLine of hideLines) hideLine();
  };
}

/** A notification for who looks elsewhere, until the ringing stops. */
function notify({ organization }: Calls, { callId, callerId, call: rung }: Ring, signal: AbortSignal): void {
  if (document.hasFocus()) return;
  const { state, ownId } = organization;
  const address = addressOf(conversationOfCall(callById(state, callId) ?? rung, ownId), state);
  void showRing({ callId, address }, personName(state, callerId), {
    signal,
    onClick: () => {
      location.hash = address;
    },
  });
}
