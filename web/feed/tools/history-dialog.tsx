// What a message said before, the newest first.

import type { AnswerOf } from '../../../client/api-types.ts';
import { Rendered } from '../../link/rendered.tsx';
import { useReader } from '../../link/use-reader.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { fullTime } from '../../words/dates.ts';
import { t } from '../../words/words.ts';

export interface HistoryDialogProps {
  readonly snapshots: AnswerOf<'get-message-history'>['message_history'];
  readonly onClose: () => void;
}

export function HistoryDialog({ snapshots, onClose }: HistoryDialogProps) {
  const { is24Hours } = useReader();
  return (
    <Dialog title={t('messages.history')} onClose={onClose}>
      {snapshots.toReversed().map((snapshot) => (
        <section key={snapshot.timestamp} class="earlier">
          <h3>{fullTime(snapshot.timestamp, { is24Hours })}</h3>
          {snapshot.prev_topic !== undefined && (
            <p>
              {t('messages.historyMoved', {
                from: snapshot.prev_topic || t('feed.generalChat'),
                to: snapshot.topic || t('feed.generalChat'),
              })}
            </p>
          )}
          <Rendered html={snapshot.rendered_content} />
        </section>
      ))}
    </Dialog>
  );
}
