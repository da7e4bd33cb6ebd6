// Limits how much mail an organization may receive. Each server counts separately.

const RULES = [
  { seconds: 60, mails: 50 },
  { seconds: 300, mails: 120 },
  { seconds: 3600, mails: 600 },
] as const;
const LONGEST = 3600;

/** Counts the mails of each organization in memory. */
export class MailRate {
  readonly #received = new Map<number, number[]>();

  /** Counts a mail. Returns false, without counting it, if a limit is reached. `now` is in seconds. */
  admit(organizationId: number, now: number): boolean {
    const recentTimes = (this.#received.get(organizationId) ?? []).filter((moment) => moment > now - LONGEST);
    this.#received.set(organizationId, recentTimes);
    for (const { seconds, mails } of RULES) {
      if (recentTimes.filter((moment) => moment > now - seconds).length >= mails) return false;
    }
    recentTimes.push(now);
    return true;
  }
}
