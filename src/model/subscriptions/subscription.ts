// Somebody's subscription to a channel, with their settings for it.

import type { Selectable } from 'kysely';
import type { SubscriptionTable } from '../../storage/schema.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;
