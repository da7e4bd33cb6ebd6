// Operations on event subscriptions.

import { createEventSubscription } from './create-event-subscription.ts';
import { getEventDeliveries } from './get-event-deliveries.ts';
import { getEventSubscriptions } from './get-event-subscriptions.ts';
import { removeEventSubscription } from './remove-event-subscription.ts';
import { updateEventSubscription } from './update-event-subscription.ts';

export const eventSubscriptionOperations = [
  getEventSubscriptions,
  createEventSubscription,
  updateEventSubscription,
  removeEventSubscription,
  getEventDeliveries,
];
