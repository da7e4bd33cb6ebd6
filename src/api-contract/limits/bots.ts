// Bounds: what bots keep, are sent and send.

export const botLimits = {
  botServiceNameCodePoints: 100,
  botConfigurationValueCodePoints: 10_000,
  botConfigurationValues: 100,
  /** Of the names and values that a bot keeps for itself, together. */
  botStorageCharacters: 10_000_000,
  /** Of one value, which is sent in one body; and values that one request keeps, reads or forgets. */
  botStorageValueCodePoints: 4_000_000,
  botStorageValuesPerRequest: 10_000,
  /** Of what other services sent to the address of a bot, the newest that its owner can look at; as many signed ones apart. */
  webhookDeliveriesPerBot: 200,
  /**
   * Calls of outgoing webhooks that are under way at the same moment, and of them those to one bot and to all of one owner,
   * which may be slow.
   */
  webhookCallsAtOnce: 20,
  webhookCallsPerBot: 4,
  webhookCallsPerOwner: 8,
  /** Calls that wait for one bot, and how often its owner is told of those that came beyond. */
  webhookCallsWaitingPerBot: 1000,
  webhookDropsToldSeconds: 3600,
  /** Attempts of all event subscriptions that are under way at the same moment; each has one at most. */
  eventDeliveriesAtOnce: 50,
  /** Those of one organization among them, and those of the bots of one owner: slow addresses take the places of no others. */
  eventDeliveriesPerOrganizationAtOnce: 15,
  eventDeliveriesPerOwnerAtOnce: 5,
  /** How long an address may take to answer. */
  eventAnswerMilliseconds: 10_000,
  /** Events that a subscription posts before others have their turn. */
  eventDeliveriesPerTurn: 20,
  /** After so long of posting, others have their turn too. */
  eventTurnMilliseconds: 10_000,
  /** Of what was posted, the newest that the owner of a bot can look at. */
  eventDeliveriesPerSubscription: 200,
  /** So far behind the log, in entries, or failing for so long, a subscription is switched off. */
  eventSubscriptionEntriesBehind: 50_000,
  eventSubscriptionFailingHours: 24,
  /** Messages that one request of another service becomes. */
  messagesPerWebhook: 100,
  /** Fields that one template of a webhook names. */
  webhookTemplateFields: 100,
  /** Patterns of events in an address, and the characters of one. */
  webhookEventPatterns: 100,
} as const;
