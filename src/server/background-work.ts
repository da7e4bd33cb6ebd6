// Assembles the server's background work: recurring jobs and the workers that empty the outbox.

import { runDirectorySync } from '../api/authentication/run-directory-sync.ts';
import type { Services } from '../api/services.ts';
import { exactSeconds } from '../api-contract/time.ts';
import { EventWorker } from '../integrations/event-subscriptions/event-worker.ts';
import { HttpClient } from '../integrations/http/http-client.ts';
import { LinkPreviewWorker } from '../integrations/link-previews/link-preview-worker.ts';
import { mailWorkerFor } from '../integrations/mail/configured-mail.ts';
import type { MailWorker } from '../integrations/mail/mail-worker.ts';
import { LiveKitWorker } from '../integrations/native-calls/livekit-worker.ts';
import { pushJobs } from '../integrations/push/configured-push.ts';
import { webPushJobs } from '../integrations/web-push/web-push-jobs.ts';
import { WebhookWorker } from '../integrations/webhooks/webhook-worker.ts';
import { allJobs } from '../jobs/all-jobs.ts';
import { RegularJob } from '../jobs/regular-job.ts';
import { Scheduler } from '../jobs/scheduler.ts';
import type { ServerOptions } from './server-options.ts';

/** The sender address given to push services when no sender of mail is configured. */
const FALLBACK_SENDER = 'noreply@localhost';

/** Background work to start and stop. */
export interface BackgroundWork {
  readonly scheduler: Scheduler;
  /** The mail worker is also one of the scheduler's jobs. It holds a connection to the mail server. */
  readonly mail: MailWorker;
}

/** One job for each directory that accounts are synchronized with. */
function directorySyncs(services: Services): readonly RegularJob[] {
  return services.signIn.directories.flatMap((directory) => {
    const { id, sync } = directory.provider;
    if (!sync) return [];
    return new RegularJob(`directory sync ${id}`, sync.everySeconds, (signal) =>
      runDirectorySync(services, directory, sync, signal),
    );
  });
}

/** Creates all background work without starting it. */
export async function backgroundWork(services: Services, options: ServerOptions): Promise<BackgroundWork> {
  const mail = mailWorkerFor(services, options);
  const webhooks = new WebhookWorker({ ...services, http: new HttpClient(options.webhookTargets) });
  const previews = new LinkPreviewWorker({ ...services, http: new HttpClient(options.pictureSources) });
  const events = new EventWorker({ ...services, http: new HttpClient(options.webhookTargets) });
  const { push: relay } = services;
  const push = await pushJobs({ ...services, relay });
  const webPushClient = new HttpClient(options.webhookTargets);
  const { mailFrom = FALLBACK_SENDER } = options;
  const webPush = webPushJobs({ ...services, mailFrom, http: webPushClient }, relay !== undefined);
  const livekit = new LiveKitWorker({ ...services, livekit: services.calls.livekit });
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
    livekit,
  ];
  return { scheduler: new Scheduler(services, jobs, clock), mail };
}
