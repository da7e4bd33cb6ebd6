// An organization as a client keeps up with it: the snapshot of a registration, then the events after it, and where
// the queue is gone (the client slept for too long, say) a new registration with a new snapshot.

import type { AnswerOf, InputOf } from './api-types.ts';
import { Backoff, paused } from './backoff.ts';
import { type ApiEvent, followEvents } from './event-stream.ts';
import type { ParleyClient } from './parley-client.ts';
import { ParleyError } from './parley-error.ts';

export type Snapshot = AnswerOf<'register-queue'>;

/** A snapshot takes the place of everything before it. */
export type Step =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'event'; readonly event: ApiEvent };

/**
 * Snapshots and events for as long as the signal is not aborted; then it ends. Interruptions are waited out and a
 * lost queue is replaced. Any other refusal is thrown.
 */
export async function* followOrganization(
  client: ParleyClient,
  registration: InputOf<'register-queue'>,
  signal: AbortSignal,
): AsyncGenerator<Step, void, void> {
  // One for all registrations: a server whose queues are gone at once is not asked for new ones without a pause.
  const backoff = new Backoff();
  while (!signal.aborted) {
    const snapshot = await registered(client, registration, backoff, signal);
    if (!snapshot) return;
    yield { kind: 'snapshot', snapshot };
    const place = {
      queueId: snapshot.queue_id ?? '',
      lastEventId: snapshot.last_event_id,
      patienceSeconds: snapshot.event_queue_longpoll_timeout_seconds,
    };
    try {
      for await (const event of followEvents(client, place, signal)) {
        backoff.reset();
        yield { kind: 'event', event };
      }
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'BAD_EVENT_QUEUE_ID') throw error;
      await paused(backoff.next(), signal);
    }
  }
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
      await paused(backoff.after(error), signal);
    }
  }
  return undefined;
}
