// An account's subscription to a channel, with its settings.

import type { Selectable } from 'kysely';
import type { SubscriptionTable } from '../../storage/schema.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;
