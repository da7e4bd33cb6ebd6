// The jobs that need a relay. Loaded only if one is configured.

import { DelayedNotifications } from '../delayed-notifications.ts';
import { Notifications } from '../notifications.ts';
import { Notifier } from '../notifier.ts';
import { OutboxJob } from '../outbox-job.ts';
import type { PushServices } from '../push-services.ts';
import { PlainTokens, Registrations } from '../registrations.ts';

/** Deciding whom to notify, and delivering registrations, tokens and notifications. */
export function relayJobs(services: PushServices) {
  return [
    new Notifier({ ...services, hasRelay: true }),
    new DelayedNotifications({ ...services, hasRelay: true }),
    new OutboxJob(services, new Registrations(services)),
    new OutboxJob(services, new PlainTokens(services)),
    new OutboxJob(services, new Notifications(services)),
  ];
}
