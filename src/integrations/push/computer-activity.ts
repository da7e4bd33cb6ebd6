// Whether people are at their computers: a client of theirs asks for events, and they were active a moment ago. Who is
// not is idle, and notified at once. (Reference behaviour.)

import type { OrganizationHub } from '../../events/organization-hub.ts';
import { lastPolls } from '../../events/queue-store.ts';
import type { NotificationCandidate } from '../../queries/notifications/notification-candidates.ts';

/** A queue that nobody polled for so long has no client any more. */
export const POLLED_WITHIN_SECONDS = 600;
/** Presence older than this says that nobody is there. */
const ACTIVE_WITHIN_SECONDS = 200;

export class Attention {
  readonly #hub: OrganizationHub;
  readonly #polls: ReadonlyMap<number, number>;
  readonly #now: number;

  private constructor(hub: OrganizationHub, polls: ReadonlyMap<number, number>, now: number) {
    this.#hub = hub;
    this.#polls = polls;
    this.#now = now;
  }

  /** Reads what decides it for those who are not notified whatever they do. */
  static async of(
    hub: OrganizationHub,
    people: readonly NotificationCandidate[],
    now: number,
  ): Promise<Attention> {
    const asked = people.filter(({ account }) => !account.settings.enable_online_push_notifications);
    const ids = [...new Set(asked.map(({ account }) => account.id))];
    return new Attention(hub, ids.length > 0 ? await lastPolls(hub.reader, ids) : new Map(), now);
  }

  /** When somebody who is not idle will have been away for long enough, if they leave now. */
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
