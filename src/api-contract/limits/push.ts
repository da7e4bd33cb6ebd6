// Bounds: notifications on devices.

export const pushLimits = {
  /** Of the address of a push service that a browser or an app is reached through. */
  webPushEndpointCharacters: 2000,
  /** What waits to be carried to one person by Web Push; the rows under way, and of them those of one person and of one organization. */
  webPushesWaitingPerAccount: 200,
  webPushesAtOnce: 100,
  webPushesAtOncePerAccount: 3,
  webPushesAtOncePerOrganization: 60,
  /** Requests that are under way to the addresses of one site. */
  webPushRequestsPerSite: 40,
  /** How long a push service may take to answer. */
  webPushAnswerMilliseconds: 10_000,
  /** After so much failing a subscription ends: one that was reached before, and one that never was. */
  webPushFailingDays: 3,
  webPushUnprovenMinutes: 60,
  /** Passes for push services that are kept in memory, one for each origin. */
  webPushPassesKept: 200,
  /** Messages that stand on somebody's devices as far as the server knows; the oldest beyond are forgotten. */
  messagesShownPerAccount: 500,
  deviceTokenCharacters: 10_000,
} as const;
