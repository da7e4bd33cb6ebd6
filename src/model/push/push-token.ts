// A token of a client that does not support encryption.

import type { Selectable } from 'kysely';
import type { PushTokenTable } from '../../storage/schema.ts';

export type PushTokenRow = Selectable<PushTokenTable>;
