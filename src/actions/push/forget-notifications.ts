// Cleans up the notifications recorded for an account that has no push subscription left.

import type { Writer } from '../../storage/reader-writer.ts';
import { deleteAllDelayedNotifications } from '../../stores/push/delayed-notification-store.ts';
import { activeDevicesOf } from '../../stores/push/device-store.ts';
import { deleteAllShown } from '../../stores/push/displayed-store.ts';
import { tokensOf } from '../../stores/push/token-store.ts';
import { webSubscriptionsOf } from '../../stores/push/web-subscription-store.ts';

/** The record of shown and waiting notifications is useless once no device is left. */
export async function forgetNotificationsOf(writer: Writer, accountId: number): Promise<void> {
  const isReachable =
    (await activeDevicesOf(writer, [accountId])).length > 0 ||
    (await tokensOf(writer, [accountId])).length > 0 ||
    (await webSubscriptionsOf(writer, accountId, writer.now)).length > 0;
  if (isReachable) return;
  await deleteAllShown(writer, accountId);
  await deleteAllDelayedNotifications(writer, accountId);
}
