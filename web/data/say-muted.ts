// The words after somebody muted a topic, a channel or a person, of which little else is seen: with the way back.

import { say } from '../components/status-line.tsx';
import { t } from '../i18n/words.ts';

/** Says that something is muted, or not any more. */
export function sayMuted(name: string, isMuted: boolean, undo: () => Promise<unknown>): void {
  say(t(isMuted ? 'channels.nowMuted' : 'channels.nowUnmuted', { name }), {
    label: t('parts.undo'),
    onChoose: () => void undo(),
  });
}
