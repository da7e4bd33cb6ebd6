// Creates the configured mobile push relay and jobs. Without a relay only the status job is loaded.

import type { Keyring } from '../../model/accounts/credentials.ts';
import type { PushRelay } from '../../model/push/push-relay.ts';
import type { PushServices } from './push-services.ts';
import type { RelayConfiguration } from './relay/relay-access.ts';
import { StatusJob } from './status-job.ts';

export type { RelayConfiguration } from './relay/relay-access.ts';

/** The configured relay. `contact` is the address for the relay's operator. */
export async function configuredRelay(
  keyring: Keyring,
  configuration: RelayConfiguration | undefined,
  contact: string,
): Promise<PushRelay | undefined> {
  if (!configuration) return undefined;
  const { connectedRelay } = await import('./relay/connected-relay.ts');
  return connectedRelay(keyring, configuration, contact);
}

/** The jobs for mobile push; without a relay only the one that records that push is unavailable. */
export async function pushJobs(
  services: Omit<PushServices, 'relay'> & { readonly relay: PushRelay | undefined },
) {
  const { relay } = services;
  if (!relay) return [new StatusJob(services)];
  const { relayJobs } = await import('./relay/relay-jobs.ts');
  return [new StatusJob(services), ...relayJobs({ ...services, relay })];
}
