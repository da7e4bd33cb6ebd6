// What can become of a delivery of another service.

/**
 * - `sent`: it became a message. `filtered`: the address does not ask for its event.
 * - `ignored`: nothing is to be said of it. `unsupported`: there are no words for its event.
 * - `refused`: it was turned away. `no_channel`: the channel of the address is not there.
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
