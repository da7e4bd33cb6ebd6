// Follows an event queue: long polls one after the other, continued after interruptions, until the queue is
// gone or the signal is aborted.

import type { AnswerOf } from './api-types.ts';
import { Backoff, pauseFor } from './backoff.ts';
import { GATEWAY_STATUSES, type ParleyClient } from './parley-client.ts';
import { ParleyError } from './parley-error.ts';

/** Any event of a queue; checking its `type` and `op` narrows it to its fields. */
export type ApiEvent = AnswerOf<'get-events'>['events'][number];

/** The events of one type. */
export type EventOf<T extends ApiEvent['type']> = Extract<ApiEvent, { readonly type: T }>;

export interface QueueCursor {
  readonly queueId: string;
  /** The highest event id received. */
  readonly lastEventId: number;
  /**
   * How long a poll may take before its connection counts as lost, `event_queue_longpoll_timeout_seconds` of
   * the registration. Default: 90.
   */
  readonly pollTimeoutSeconds?: number | undefined;
}

const POLL_TIMEOUT_SECONDS = 90;

/**
 * The events of a queue after a cursor, without heartbeats, until the signal is aborted. Temporary failures (the
 * network, 429, 5xx) are retried with growing pauses. Others are thrown; after `BAD_EVENT_QUEUE_ID` the caller
 * must register again, which `followOrganization` does automatically.
 */
export async function* followEvents(
  client: ParleyClient,
  cursor: QueueCursor,
  signal: AbortSignal,
): AsyncGenerator<ApiEvent, void, void> {
  for await (const events of followBatches(client, cursor, signal)) {
    for (const event of events) {
      if (signal.aborted) return;
      yield event;
    }
  }
}

/**
 * Like `followEvents`, but yields the events in batches as received, so that there is one wait per batch rather
 * than per event. No batch is empty.
 */
export async function* followBatches(
  client: ParleyClient,
  { queueId, lastEventId, pollTimeoutSeconds = POLL_TIMEOUT_SECONDS }: QueueCursor,
  signal: AbortSignal,
): AsyncGenerator<readonly ApiEvent[], void, void> {
  const backoff = new Backoff();
  let last = lastEventId;
  while (!signal.aborted) {
    const events = await poll(client, queueId, last, pollTimeoutSeconds, signal).catch((error) => {
      if (signal.aborted) return undefined;
      return pauseFor(backoff.after(error), untilWorthRetrying(client, error, signal));
    });
    if (!events) continue;
    backoff.reset();
    if (signal.aborted) return;
    last = events.reduce((highest, { id }) => Math.max(highest, id), last);
    const visible = events.filter(({ type }) => type !== 'heartbeat');
    if (visible.length > 0) yield visible;
  }
}

/** The server could not be reached, or a proxy answered in its place. */
function isUnanswered({ code, status }: ParleyError): boolean {
  return status === 0 || (code === 'NO_ENVELOPE' && GATEWAY_STATUSES.has(status));
}

/**
 * The signal that ends the pause after a failure. If the server was unreachable, an answer to another call
 * ends it too.
 */
export function untilWorthRetrying(client: ParleyClient, error: unknown, signal: AbortSignal): AbortSignal {
  return error instanceof ParleyError && isUnanswered(error)
    ? AbortSignal.any([signal, client.nextAnswer])
    : signal;
}

/** One poll. A connection that died silently never answers, so it is given up after a time. */
async function poll(
  client: ParleyClient,
  queueId: string,
  lastEventId: number,
  pollTimeoutSeconds: number,
  signal: AbortSignal,
): Promise<readonly ApiEvent[]> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), pollTimeoutSeconds * 1000);
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
