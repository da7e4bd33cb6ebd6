// Notices about changes whose request did not come to send them: the server was killed in between, or the database
// was away.

import { noticeDelivery, noticeRefusal } from '../notices/pending.ts';
import type { Unit } from '../storage/unit.ts';
import {
  dueNotices,
  nextNotice,
  type PendingNoticeRow,
} from '../stores/pending-notices/pending-notice-store.ts';
import type { DueKind } from './due-job.ts';

/** A notice for very many people is sent in parts: what is left of it is due at once. */
function oncePerRun(unit: Unit<boolean>): Unit<void> {
  return async (writer) => {
    await unit(writer);
  };
}

/** Notices that were kept and not sent, where the server that kept them ended. */
export const duePendingNotices: DueKind<PendingNoticeRow> = {
  name: 'pending notices',
  next: nextNotice,
  due: dueNotices,
  delivery: async (place, row) => oncePerRun(await noticeDelivery(place, row)),
  failure: async (_place, row) => oncePerRun(noticeRefusal(row)),
  // Requests send their own notices: an entry of the log never means that there is one to send.
  broughtBy: () => undefined,
};
