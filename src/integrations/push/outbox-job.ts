// A job that delivers outbox rows to the relay: at least once, in order within a lane, and retried after
// failures with growing pauses, up to a limit.

import { OutboxWorker } from '../../actions/outbox/batch-worker.ts';
import type { OutboxRow } from '../../actions/outbox/outbox-store.ts';
import { detailOf } from '../../errors/error-detail.ts';
import { isLastAttempt, pauseAfter, type RetryPolicy } from '../../model/outbox/retry-policies.ts';
import { RelayError } from '../../model/push/push-relay.ts';
import type { Unit } from '../../storage/unit.ts';
import type { PushServices } from './push-services.ts';
import { untilStopped } from './until-stopped.ts';

/** How many rows are taken at a time. */
const BATCH = 50;
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
  /** Consecutive rows of the same lane are delivered concurrently. */
  laneOf(row: OutboxRow): string;
  /** Delivers a row; throws on failure. */
  deliver(row: OutboxRow): Promise<DeliveryResult>;
  /** Whether a failed row is given up, however few attempts there were. */
  isFinal(row: OutboxRow, error: RelayError | undefined, now: number): boolean;
  /** The follow-up when a row is given up. */
  onGiveUp(row: OutboxRow, error: RelayError | undefined): FollowUp;
}

/** Splits rows into runs of consecutive rows of the same lane. */
function lanes(rows: readonly OutboxRow[], laneOf: Delivery['laneOf']): OutboxRow[][] {
  const result: OutboxRow[][] = [];
  let last: string | undefined;
  for (const row of rows) {
    const lane = laneOf(row);
    if (lane !== last) result.push([]);
    result.at(-1)?.push(row);
    last = lane;
  }
  return result;
}

export class OutboxJob extends OutboxWorker {
  readonly name: string;
  readonly #services: PushServices;
  readonly #delivery: Delivery;

  constructor(services: PushServices, delivery: Delivery) {
    super(services.database, { kind: delivery.kind, batch: BATCH, leaseSeconds: LEASE_SECONDS });
    this.name = delivery.kind;
    this.#services = services;
    this.#delivery = delivery;
  }

  protected override async processAll(
    rows: readonly OutboxRow[],
    processRow: (row: OutboxRow) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const inOrder = async (some: readonly OutboxRow[]) => {
      for (const lane of lanes(some, (row) => this.#delivery.laneOf(row))) {
        await Promise.all(lane.map((row) => (signal.aborted ? undefined : processRow(row))));
      }
    };
    const byOrganization = Map.groupBy(rows, (row) => row.organization_id);
    // A delivery that runs when the server stops is repeated later, under the same id.
    await untilStopped(signal, Promise.all([...byOrganization.values()].map(inOrder)));
  }

  protected async work(row: OutboxRow, now: () => number, signal: AbortSignal): Promise<void> {
    let delivered: DeliveryResult;
    try {
      delivered = await this.#delivery.deliver(row);
    } catch (error) {
      if (!signal.aborted) await this.#retryOrGiveUp(row, now(), error);
      return;
    }
    if (!signal.aborted) await this.#settle(row, delivered, now());
  }

  async #settle(row: OutboxRow, { followUp, remaining: rest }: DeliveryResult, now: number): Promise<void> {
    if (rest === undefined) return void (await this.finish(row, followUp));
    const remaining = { ...row, payload: rest };
    const pause = this.#pauseAfter(remaining, undefined, now, 'part of it was not accepted');
    if (pause === undefined)
      await this.finish(remaining, followUp, this.#delivery.onGiveUp(remaining, undefined));
    else await this.defer(row, { dueAt: now + pause, payload: rest }, followUp);
  }

  async #retryOrGiveUp(row: OutboxRow, now: number, error: unknown): Promise<void> {
    const relayError = error instanceof RelayError ? error : undefined;
    const reason = relayError ? `${relayError.kind}: ${relayError.message}` : detailOf(error);
    const pause = this.#pauseAfter(row, relayError, now, reason);
    if (pause === undefined) await this.finish(row, this.#delivery.onGiveUp(row, relayError));
    else await this.defer(row, { dueAt: now + pause });
  }

  /** Seconds until a row is retried, undefined if it is given up; logs which. */
  #pauseAfter(
    row: OutboxRow,
    error: RelayError | undefined,
    now: number,
    reason: string,
  ): number | undefined {
    const { log } = this.#services;
    const { retries } = this.#delivery;
    const isGivenUp = this.#delivery.isFinal(row, error, now) || isLastAttempt(retries, row.attempts);
    const pause = isGivenUp ? undefined : pauseAfter(retries, row.attempts);
    const fields = {
      kind: row.kind,
      row: row.id,
      organization: row.organization_id,
      attempts: row.attempts,
      reason,
    };
    if (pause === undefined) log.error(fields, 'push notification not delivered, giving up');
    else log.warn({ ...fields, seconds: pause }, 'push notification not delivered, will retry');
    return pause;
  }
}
