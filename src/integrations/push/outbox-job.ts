// A job that delivers outbox rows to the relay: at least once, in the order of their lanes.

import type { WorkerRun } from '../../actions/outbox/apply-outcome.ts';
import { type OutboxRow, UnreadableWorkError } from '../../actions/outbox/outbox-store.ts';
import { OutboxWorker } from '../../actions/outbox/outbox-worker.ts';
import type { FollowUps, WorkOutcome } from '../../actions/outbox/work-outcome.ts';
import { detailOf } from '../../errors/error-detail.ts';
import type { RetryPolicy } from '../../model/outbox/retry-policies.ts';
import { RelayError } from '../../model/push/push-relay.ts';
import type { Unit } from '../../storage/unit.ts';
import type { PushServices } from './push-services.ts';
import { untilStopped } from './until-stopped.ts';

/** How many rows are delivered at the same time. */
const AT_ONCE = 50;
const LEASE_SECONDS = 120;

/** Runs in the unit of work that removes or defers a delivered row. */
export type FollowUp = Unit<void>;
export const noFollowUp: FollowUp = async () => undefined;

/** The result of delivering a row. */
export interface DeliveryResult {
  readonly followUp: FollowUp;
  /** The payload of the undelivered rest, for the next attempt; undefined if all was delivered. */
  readonly remaining?: string | undefined;
}

/** Delivers rows of one kind. */
export interface Delivery {
  readonly kind: string;
  readonly retries: RetryPolicy;
  /** Consecutive rows of the same lane are delivered at the same time. */
  laneOf(row: OutboxRow): string;
  /** Delivers a row; throws on failure. @param now seconds since 1970 */
  deliver(row: OutboxRow, now: number): Promise<DeliveryResult>;
  /** Whether a failed row is given up, however few attempts there were. */
  isFinal(row: OutboxRow, error: RelayError | undefined, now: number): boolean;
  /** The follow-up when a row is given up. */
  onGiveUp(row: OutboxRow, error: RelayError | undefined): FollowUp;
}

export class OutboxJob extends OutboxWorker {
  readonly name: string;
  readonly #delivery: Delivery;

  constructor(services: PushServices, delivery: Delivery) {
    super(services, {
      kind: delivery.kind,
      retries: delivery.retries,
      atOnce: AT_ONCE,
      laneOf: (row) => delivery.laneOf(row),
      leaseSeconds: LEASE_SECONDS,
      failure: 'push notification not delivered',
    });
    this.name = delivery.kind;
    this.#delivery = delivery;
  }

  protected async work(row: OutboxRow, { now, signal }: WorkerRun): Promise<WorkOutcome> {
    let delivered: DeliveryResult | undefined;
    try {
      delivered = await untilStopped(signal, this.#delivery.deliver(row, now()));
    } catch (error) {
      if (error instanceof UnreadableWorkError) throw error;
      return this.#failed(row, error, now());
    }
    // The delivery is repeated later, under the same id.
    if (!delivered) return { is: 'aborted', isUnderWay: true };
    const { followUp, remaining } = delivered;
    if (remaining === undefined) return { is: 'done', units: [followUp] };
    const rest = { ...row, payload: remaining };
    return {
      is: 'retry',
      reason: 'part of it was not accepted',
      payload: remaining,
      units: [followUp],
      ifLast: this.#onGiveUp(rest, undefined),
    };
  }

  protected override followUpsOfInterrupted(row: OutboxRow): FollowUps {
    return this.#onGiveUp(row, undefined);
  }

  #failed(row: OutboxRow, error: unknown, now: number): WorkOutcome {
    const relayError = error instanceof RelayError ? error : undefined;
    const reason = relayError ? `${relayError.kind}: ${relayError.message}` : detailOf(error);
    const followUps = this.#onGiveUp(row, relayError);
    if (this.#delivery.isFinal(row, relayError, now)) return { is: 'given up', reason, ...followUps };
    return { is: 'retry', reason, ifLast: followUps };
  }

  #onGiveUp(row: OutboxRow, error: RelayError | undefined): FollowUps {
    return { units: [this.#delivery.onGiveUp(row, error)] };
  }
}
