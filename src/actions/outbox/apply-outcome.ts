// Applies the outcome of a row's work: removes the row, gives it up or schedules another attempt, and runs its
// follow-ups in the same unit of work.

import type { Logger } from '../../api-contract/logger.ts';
import { isLastAttempt, pauseAfter, type RetryPolicy } from '../../model/outbox/retry-policies.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { type Deferral, deferWork, type OutboxRow, removeWork } from './outbox-store.ts';
import type { FollowUps, PartDoneOutcome, RetryOutcome, WorkOutcome } from './work-outcome.ts';

export interface OutboxServices {
  readonly database: ParleyDatabase;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** How outcomes of a kind of work are applied. */
export interface OutcomeRules {
  readonly retries: RetryPolicy;
  /** After this time in seconds an unfinished row is due again. */
  readonly leaseSeconds: number;
  /** The failure as the log names it: `email not sent`. */
  readonly failure: string;
  /** The log level of giving up. `warn` if users can cause it. */
  readonly levelOfGivingUp?: 'warn' | 'error';
}

/** A run of a worker. */
export interface WorkerRun {
  /** The time in whole seconds. */
  readonly now: () => number;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** The fields by which lines of the log name a row. */
export function logFieldsOf({ kind, id, organization_id: organization }: OutboxRow) {
  return { kind, row: id, organization };
}

export class OutcomeWriter {
  readonly #services: OutboxServices;
  readonly #rules: OutcomeRules;

  constructor(services: OutboxServices, rules: OutcomeRules) {
    this.#services = services;
    this.#rules = rules;
  }

  /**
   * Applies an outcome, unless another worker has the row by now.
   * @returns the row with the rest of its work, if the worker is to continue with it
   */
  async apply(row: OutboxRow, outcome: WorkOutcome, run: WorkerRun): Promise<OutboxRow | undefined> {
    if (outcome.is === 'part done') return this.#keep(row, outcome, run);
    if (outcome.is === 'retry') await this.#retry(row, outcome, run);
    else if (outcome.is === 'given up') await this.#giveUp(row, outcome.reason, outcome);
    else if (outcome.is === 'aborted') {
      if (!outcome.isUnderWay) await this.#release(row);
    } else {
      const { ifUnitFails } = outcome;
      if (!ifUnitFails) await this.#remove(row, outcome);
      else {
        const removal = await this.#removeInUnit(row, outcome).catch(ifUnitFails);
        if (typeof removal === 'object') return this.apply(row, removal, run);
        if (removal) await outcome.afterwards?.();
      }
    }
    return undefined;
  }

  async #keep(row: OutboxRow, outcome: PartDoneOutcome, run: WorkerRun): Promise<OutboxRow | undefined> {
    const { payload } = outcome;
    const isStopping = run.signal.aborted;
    const dueAt = run.now() + (isStopping ? 0 : this.#rules.leaseSeconds);
    const isOurs = await this.#defer(row, { dueAt, payload }, outcome);
    return isOurs && !isStopping ? { ...row, payload } : undefined;
  }

  async #retry(row: OutboxRow, outcome: RetryOutcome, { now }: WorkerRun): Promise<void> {
    const { retries, failure } = this.#rules;
    const { reason, notBefore = 0, payload, ifLast } = outcome;
    if (outcome.pause === undefined && isLastAttempt(retries, row.attempts))
      return this.#giveUp(row, reason, outcome, ifLast);
    const seconds = outcome.pause ?? pauseAfter(retries, row.attempts);
    if (reason !== undefined) {
      const fields = { ...logFieldsOf(row), attempts: row.attempts, reason, seconds };
      this.#services.log.warn(fields, `${failure}, will retry`);
    }
    await this.#defer(row, { dueAt: Math.max(now() + seconds, notBefore), payload }, outcome);
  }

  async #giveUp(
    row: OutboxRow,
    reason: string | undefined,
    ...followUps: readonly (FollowUps | undefined)[]
  ): Promise<void> {
    const { failure, levelOfGivingUp = 'error' } = this.#rules;
    if (reason !== undefined) {
      const fields = { ...logFieldsOf(row), attempts: row.attempts, reason };
      this.#services.log[levelOfGivingUp](fields, `${failure}, giving up`);
    }
    await this.#remove(row, ...followUps);
  }

  /** Makes a row due again as if it had not been leased. */
  async #release(row: OutboxRow): Promise<void> {
    await this.#defer(row, { dueAt: row.due_at - this.#rules.leaseSeconds, attempts: row.attempts - 1 });
  }

  async #remove(row: OutboxRow, ...followUps: readonly (FollowUps | undefined)[]): Promise<void> {
    if (!(await this.#removeInUnit(row, ...followUps))) return;
    for (const followUp of followUps) await followUp?.afterwards?.();
  }

  #removeInUnit(row: OutboxRow, ...followUps: readonly (FollowUps | undefined)[]): Promise<boolean> {
    return this.#write(row, (writer) => removeWork(writer, row), ...followUps);
  }

  async #defer(row: OutboxRow, later: Deferral, followUps?: FollowUps): Promise<boolean> {
    const isOurs = await this.#write(row, (writer) => deferWork(writer, row, later), followUps);
    if (isOurs) await followUps?.afterwards?.();
    return isOurs;
  }

  /** Changes a row, and runs follow-ups in the same unit. Returns false if another worker has the row. */
  #write(
    row: OutboxRow,
    change: (writer: Writer) => Promise<boolean>,
    ...followUps: readonly (FollowUps | undefined)[]
  ): Promise<boolean> {
    return this.#services.database.write(row.organization_id, async (writer) => {
      if (!(await change(writer))) return false;
      for (const unit of followUps.flatMap((each) => each?.units ?? [])) await unit(writer);
      return true;
    });
  }
}
