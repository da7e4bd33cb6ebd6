// An event queue as a client follows it: one long poll after the other, again after an interruption, until the
// queue is gone or the caller has had enough.

import type { AnswerOf } from './api-types.ts';
import { Backoff, paused } from './backoff.ts';
import { GATEWAY_STATUSES, type ParleyClient } from './parley-client.ts';
import { ParleyError } from './parley-error.ts';

export type ApiEvent = AnswerOf<'get-events'>['events'][number];

export interface QueuePlace {
  readonly queueId: string;
  /** The highest id that was received. */
  readonly lastEventId: number;
  /**
   * How long a poll may stay without an answer before its connection counts as lost;
   * `event_queue_longpoll_timeout_seconds` of the registration. 90 unless given.
   */
  readonly patienceSeconds?: number | undefined;
}

const PATIENCE_SECONDS = 90;

/**
 * The events of a queue after a place, heartbeats left out, for as long as the signal is not aborted; then it ends.
 * Refusals that pass (the network, 429, 5xx) are waited out, longer each time. Any other is thrown; after
 * `BAD_EVENT_QUEUE_ID` the caller registers anew, which `followOrganization` does by itself.
 */
export async function* followEvents(
  client: ParleyClient,
  place: QueuePlace,
  signal: AbortSignal,
): AsyncGenerator<ApiEvent, void, void> {
  for await (const events of followBatches(client, place, signal)) {
    for (const event of events) {
      if (signal.aborted) return;
      yield event;
    }
  }
}

/** The same in the batches in which they came, none of them empty: each waits once, however many events it has. */
export async function* followBatches(
  client: ParleyClient,
  { queueId, lastEventId, patienceSeconds = PATIENCE_SECONDS }: QueuePlace,
  signal: AbortSignal,
): AsyncGenerator<readonly ApiEvent[], void, void> {
  const backoff = new Backoff();
  let last = lastEventId;
  while (!signal.aborted) {
    const events = await polled(client, queueId, last, patienceSeconds, signal).catch((error) => {
      if (signal.aborted) return undefined;
      return paused(backoff.after(error), untilWorthATry(client, error, signal));
    });
    if (!events) continue;
    backoff.reset();
    if (signal.aborted) return;
    last = events.reduce((highest, { id }) => Math.max(highest, id), last);
    const told = events.filter(({ type }) => type !== 'heartbeat');
    if (told.length > 0) yield told;
  }
}

/** Nothing answered, or something before the server did in its place. */
function isUnanswered({ code, status }: ParleyError): boolean {
  return status === 0 || (code === 'NO_ENVELOPE' && GATEWAY_STATUSES.has(status));
}

/** What ends the pause after a failure: where nothing answered, also an answer to another call. */
export function untilWorthATry(client: ParleyClient, error: unknown, signal: AbortSignal): AbortSignal {
  return error instanceof ParleyError && isUnanswered(error)
    ? AbortSignal.any([signal, client.nextAnswer])
    : signal;
}

/** One poll. A connection that died without a word never answers, so that only time tells. */
async function polled(
  client: ParleyClient,
  queueId: string,
  lastEventId: number,
  patienceSeconds: number,
  signal: AbortSignal,
): Promise<readonly ApiEvent[]> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), patienceSeconds * 1000);
  try {
    const parameters = { queue_id: queueId, last_event_id: lastEventId };
    const { events } = await client.call('get-events', parameters, {
      signal: AbortSignal.any([signal, tooLong.signal]),
    });
    return events;
  } catch (error) {
    if (!tooLong.signal.aborted || signal.aborted) throw error;
    client.noteSlow();
    throw new ParleyError(0, 'NO_ANSWER', 'The poll was not answered in time.');
  } finally {
    clearTimeout(timer);
  }
}
