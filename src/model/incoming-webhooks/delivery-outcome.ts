// The possible outcomes of a delivery to an incoming webhook.

/**
 * - `sent`: it became a message. `filtered`: the webhook's URL excludes its event.
 * - `ignored`: it contains nothing to post. `unsupported`: Parley does not support its event.
 * - `refused`: it was rejected. `no_channel`: the channel in the URL does not exist.
 */
export const deliveryOutcomes = [
  'sent',
  'filtered',
  'ignored',
  'unsupported',
  'refused',
  'no_channel',
] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];
