// The services that push workers need.

import type { Logger } from '../../api-contract/logger.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { PushRelay } from '../../model/push/push-relay.ts';
import type { ParleyDatabase } from '../../storage/database.ts';

/** The services for deciding whom to notify. */
export interface NotifierServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  /** Whether mobile devices can be reached. */
  readonly hasRelay: boolean;
}

export interface PushServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly keyring: Keyring;
  readonly relay: PushRelay;
  /** The configured public address, without a trailing slash. */
  readonly publicUrl: string | undefined;
  readonly log: Logger;
}
