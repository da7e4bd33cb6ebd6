// Determines whether people are at their computers: a client of theirs polls for events, and they were recently
// active. Everyone else is idle and notified at once. (As in the reference server.)

import type { OrganizationHub } from '../../events/organization-hub.ts';
import { lastPolls } from '../../events/queue-store.ts';
import type { Account } from '../../model/accounts/account.ts';

/** After this time without a poll a queue is considered to have no client. */
export const POLLED_WITHIN_SECONDS = 600;
/** Presence older than this counts as absent. */
const ACTIVE_WITHIN_SECONDS = 200;

export class ComputerActivity {
  readonly #hub: OrganizationHub;
  readonly #polls: ReadonlyMap<number, number>;
  readonly #now: number;

  private constructor(hub: OrganizationHub, polls: ReadonlyMap<number, number>, now: number) {
    this.#hub = hub;
    this.#polls = polls;
    this.#now = now;
  }

  /** Reads the last polls of the accounts that are not always notified. */
  static async of(
    hub: OrganizationHub,
    people: readonly { readonly account: Account }[],
    now: number,
  ): Promise<ComputerActivity> {
    const relevant = people.filter(({ account }) => !account.settings.enable_online_push_notifications);
    const ids = [...new Set(relevant.map(({ account }) => account.id))];
    return new ComputerActivity(hub, ids.length > 0 ? await lastPolls(hub.reader, ids) : new Map(), now);
  }

  /** When an account that is not idle will have been away long enough, if it leaves now. */
  awayAt(accountId: number): number {
    return (this.#polls.get(accountId) ?? this.#now) + POLLED_WITHIN_SECONDS + 1;
  }

  isIdle(accountId: number): boolean {
    const polledAt = this.#polls.get(accountId);
    if (polledAt === undefined || this.#now - polledAt > POLLED_WITHIN_SECONDS) return true;
    const activeAt = this.#hub.state.presence.get(accountId)?.activeAt ?? 0;
    return this.#now - activeAt > ACTIVE_WITHIN_SECONDS;
  }
}
