// The retry policies of all work in the background: when failed work is attempted again, and when it is given up.

/** How work of a kind is retried. */
export interface RetryPolicy {
  /** How many attempts there are. */
  readonly attempts: number;
  /**
   * Seconds from each attempt to the next; the last value repeats. Empty where the schedule decides: the work is
   * attempted again when its lease ends or its job runs next.
   */
  readonly pauses: readonly number[];
}

const MINUTE = 60;
const HOUR = 3600;
/** The work is never given up, or something else ends it. */
const UNLIMITED = Number.POSITIVE_INFINITY;

/** The policies of all kinds of work. */
export const retryPolicies = {
  /** About two days, as mail servers commonly do. */
  mail: { attempts: 13, pauses: [30, 2 * MINUTE, 8 * MINUTE, 32 * MINUTE, 128 * MINUTE, 6 * HOUR] },
  /** Composing the mail about missed messages; sending it is `mail`. */
  missedMail: { attempts: 5, pauses: [5 * MINUTE] },
  webhook: { attempts: 3, pauses: [5, 25] },
  /** A page that cannot be fetched has no preview; only failures of this server lead to another attempt. */
  linkPreview: { attempts: 2, pauses: [] },
  /** About half an hour; older notifications are useless. */
  push: { attempts: 6, pauses: [5, 20, 80, 320, 20 * MINUTE] },
  webPush: { attempts: 6, pauses: [5, 20, 80, 320, 20 * MINUTE] },
  /** Ends after a day, when the relay no longer accepts the registration. */
  pushRegistration: { attempts: UNLIMITED, pauses: [30, 2 * MINUTE, 8 * MINUTE, 32 * MINUTE, HOUR] },
  /** About a day. */
  plainToken: { attempts: 25, pauses: [30, 2 * MINUTE, 8 * MINUTE, 32 * MINUTE, HOUR] },
  /** Ends when the address has failed for `eventSubscriptionFailingHours`. */
  eventSubscription: {
    attempts: UNLIMITED,
    pauses: [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
  },
  /** Removing people from rooms of a LiveKit server, and ending rooms: about an hour. */
  livekit: { attempts: 9, pauses: [1, 2, 5, 20, 80, 320, 20 * MINUTE] },
  scheduledMessage: { attempts: 5, pauses: [] },
  reminder: { attempts: 5, pauses: [] },
  notice: { attempts: 5, pauses: [] },
  export: { attempts: 3, pauses: [] },
  /** Indexing moved messages again. */
  reindexing: { attempts: UNLIMITED, pauses: [] },
  /** Marking the messages of a muted sender as read. */
  mutedSender: { attempts: UNLIMITED, pauses: [] },
  /** Erasing a person, or the messages of an account. */
  erasure: { attempts: UNLIMITED, pauses: [5, 30, 2 * MINUTE, 10 * MINUTE, HOUR] },
  /** A run of a job that failed, for instance because the database is unavailable. */
  job: { attempts: UNLIMITED, pauses: [5] },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/** Whether work is given up if this attempt fails. The first attempt is number 1. */
export function isLastAttempt({ attempts }: RetryPolicy, attempt: number): boolean {
  return attempt >= attempts;
}

/** Seconds from a failed attempt to the next, where the policy has pauses. The first attempt is number 1. */
export function pauseAfter({ pauses }: RetryPolicy, attempt: number): number {
  return pauses[Math.min(attempt, pauses.length) - 1] ?? 0;
}
