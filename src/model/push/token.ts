// A token of a client that knows no encryption.

import type { Selectable } from 'kysely';
import type { PushTokenTable } from '../../storage/schema.ts';

export type PushTokenRow = Selectable<PushTokenTable>;
