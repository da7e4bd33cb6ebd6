// The status line after a topic, channel or person was muted, which has little other visible effect, with an
// undo.

import { say } from '../components/status-line.tsx';
import { t } from '../i18n/words.ts';

export function sayMuted(name: string, isMuted: boolean, undo: () => Promise<unknown>): void {
  say(t(isMuted ? 'channels.nowMuted' : 'channels.nowUnmuted', { name }), {
    label: t('parts.undo'),
    onChoose: () => void undo(),
  });
}
