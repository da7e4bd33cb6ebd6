// Why somebody gets mail about messages, in the few words that people can choose by.

import type { MailReason, MissedReason } from '../mail-texts/mail-texts.ts';
import type { NotificationTrigger } from '../notifications/notification-rules.ts';

/** From the strongest to the weakest. */
export const missedReasons = ['direct', 'mention', 'followed', 'channel'] as const satisfies MissedReason[];
/** What links switch off, in the order in which they name it. */
export const mailReasons = [...missedReasons, 'digest'] as const satisfies MailReason[];

function reasonOf(cause: NotificationTrigger): MissedReason {
  if (cause === 'direct_message') return 'direct';
  if (cause === 'followed_topic_notify') return 'followed';
  return cause === 'stream_notify' ? 'channel' : 'mention';
}

/** The reasons behind some causes, the strongest first. */
export function reasonsOf(causes: Iterable<NotificationTrigger>): MissedReason[] {
  const found = new Set([...causes].map(reasonOf));
  return missedReasons.filter((reason) => found.has(reason));
}
