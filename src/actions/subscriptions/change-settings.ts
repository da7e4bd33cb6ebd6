// Changes an account's own settings for channels inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import { checkMutedUntil } from '../../model/muting/muted-until.ts';
import type { PersonalSubscriptionRow } from '../../model/subscriptions/personal-subscription.ts';
import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import { subscriptionChanged } from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { changeSubscription, subscription } from '../../stores/subscriptions/subscription-store.ts';

type Column = Exclude<keyof PersonalSubscriptionRow, 'channel_id'>;

/**
 * One change. Muting is `is_muted`, or `in_home_view` with the opposite value, both without an end; `muted_until` mutes until
 * a time.
 */
export type SettingChange =
  | { readonly channelId: number; readonly property: 'muted_until'; readonly value: number | null }
  | { readonly channelId: number; readonly property: 'color'; readonly value: string }
  | {
      readonly channelId: number;
      readonly property: Exclude<Column, 'color' | 'muted_until'> | 'in_home_view';
      readonly value: boolean;
    };

type Emitted = Parameters<typeof subscriptionChanged>[2];

function columnsOf(change: SettingChange): Partial<SubscriptionRow> {
  const { property, value } = change;
  if (property === 'color') return { color: value };
  if (property === 'muted_until') return { muted_until: value, ...(value !== null && { is_muted: 1 }) };
  if (property === 'in_home_view') return { is_muted: value ? 0 : 1, muted_until: null };
  if (property === 'is_muted') return { is_muted: value ? 1 : 0, muted_until: null };
  return { [property]: value ? 1 : 0 };
}

/** The properties to emit: muting is emitted under both names, and its end if it changes. */
function emittedProperties(change: SettingChange, before: SubscriptionRow): Emitted[] {
  const columns = columnsOf(change);
  const isMuted = columns.is_muted === 1;
  const emitted: Emitted[] =
    columns.is_muted === undefined || (change.property === 'muted_until' && before.is_muted === 1)
      ? []
      : [
          { property: 'in_home_view', value: !isMuted },
          { property: 'is_muted', value: isMuted },
        ];
  if (columns.muted_until !== undefined && columns.muted_until !== before.muted_until)
    emitted.push({ property: 'muted_until', value: columns.muted_until });
  return 'muted_until' in columns ? emitted : [change];
}

/** Applies changes in order. @throws for a channel that the account is not subscribed to */
export async function changeSubscriptionSettings(
  writer: Writer,
  accountId: number,
  changes: readonly SettingChange[],
): Promise<void> {
  for (const change of changes) {
    const row = await subscription(writer, accountId, change.channelId);
    const channel = row?.is_active === 1 ? await channelById(writer, change.channelId) : undefined;
    if (!row || !channel) throw badRequest(`Not subscribed to channel id ${change.channelId}`);
    if (change.property === 'muted_until' && change.value !== null) checkMutedUntil(change.value, writer.now);
    await changeSubscription(writer, accountId, channel.id, columnsOf(change));
    for (const emitted of emittedProperties(change, row)) {
      writer.emit(subscriptionChanged(accountId, channel, emitted));
    }
  }
}
