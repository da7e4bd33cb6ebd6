// An organization as a client keeps up with it: the snapshot of a registration, then the events after it, and where
// the queue is gone (the client slept for too long, say) a new registration with a new snapshot.

import type { AnswerOf, InputOf } from './api-types.ts';
import { Backoff, paused } from './backoff.ts';
import { type ApiEvent, followBatches, type QueuePlace, untilWorthATry } from './event-stream.ts';
import type { ParleyClient } from './parley-client.ts';
import { ParleyError } from './parley-error.ts';

export type Snapshot = AnswerOf<'register-queue'>;

/** A snapshot takes the place of everything before it. */
export type Step =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'event'; readonly event: ApiEvent };

/**
 * Snapshots and events for as long as the signal is not aborted; then it ends. Interruptions are waited out and a
 * lost queue is replaced. Any other refusal is thrown. With a place that was reached before it goes on from there, without
 * a snapshot as long as that queue lives.
 */
export async function* followOrganization(
  client: ParleyClient,
  registration: InputOf<'register-queue'>,
  signal: AbortSignal,
  resumeFrom?: QueuePlace,
): AsyncGenerator<Step, void, void> {
  // One for all registrations: a server whose queues are gone at once is not asked for new ones without a pause.
  const backoff = new Backoff();
  let place = resumeFrom;
  while (!signal.aborted) {
    if (!place) {
      const snapshot = await registered(client, registration, backoff, signal);
      if (!snapshot) return;
      place = placeOf(snapshot);
      yield { kind: 'snapshot', snapshot };
    }
    try {
      for await (const events of followBatches(client, place, signal)) {
        backoff.reset();
        for (const event of events) {
          if (signal.aborted) return;
          yield { kind: 'event', event };
        }
      }
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'BAD_EVENT_QUEUE_ID') throw error;
      await paused(backoff.next(), signal);
    }
    place = undefined;
  }
}

/** Where the events of a registration begin. */
export function placeOf(snapshot: Snapshot): QueuePlace {
  return {
    queueId: snapshot.queue_id ?? '',
    lastEventId: snapshot.last_event_id,
    patienceSeconds: snapshot.event_queue_longpoll_timeout_seconds,
  };
}

/** A registration that was answered; undefined where the signal came first. */
async function registered(
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
      await paused(backoff.after(error), untilWorthATry(client, error, signal));
    }
  }
  return undefined;
}
