// Actions on channels and topics. Views follow the resulting events; errors are reported.

import { confirmAction } from '../components/confirm.tsx';
import { showStatus } from '../components/status-line.tsx';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';

export async function subscribe({ client }: Organization, name: string): Promise<boolean> {
  return (await attempt(client.call('subscribe', { subscriptions: [{ name }] }))) !== undefined;
}

/**
 * Unsubscribes and offers an undo; asks for confirmation first if the viewer could not subscribe again on
 * their own.
 */
export async function unsubscribe(organization: Organization, name: string): Promise<void> {
  const { client, state } = organization;
  const unsubscribe = () => attempt(client.call('unsubscribe', { subscriptions: [name] }));
  const channel = state.subscriptions?.find((subscription) => subscription.name === name);
  if (channel?.invite_only) {
    confirmAction({
      title: t('channels.leaveTitle', { name }),
      text: t('channels.leaveText'),
      action: t('channels.unsubscribe'),
      onYes: () => void unsubscribe(),
    });
    return;
  }
  if (!(await unsubscribe())) return;
  const undo = () => void subscribe(organization, name);
  showStatus(t('channels.left', { name }), { label: t('common.undo'), onChoose: undo });
}

export async function setChannelPinned(
  { client }: Organization,
  channelId: number,
  isPinned: boolean,
): Promise<void> {
  const change = { stream_id: channelId, property: 'pin_to_top', value: isPinned } as const;
  await attempt(client.call('update-subscription-settings', { subscription_data: [change] }));
}

export async function setChannelColor(
  { client }: Organization,
  channelId: number,
  color: string,
): Promise<void> {
  const change = { stream_id: channelId, property: 'color', value: color } as const;
  await attempt(client.call('update-subscription-settings', { subscription_data: [change] }));
}
