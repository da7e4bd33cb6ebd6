// Runs erasures in portions, in order, each with attempts of its own: one that fails is left out for a while, and the
// others continue. Attempts are counted in memory, so a restarted server tries all of them at once.

import { detailOf } from '../errors/error-detail.ts';
import { pauseAfter, retryPolicies } from '../model/outbox/retry-policies.ts';
import type { Reader, Writer } from '../storage/reader-writer.ts';
import type { JobServices } from './job.ts';

/** The erasures of one kind. */
export interface ErasureSource {
  /** The account of the organization's first erasure, except those of some accounts; undefined if there is none. */
  readonly next: (reader: Reader, except: readonly number[]) => Promise<number | undefined>;
  /** Processes the next portion of an account's erasure, in a unit of work; nothing if another server has ended it. */
  readonly portion: (writer: Writer, accountId: number) => Promise<void>;
}

interface FailedErasure {
  readonly attempts: number;
  /** When it is tried again, in seconds. */
  readonly dueAt: number;
}

export class ErasureAttempts {
  readonly #services: JobServices;
  readonly #source: ErasureSource;
  /** The failed erasures by account. */
  readonly #failed = new Map<number, FailedErasure>();

  constructor(services: JobServices, source: ErasureSource) {
    this.#services = services;
    this.#source = source;
  }

  /** When the next failed erasure is due; Infinity if none has failed. */
  get nextDue(): number {
    return Math.min(...[...this.#failed.values()].map(({ dueAt }) => dueAt));
  }

  /** Processes the due erasures of the organizations, until none is left or the job is stopped. */
  async run(organizationIds: readonly number[], now: number, signal: AbortSignal): Promise<void> {
    for (const organizationId of organizationIds) {
      const reader = this.#services.database.reader(organizationId);
      while (!signal.aborted) {
        const waiting = [...this.#failed].filter(([, { dueAt }]) => dueAt > now).map(([id]) => id);
        const accountId = await this.#source.next(reader, waiting);
        if (accountId === undefined) break;
        await this.#attempt(organizationId, accountId, now);
      }
    }
    if (signal.aborted) return;
    // Erasures that were due and not attempted have been ended by another server.
    for (const [accountId, { dueAt }] of this.#failed) if (dueAt <= now) this.#failed.delete(accountId);
  }

  async #attempt(organizationId: number, accountId: number, now: number): Promise<void> {
    const { database, log } = this.#services;
    try {
      await database.write(organizationId, (writer) => this.#source.portion(writer, accountId));
      this.#failed.delete(accountId);
    } catch (error) {
      const attempts = (this.#failed.get(accountId)?.attempts ?? 0) + 1;
      const seconds = pauseAfter(retryPolicies.erasure, attempts);
      this.#failed.set(accountId, { attempts, dueAt: now + seconds });
      const fields = { organization: organizationId, account: accountId, attempts, seconds };
      log.error({ ...fields, error: detailOf(error) }, 'erasure failed, will retry');
    }
  }
}
