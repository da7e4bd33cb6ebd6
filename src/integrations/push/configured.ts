// What delivers notifications to phones on one server, as it was configured. Without a relay none of it is loaded but the job
// that says so.

import type { Keyring } from '../../model/accounts/credentials.ts';
import type { PushRelay } from '../../model/push/relay.ts';
import type { RelayConfiguration } from './relay/relay-access.ts';
import type { PushServices } from './services.ts';
import { StatusJob } from './status-job.ts';

export type { RelayConfiguration } from './relay/relay-access.ts';

/** The relay that the configuration names. `contact` is the address that its administrator can write to. */
export async function configuredRelay(
  keyring: Keyring,
  configuration: RelayConfiguration | undefined,
  contact: string,
): Promise<PushRelay | undefined> {
  if (!configuration) return undefined;
  const { connectedRelay } = await import('./relay/connected-relay.ts');
  return connectedRelay(keyring, configuration, contact);
}

/** The jobs that phones need; without a relay only the one that says so. */
export async function pushJobs(
  services: Omit<PushServices, 'relay'> & { readonly relay: PushRelay | undefined },
) {
  const { relay } = services;
  if (!relay) return [new StatusJob(services)];
  const { relayJobs } = await import('./relay/relay-jobs.ts');
  return [new StatusJob(services), ...relayJobs({ ...services, relay })];
}
