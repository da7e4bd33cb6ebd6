// What delivers notifications on one server, as it was configured.

import type { Keyring } from '../../model/accounts/credentials.ts';
import type { PushRelay } from '../../model/push/relay.ts';
import { HttpClient } from '../http-client.ts';
import { Notifications } from './notifications.ts';
import { Notifier } from './notifier.ts';
import { OutboxJob } from './outbox-job.ts';
import { PlainTokens, Registrations } from './registrations.ts';
import { type RelayConfiguration, relayAccess } from './relay-access.ts';
import { RelayClient } from './relay-client.ts';
import type { PushServices } from './services.ts';
import { StatusJob } from './status-job.ts';
import { Waiting } from './waiting.ts';

export type { RelayConfiguration } from './relay-access.ts';

/** The relay that the configuration names. `contact` is the address that its administrator can write to. */
export function configuredRelay(
  keyring: Keyring,
  configuration: RelayConfiguration | undefined,
  contact: string,
): PushRelay | undefined {
  if (!configuration) return undefined;
  return new RelayClient(new HttpClient([configuration.url]), relayAccess(keyring, configuration, contact));
}

/** The jobs; without a relay only the one that says so. */
export function pushJobs(services: Omit<PushServices, 'relay'> & { readonly relay: PushRelay | undefined }) {
  const { relay } = services;
  if (!relay) return [new StatusJob(services)];
  const present = { ...services, relay };
  return [
    new StatusJob(services),
    new Notifier(present),
    new Waiting(present),
    new OutboxJob(present, new Registrations(present)),
    new OutboxJob(present, new PlainTokens(present)),
    new OutboxJob(present, new Notifications(present)),
  ];
}
