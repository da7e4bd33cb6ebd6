// Keeps a client up to date with its organization: the snapshot of a registration, then the events after it.
// If the queue is gone, for example after a long sleep, it registers again and gets a new snapshot.

import type { AnswerOf, InputOf } from './api-types.ts';
import { Backoff, pauseFor } from './backoff.ts';
import { type ApiEvent, followBatches, type QueueCursor, untilWorthRetrying } from './event-stream.ts';
import type { ParleyClient } from './parley-client.ts';
import { ParleyError } from './parley-error.ts';

export type Snapshot = AnswerOf<'register-queue'>;

/** A snapshot replaces everything before it. */
export type StateUpdate =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'event'; readonly event: ApiEvent };

/**
 * Snapshots and events until the signal is aborted. Interruptions are waited out and a lost queue is replaced.
 * Other errors are thrown. With `resumeFrom` it continues from that cursor, without a snapshot while that
 * queue exists.
 */
export async function* followOrganization(
  client: ParleyClient,
  registration: InputOf<'register-queue'>,
  signal: AbortSignal,
  resumeFrom?: QueueCursor,
): AsyncGenerator<StateUpdate, void, void> {
  // Shared by all registrations: if queues vanish at once, the server is not flooded with new ones.
  const backoff = new Backoff();
  let cursor = resumeFrom;
  while (!signal.aborted) {
    if (!cursor) {
      const snapshot = await register(client, registration, backoff, signal);
      if (!snapshot) return;
      cursor = cursorOf(snapshot);
      yield { kind: 'snapshot', snapshot };
    }
    try {
      for await (const events of followBatches(client, cursor, signal)) {
        backoff.reset();
        for (const event of events) {
          if (signal.aborted) return;
          yield { kind: 'event', event };
        }
      }
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'BAD_EVENT_QUEUE_ID') throw error;
      await pauseFor(backoff.next(), signal);
    }
    cursor = undefined;
  }
}

/** The cursor at which the events of a registration start. */
export function cursorOf(snapshot: Snapshot): QueueCursor {
  return {
    queueId: snapshot.queue_id ?? '',
    lastEventId: snapshot.last_event_id,
    pollTimeoutSeconds: snapshot.event_queue_longpoll_timeout_seconds,
  };
}

/** The answer to a registration; undefined if the signal was aborted first. */
async function register(
  client: ParleyClient,
  registration: InputOf<'register-queue'>,
  backoff: Backoff,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  while (!signal.aborted) {
    try {
      return await client.call('register-queue', registration, { signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      await pauseFor(backoff.after(error), untilWorthRetrying(client, error, signal));
    }
  }
  return undefined;
}
