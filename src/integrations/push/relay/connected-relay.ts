// The relay of a configuration, over HTTP. Loaded only where there is one.

import type { Keyring } from '../../../model/accounts/credentials.ts';
import type { PushRelay } from '../../../model/push/relay.ts';
import { HttpClient } from '../../http/http-client.ts';
import { type RelayConfiguration, relayAccess } from './relay-access.ts';
import { RelayClient } from './relay-client.ts';

/** The relay that a configuration names; `contact` is where its administrator can write to. */
export function connectedRelay(
  keyring: Keyring,
  configuration: RelayConfiguration,
  contact: string,
): PushRelay {
  return new RelayClient(new HttpClient([configuration.url]), relayAccess(keyring, configuration, contact));
}
