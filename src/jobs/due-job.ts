// Jobs for rows that are each due at a time. Each row is processed once: the unit of work that has its effect
// also removes the row, so only one of several servers succeeds, and interrupted rows are found again.

import { ApiError, isClientError } from '../api-contract/error.ts';
import { CodedError } from '../errors/coded-error.ts';
import { detailOf } from '../errors/error-detail.ts';
import { isLastAttempt, type RetryPolicy } from '../model/outbox/retry-policies.ts';
import type { QueryContext } from '../queries/requester.ts';
import type { Unit } from '../storage/unit.ts';
import { type DueRows, DueRowsJob, type OrganizationRow } from './due-rows-job.ts';

/** The status of an overloaded server: temporary, so it does not count as an attempt. */
const TOO_MANY = 429;

interface DueRow extends OrganizationRow {
  readonly id: number;
}

/** The row was changed since it was read, so it must be read again. */
export class ConcurrentChangeError extends CodedError {
  constructor() {
    super('CHANGED_CONCURRENTLY', 'the row was changed since it was read');
  }
}

/** A kind of such rows. */
export interface DueKind<Row extends DueRow> extends DueRows<Row> {
  /** The retries after unexpected errors. */
  readonly retries: RetryPolicy;
  /** The unit of work that delivers a row. Fails if that is no longer permitted. */
  delivery(context: QueryContext, row: Row): Promise<Unit<void>>;
  /** The unit of work that records the failure. */
  failure(context: QueryContext, row: Row, reason: string): Promise<Unit<void>>;
}

/** Delivers rows of one kind when they are due. */
export class DueJob<Row extends DueRow> extends DueRowsJob<Row, DueKind<Row>> {
  readonly #attempts = new Map<number, number>();

  protected async processIn(organizationId: number, rows: readonly Row[]): Promise<void> {
    const { database, hubs } = this.services;
    const hub = await hubs.upToDate(organizationId);
    const context: QueryContext = { state: hub.state, reader: hub.reader };
    const prepared = await Promise.allSettled(rows.map((row) => this.kind.delivery(context, row)));
    const outcomes = await Promise.allSettled(
      prepared.map((unit) =>
        unit.status === 'fulfilled'
          ? database.write(organizationId, unit.value)
          : Promise.reject(unit.reason),
      ),
    );
    let retryError: unknown;
    for (const [index, outcome] of outcomes.entries()) {
      const row = rows[index];
      if (!row) continue;
      if (outcome.status === 'fulfilled') this.#attempts.delete(row.id);
      else if (!(outcome.reason instanceof ConcurrentChangeError)) {
        const reason = this.#reasonToGiveUp(row, outcome.reason);
        if (reason === undefined) retryError = outcome.reason;
        else await database.write(organizationId, await this.kind.failure(context, row, reason));
      }
    }
    if (retryError !== undefined) throw retryError;
  }

  /** The reason to show to the row's owner; undefined if it is to be tried again. */
  #reasonToGiveUp(row: Row, error: unknown): string | undefined {
    if (error instanceof ApiError && error.status === TOO_MANY) return undefined;
    if (isClientError(error)) return error.message;
    const attempts = (this.#attempts.get(row.id) ?? 0) + 1;
    this.#attempts.set(row.id, attempts);
    if (!isLastAttempt(this.kind.retries, attempts)) return undefined;
    this.#attempts.delete(row.id);
    const stack = detailOf(error);
    this.services.log.error({ job: this.name, id: row.id, error: stack }, 'delivery failed, giving up');
    return 'The server failed to send it.';
  }
}
