// Labels of settings for new accounts, where the label on the viewer's own screen addresses the viewer.

import type { Key } from '../i18n/texts.ts';
import type { SettingName } from './control.ts';

export type Labels = { readonly [name in SettingName]?: Key };

export const newAccountLabels: Labels = {
  presence_enabled: 'newcomers.presence',
  send_private_typing_notifications: 'newcomers.typingDirect',
  send_stream_typing_notifications: 'newcomers.typingChannels',
  send_read_receipts: 'newcomers.receiptsSent',
};
