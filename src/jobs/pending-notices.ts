// Sends notices that the request that made the change could not send, because the server was killed or the
// database was unavailable.

import { retryPolicies } from '../model/outbox/retry-policies.ts';
import { noticeDelivery, noticeRemoval } from '../notices/pending.ts';
import type { Unit } from '../storage/unit.ts';
import {
  dueNotices,
  nextNotice,
  type PendingNoticeRow,
} from '../stores/pending-notices/pending-notice-store.ts';
import type { DueKind } from './due-job.ts';

/** A notice to very many accounts is sent in parts; the rest is due at once. */
function oncePerRun(unit: Unit<boolean>): Unit<void> {
  return async (writer) => {
    await unit(writer);
  };
}

/** Notices that were stored but not sent. */
export const duePendingNotices: DueKind<PendingNoticeRow> = {
  name: 'pending notices',
  retries: retryPolicies.notice,
  next: nextNotice,
  due: dueNotices,
  delivery: async (context, row) => oncePerRun(await noticeDelivery(context, row)),
  failure: async (_context, row) => oncePerRun(noticeRemoval(row)),
  // Requests send their own notices, so no log entry announces one.
  wakeOn: () => undefined,
};
