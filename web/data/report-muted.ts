// Shows in the status line that something was muted or unmuted, since little else shows it. Offers an undo.

import { showStatus } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';

export function reportMuted(text: string, undo: () => Promise<unknown>): void {
  showStatus(text, { label: t('common.undo'), onChoose: () => void undo() });
}
