// Everything that a server does without being asked: recurring jobs, and the workers that empty the outbox.

import { runDirectorySync } from '../api/authentication/run-directory-sync.ts';
import type { Services } from '../api/services.ts';
import { exactSeconds } from '../api-contract/time.ts';
import { EventWorker } from '../integrations/event-subscriptions/event-worker.ts';
import { HttpClient } from '../integrations/http/http-client.ts';
import { LinkPreviewWorker } from '../integrations/link-previews/link-preview-worker.ts';
import { mailWorkerFor } from '../integrations/mail/configured.ts';
import type { MailWorker } from '../integrations/mail/mail-worker.ts';
import { pushJobs } from '../integrations/push/configured.ts';
import { webPushJobs } from '../integrations/web-push/jobs.ts';
import { WebhookWorker } from '../integrations/webhooks/webhook-worker.ts';
import { allJobs } from '../jobs/all-jobs.ts';
import { DirectorySyncJob } from '../jobs/directory-sync.ts';
import { Scheduler } from '../jobs/scheduler.ts';
import type { ServerOptions } from './server-options.ts';

/** Stands for the sender of mail where none is configured, towards push services. */
const NOBODY = 'noreply@localhost';

/** What is to be started, and stopped again. */
export interface BackgroundWork {
  readonly scheduler: Scheduler;
  /** One of the scheduler's jobs, which holds a connection. */
  readonly mail: MailWorker;
}

/** A job for each directory that accounts follow. */
function directorySyncs(services: Services): readonly DirectorySyncJob[] {
  return services.signIn.directories.flatMap((door) => {
    const { id, sync } = door.provider;
    return sync
      ? [new DirectorySyncJob(id, sync, (signal) => runDirectorySync(services, door, sync, signal))]
      : [];
  });
}

/** Puts the jobs together; none runs yet. */
export async function backgroundWork(services: Services, options: ServerOptions): Promise<BackgroundWork> {
  const mail = mailWorkerFor(services, options);
  const webhooks = new WebhookWorker({ ...services, http: new HttpClient(options.webhookTargets) });
  const previews = new LinkPreviewWorker({ ...services, http: new HttpClient(options.pictureSources) });
  const events = new EventWorker({ ...services, http: new HttpClient(options.webhookTargets) });
  const { push: relay } = services;
  const push = await pushJobs({ ...services, relay });
  const pushServices = new HttpClient(options.webhookTargets);
  const { mailFrom = NOBODY } = options;
  const webPush = webPushJobs({ ...services, mailFrom, http: pushServices }, relay !== undefined);
  const clock = options.clock ?? exactSeconds;
  const jobs = [
    ...allJobs(services),
    ...directorySyncs(services),
    ...push,
    ...webPush,
    mail,
    webhooks,
    events,
    previews,
  ];
  return { scheduler: new Scheduler(services, jobs, clock), mail };
}
