// How much mail an organization may take. Each server counts for itself.

const RULES = [
  { seconds: 60, mails: 50 },
  { seconds: 300, mails: 120 },
  { seconds: 3600, mails: 600 },
] as const;
const LONGEST = 3600;

/** Counts the mails of each organization; in memory, for this server alone. */
export class MailRate {
  readonly #taken = new Map<number, number[]>();

  /** Counts one more; false, and not counted, where that is too much. `now` is in seconds. */
  take(organizationId: number, now: number): boolean {
    const taken = (this.#taken.get(organizationId) ?? []).filter((moment) => moment > now - LONGEST);
    this.#taken.set(organizationId, taken);
    for (const { seconds, mails } of RULES) {
      if (taken.filter((moment) => moment > now - seconds).length >= mails) return false;
    }
    taken.push(now);
    return true;
  }
}
