// Waits until polls are waiting at a server in another process, according to its metrics.

import { waitUntil } from './waiting.ts';

/** Resolves once this many polls wait. */
export function waitForWaitingPolls(url: string, count: number): Promise<void> {
  return waitUntil(async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return text.includes(`\nparley_event_queues{state="waiting"} ${count}\n`);
  }, `${count} polls wait`);
}
