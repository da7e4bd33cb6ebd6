// A token of a client that does not support encryption.

import type { Row } from '../../storage/schema.ts';

export type PushTokenRow = Row<'push_token'>;
