// Polls that wait at a server in a process of its own, as its metrics tell.

import { untilSo } from './later.ts';

/** Resolves once so many polls wait. */
export function pollsWaitAt(url: string, count: number): Promise<void> {
  return untilSo(async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return text.includes(`\nparley_event_queues{state="waiting"} ${count}\n`);
  }, `${count} polls wait`);
}
