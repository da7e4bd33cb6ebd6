// Calls that ring in notifications: answering and declining there, also while no page is open, and the end of ringing.

import type { RingData } from '../lib/ring-notification.ts';

/** What the service worker can do; tests replace it. */
export interface RingTools {
  readonly fetch: (path: string, options?: { readonly method: string }) => Promise<Response>;
  /** Lets the page that is opened next join the call. */
  readonly storeAnswer: (callId: number) => Promise<void>;
  /** Shows an address in a page. */
  readonly open: (address: string) => Promise<void>;
}

/** Whether ringing has stopped: the server declines for all devices of the person. */
async function decline({ fetch }: RingTools, callId: number): Promise<boolean> {
  try {
    const { ok, status } = await fetch(`/json/calls/${callId}/decline`, { method: 'POST' });
    // A call that the server refuses with 400 is over. Who is logged out or asks too often has declined nothing.
    return ok || status === 400;
  } catch {
    return false;
  }
}

/**
 * Does what a person chose in the notification of a call.
 * @param action empty for a click on the notification itself
 */
export async function chooseInRing(tools: RingTools, ring: RingData, action: string): Promise<void> {
  if (action === 'decline') {
    // If the server cannot be reached, or did not do it, the page shows that it still rings.
    if (!(await decline(tools, ring.callId))) await tools.open(ring.address);
  } else if (action === 'answer') {
    await tools.storeAnswer(ring.callId);
    await tools.open(`#calls/${ring.callId}`);
  } else await tools.open(ring.address);
}

interface StoredMessage {
  readonly message: { readonly flags: readonly string[]; readonly content: string };
}

/**
 * What to notify of instead when ringing is over: the message of the call as it is now, unless the person has read it, as
 * after an answer on another device.
 */
export async function afterRing(
  { fetch }: Pick<RingTools, 'fetch'>,
  messageId: number,
): Promise<{ readonly isRead: boolean; readonly text: string | undefined }> {
  try {
    const answer = await fetch(`/json/messages/${messageId}?apply_markdown=false`);
    const { message } = (await answer.json()) as StoredMessage;
    return { isRead: message.flags.includes('read'), text: /^\*\*([^*]+)\*\*/.exec(message.content)?.[1] };
  } catch {
    // Without an answer it stays as it was pushed.
    return { isRead: false, text: undefined };
  }
}
