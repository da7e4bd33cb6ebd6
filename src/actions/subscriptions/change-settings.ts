// Changes an account's own settings for channels inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import type { PersonalSubscriptionRow } from '../../model/subscriptions/personal-subscription.ts';
import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import { subscriptionChanged } from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { changeSubscription, subscription } from '../../stores/subscriptions/subscription-store.ts';

type Column = Exclude<keyof PersonalSubscriptionRow, 'channel_id'>;

/** One change; muting is `is_muted`, or `in_home_view` with the opposite value. */
export type SettingChange =
  | { readonly channelId: number; readonly property: 'color'; readonly value: string }
  | {
      readonly channelId: number;
      readonly property: Exclude<Column, 'color'> | 'in_home_view';
      readonly value: boolean;
    };

function columnOf(change: SettingChange): Partial<SubscriptionRow> {
  if (change.property === 'color') return { color: change.value };
  if (change.property === 'in_home_view') return { is_muted: change.value ? 0 : 1 };
  return { [change.property]: change.value ? 1 : 0 };
}

/** The properties to emit: muting is emitted under both names. */
function emittedProperties(change: SettingChange): Pick<SettingChange, 'property' | 'value'>[] {
  if (change.property !== 'in_home_view' && change.property !== 'is_muted') return [change];
  const isMuted = change.property === 'is_muted' ? change.value : !change.value;
  return [
    { property: 'in_home_view', value: !isMuted },
    { property: 'is_muted', value: isMuted },
  ];
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
    if (!channel) throw badRequest(`Not subscribed to channel id ${change.channelId}`);
    await changeSubscription(writer, accountId, channel.id, columnOf(change));
    for (const emitted of emittedProperties(change)) {
      writer.emit(subscriptionChanged(accountId, channel, emitted));
    }
  }
}
