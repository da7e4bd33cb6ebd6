// The reasons for mail about messages, reduced to the few that people can choose between.

import type { MailReason, MissedReason } from '../mail-texts/mail-texts.ts';
import type { NotificationTrigger } from '../notifications/notification-rules.ts';

/** From the strongest to the weakest. */
export const missedReasons = ['direct', 'mention', 'followed', 'channel'] as const satisfies MissedReason[];
/** The kinds of mail that links can switch off, in the order in which they appear. */
export const mailReasons = [...missedReasons, 'digest'] as const satisfies MailReason[];

function reasonOf(trigger: NotificationTrigger): MissedReason {
  if (trigger === 'direct_message') return 'direct';
  if (trigger === 'followed_topic_notify') return 'followed';
  return trigger === 'stream_notify' ? 'channel' : 'mention';
}

/** The reasons for the given triggers, the strongest first. */
export function missedReasonsOf(triggers: Iterable<NotificationTrigger>): MissedReason[] {
  const found = new Set([...triggers].map(reasonOf));
  return missedReasons.filter((reason) => found.has(reason));
}
