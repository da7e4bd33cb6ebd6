// An account's subscription to a channel, with its settings.

import type { Row } from '../../storage/schema.ts';

export type SubscriptionRow = Row<'subscription'>;
