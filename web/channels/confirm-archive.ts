// Asks for confirmation before a channel is archived.

import { confirmAction } from '../components/confirm.tsx';
import { showStatus } from '../components/status-line.tsx';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import type { KnownChannel } from '../store/directory.ts';

/** Archives the channel if confirmed, then calls `onArchived`. */
export function confirmArchive(
  { client }: Organization,
  { name, stream_id }: Pick<KnownChannel, 'name' | 'stream_id'>,
  onArchived?: () => void,
): void {
  async function archive() {
    if (!(await attempt(client.call('archive-stream', { stream_id })))) return;
    showStatus(t('channelSettings.archived', { name }));
    onArchived?.();
  }
  confirmAction({
    title: t('channelSettings.archiveTitle', { name }),
    text: t('channelSettings.archiveText'),
    action: t('channelSettings.archiveButton'),
    onYes: () => void archive(),
  });
}
