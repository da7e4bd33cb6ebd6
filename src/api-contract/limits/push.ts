// Limits of push notifications.

export const pushLimits = {
  /** The length of a push service's address. */
  webPushEndpointCharacters: 2000,
  /** Notifications waiting for one person, and those sent at a time: in total, to one person, and for one organization. */
  webPushesWaitingPerAccount: 200,
  webPushesAtOnce: 100,
  webPushesAtOncePerAccount: 3,
  webPushesAtOncePerOrganization: 60,
  /** Concurrent requests to the addresses of one site. */
  webPushRequestsPerSite: 40,
  /** How long a push service may take to answer. */
  webPushAnswerMilliseconds: 10_000,
  /** A subscription ends after failing for this long: one that was reached before, and one that never was. */
  webPushFailingDays: 3,
  webPushNeverReachedMinutes: 60,
  /** Cached VAPID tokens, one per origin. */
  vapidTokensCached: 200,
  /** Messages currently shown on an account's devices, as far as the server knows; the oldest are dropped. */
  messagesShownPerAccount: 500,
  deviceTokenCharacters: 10_000,
} as const;
