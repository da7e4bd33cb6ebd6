// Limits of what bots store, receive and send.

export const botLimits = {
  botServiceNameCodePoints: 100,
  botConfigurationValueCodePoints: 10_000,
  botConfigurationValues: 100,
  /** The total length of the names and values that a bot stores. */
  botStorageCharacters: 10_000_000,
  /** The length of one value, which is sent in one body, and how many values a request stores, reads or deletes. */
  botStorageValueCodePoints: 4_000_000,
  botStorageValuesPerRequest: 10_000,
  /** The most recent webhook deliveries that a bot's owner can see; signed ones are counted separately. */
  webhookDeliveriesPerBot: 200,
  /** Concurrent calls of outgoing webhooks: in total, to one bot, and to all bots of one owner, which may be slow. */
  webhookCallsAtOnce: 20,
  webhookCallsPerBot: 4,
  webhookCallsPerOwner: 8,
  /** Calls queued for one bot, and how often its owner is notified of dropped ones. */
  webhookCallsWaitingPerBot: 1000,
  webhookDropNoticeSeconds: 3600,
  /** Concurrent attempts of all event subscriptions; each has at most one. */
  eventDeliveriesAtOnce: 50,
  /** Concurrent attempts for one organization and for one owner's bots, so that slow addresses do not delay others. */
  eventDeliveriesPerOrganizationAtOnce: 15,
  eventDeliveriesPerOwnerAtOnce: 5,
  /** How long an address may take to answer. */
  eventAnswerMilliseconds: 10_000,
  /** How many events a subscription posts before others get a turn. */
  eventDeliveriesPerTurn: 20,
  /** How long a subscription posts before others get a turn. */
  eventTurnMilliseconds: 10_000,
  /** The most recent attempts that a bot's owner can see. */
  eventDeliveriesPerSubscription: 200,
  /** A subscription that is this many entries behind the log, or has failed for this long, is switched off. */
  eventSubscriptionEntriesBehind: 50_000,
  eventSubscriptionFailingHours: 24,
  /** Messages made from one webhook request. */
  messagesPerWebhook: 100,
  /** Fields in one webhook template. */
  webhookTemplateFields: 100,
  /** Event patterns in a webhook's address, and characters of each. */
  webhookEventPatterns: 100,
} as const;
