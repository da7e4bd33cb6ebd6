// Ends what is over in calls without a request. Any server does it, also for participants of one that died.

import { sweepCall } from '../actions/native-calls/sweep.ts';
import { limits } from '../api-contract/limits.ts';
import { renewCallParticipants } from '../events/call-participants.ts';
import type { Reader } from '../storage/reader-writer.ts';
import { callsToSweep, type DueCall, nextSweep } from '../stores/native-calls/sweep-store.ts';
import { type DueRows, DueRowsJob } from './due-rows-job.ts';
import type { JobServices } from './job.ts';

/**
 * Participants that no one has seen since the start of this server stay for a while: their clients return to a server that
 * was restarted.
 */
class DueCalls implements DueRows<DueCall> {
  readonly name = 'calls';
  #startedAt = Number.POSITIVE_INFINITY;
  #now = 0;

  /** A run begins; the first one when the server has started. */
  begin(now: number): void {
    this.#now = now;
    this.#startedAt = Math.min(this.#startedAt, now);
  }

  /** Participants that were last seen before this time stay. */
  get since(): number {
    return this.#now < this.#startedAt + limits.participantGraceSeconds ? this.#startedAt : 0;
  }

  async next(reader: Reader): Promise<number | undefined> {
    const endOfGrace =
      this.since === 0 ? Number.POSITIVE_INFINITY : this.since + limits.participantGraceSeconds;
    return Math.min((await nextSweep(reader, this.since)) ?? Number.POSITIVE_INFINITY, endOfGrace);
  }

  due(reader: Reader, now: number, limit: number): Promise<DueCall[]> {
    return callsToSweep(reader, now, limit, this.since);
  }

  wakeOn(): undefined {
    return undefined;
  }
}

export class SweepCallsJob extends DueRowsJob<DueCall, DueCalls> {
  override readonly pollSeconds = limits.participantRenewalSeconds;

  constructor(services: JobServices) {
    super(services, new DueCalls());
  }

  /** Participants whose queues are polled here are renewed first: the timer may be late. */
  override async run(now: number, signal: AbortSignal): Promise<void> {
    const { database, hubs } = this.services;
    this.kind.begin(Math.floor(now));
    const [renewal] = await Promise.allSettled([renewCallParticipants(database, hubs, Math.floor(now))]);
    await super.run(now, signal);
    if (renewal.status === 'rejected') throw renewal.reason;
  }

  protected async processIn(organizationId: number, rows: readonly DueCall[], now: number): Promise<void> {
    const { database } = this.services;
    // A call that cannot be swept must not keep the others.
    const outcomes = await Promise.allSettled(
      rows.map(({ id }) =>
        database.write(organizationId, (writer) => sweepCall(writer, id, now, this.kind.since)),
      ),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
