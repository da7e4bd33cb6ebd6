// Asks before a channel is archived.

import { attempt } from '../link/attempt.ts';
import { useOrganization } from '../link/use-organization.ts';
import type { KnownChannel } from '../messages/directory.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { say } from '../parts/status-line.tsx';
import { t } from '../words/words.ts';

export interface ArchiveDialogProps {
  readonly channel: KnownChannel;
  readonly onClose: () => void;
  readonly onArchived: () => void;
}

export function ArchiveDialog({ channel, onClose, onArchived }: ArchiveDialogProps) {
  const { client } = useOrganization();
  const { name, stream_id } = channel;
  async function archive() {
    const answer = await attempt(client.call('archive-stream', { stream_id }));
    onClose();
    if (!answer) return;
    say(t('channels.archived', { name }));
    onArchived();
  }
  return (
    <Dialog
      title={t('channels.archiveTitle', { name })}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button kind="danger" onClick={() => void archive()}>
            {t('channels.archiveButton')}
          </Button>
        </>
      }
    >
      <p>{t('channels.archiveText')}</p>
    </Dialog>
  );
}
