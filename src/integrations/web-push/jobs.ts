// The jobs that carry notifications by Web Push. They are loaded once somebody is to be told so.

import { bringsWork, nextWork } from '../../actions/outbox/outbox-store.ts';
import { WEB_PUSH_KIND } from '../../actions/push/web-push-outbox.ts';
import { WEB_PUSH_BEGUN } from '../../actions/push/web-subscriptions.ts';
import { isAnybodySubscribed } from '../../stores/push/web-subscription-store.ts';
import type { WebPushServices } from './web-push-worker.ts';
import { WhenNeeded } from './when-needed.ts';

/** What carries notifications. */
function webPushJob(services: WebPushServices): WhenNeeded {
  const reader = services.database.reader(0);
  return new WhenNeeded({
    name: 'web-push',
    isThere: async () => (await nextWork(reader, WEB_PUSH_KIND)) !== undefined,
    comesWith: (entry) => bringsWork(entry, WEB_PUSH_KIND),
    load: async () => new (await import('./web-push-worker.ts')).WebPushWorker(services),
  });
}

/** What finds out whom to notify, where there is no relay. */
function notifierJobs(services: Pick<WebPushServices, 'database' | 'hubs'>): WhenNeeded[] {
  const reader = services.database.reader(0);
  const needed = {
    isThere: () => isAnybodySubscribed(reader),
    comesWith: ({ type }: { readonly type: string }) => type === WEB_PUSH_BEGUN,
  };
  const told = { ...services, hasRelay: false };
  return [
    new WhenNeeded({
      ...needed,
      name: 'push-notifier',
      load: async () => new (await import('../push/notifier.ts')).Notifier(told),
    }),
    new WhenNeeded({
      ...needed,
      name: 'push-waiting',
      load: async () => new (await import('../push/delayed-notifications.ts')).Waiting(told),
    }),
  ];
}

/** All of them. @param hasRelay whether what finds out whom to notify runs for phones already */
export function webPushJobs(services: WebPushServices, hasRelay: boolean): WhenNeeded[] {
  return [webPushJob(services), ...(hasRelay ? [] : notifierJobs(services))];
}
