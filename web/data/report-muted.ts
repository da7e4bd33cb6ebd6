// Shows in the status line that a topic, channel or person was muted or unmuted, since little else shows it. Offers an
// undo.

import { showStatus } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';

export function reportMuted(name: string, isMuted: boolean, undo: () => Promise<unknown>): void {
  showStatus(t(isMuted ? 'channels.nowMuted' : 'channels.nowUnmuted', { name }), {
    label: t('common.undo'),
    onChoose: () => void undo(),
  });
}
