// The jobs for Web Push. They are loaded with the first subscription or notification.

import { announcesWork, nextWork } from '../../actions/outbox/outbox-store.ts';
import { WEB_PUSH_KIND } from '../../actions/push/web-push-outbox.ts';
import { WEB_PUSH_SUBSCRIBED } from '../../actions/push/web-subscriptions.ts';
import { hasWebSubscriptions } from '../../stores/push/web-subscription-store.ts';
import { LazyJob } from './lazy-job.ts';
import type { WebPushServices } from './web-push-worker.ts';

/** The job that sends notifications. */
function webPushJob(services: WebPushServices): LazyJob {
  const reader = services.database.reader(0);
  return new LazyJob({
    name: 'web-push',
    isNeeded: async () => (await nextWork(reader, WEB_PUSH_KIND)) !== undefined,
    isNeededFor: (entry) => announcesWork(entry, WEB_PUSH_KIND),
    load: async () => new (await import('./web-push-worker.ts')).WebPushWorker(services),
  });
}

/** The jobs that decide whom to notify, if there is no relay. */
function notifierJobs(services: Pick<WebPushServices, 'database' | 'hubs'>): LazyJob[] {
  const reader = services.database.reader(0);
  const conditions = {
    isNeeded: () => hasWebSubscriptions(reader),
    isNeededFor: ({ type }: { readonly type: string }) => type === WEB_PUSH_SUBSCRIBED,
  };
  const notifierServices = { ...services, hasRelay: false };
  return [
    new LazyJob({
      ...conditions,
      name: 'push-notifier',
      load: async () => new (await import('../push/notifier.ts')).Notifier(notifierServices),
    }),
    new LazyJob({
      ...conditions,
      name: 'push-waiting',
      load: async () =>
        new (await import('../push/delayed-notifications.ts')).DelayedNotifications(notifierServices),
    }),
  ];
}

/** All Web Push jobs. @param hasRelay whether the jobs that decide whom to notify already run for mobile push */
export function webPushJobs(services: WebPushServices, hasRelay: boolean): LazyJob[] {
  return [webPushJob(services), ...(hasRelay ? [] : notifierJobs(services))];
}
