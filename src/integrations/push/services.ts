// What the workers for notifications use of the server.

import type { Logger } from '../../api-contract/logger.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { PushRelay } from '../../model/push/relay.ts';
import type { ParleyDatabase } from '../../storage/database.ts';

/** What finds out whom to notify. */
export interface NotifierServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  /** Whether phones can be reached. */
  readonly hasRelay: boolean;
}

export interface PushServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly keyring: Keyring;
  readonly relay: PushRelay;
  /** The public address when one was configured, without a slash at its end. */
  readonly publicUrl: string | undefined;
  readonly log: Logger;
}
