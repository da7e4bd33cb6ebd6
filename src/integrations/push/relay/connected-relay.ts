// The HTTP client of the configured relay. Loaded only if one is configured.

import type { Keyring } from '../../../model/accounts/credentials.ts';
import type { PushRelay } from '../../../model/push/push-relay.ts';
import { HttpClient } from '../../http/http-client.ts';
import { type RelayConfiguration, relayAccess } from './relay-access.ts';
import { RelayClient } from './relay-client.ts';

/** `contact` is the address for the relay's operator. */
export function connectedRelay(
  keyring: Keyring,
  configuration: RelayConfiguration,
  contact: string,
): PushRelay {
  return new RelayClient(new HttpClient([configuration.url]), relayAccess(keyring, configuration, contact));
}
