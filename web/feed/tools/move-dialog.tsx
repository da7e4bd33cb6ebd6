// Puts messages into another topic, or another channel.

import { useState } from 'preact/hooks';
import { DestinationLine } from '../../composer/destination-line.tsx';
import type { Destination } from '../../ground/destination.ts';
import { reasonOf } from '../../link/attempt.ts';
import { Reason } from '../../link/reason.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { say } from '../../parts/status-line.tsx';
import { t } from '../../words/words.ts';
import type { MessageDialogProps } from './message-dialog-props.ts';

const modes = [
  { mode: 'change_one', label: 'messages.moveOne' },
  { mode: 'change_later', label: 'messages.moveLater' },
  { mode: 'change_all', label: 'messages.moveAll' },
] as const;

export function MoveDialog({ organization, message, onClose }: MessageDialogProps) {
  const [destination, setDestination] = useState<Destination>({
    kind: 'channel',
    channelId: message.stream_id,
    topic: message.subject,
  });
  const [mode, setMode] = useState<(typeof modes)[number]['mode']>('change_later');
  const [tellsOld, setTellsOld] = useState(false);
  const [tellsNew, setTellsNew] = useState(true);
  const [problem, setProblem] = useState('');
  const target = destination.kind === 'channel' ? destination : undefined;
  const isOtherChannel = target?.channelId !== message.stream_id;
  const isChanged = isOtherChannel || target?.topic !== message.subject;
  async function move() {
    if (target?.channelId === undefined) return;
    try {
      await organization.client.call('update-message', {
        message_id: message.id,
        ...(target.topic !== message.subject && { topic: target.topic }),
        ...(isOtherChannel && { stream_id: target.channelId }),
        propagate_mode: mode,
        send_notification_to_old_thread: tellsOld,
        send_notification_to_new_thread: tellsNew,
      });
      say(t('messages.moved'));
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
    }
  }
  return (
    <Dialog
      title={t('messages.moveTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            kind="primary"
            disabled={!isChanged || target?.channelId === undefined}
            onClick={() => void move()}
          >
            {t('messages.move')}
          </Button>
        </>
      }
    >
      <DestinationLine destination={destination} onChange={setDestination} onDone={() => void move()} />
      {problem !== '' && (
        <p class="problem" role="alert">
          <Reason text={problem} />
        </p>
      )}
      <fieldset class="choice">
        <legend>{t('messages.moveWhich')}</legend>
        {modes.map(({ mode: one, label }) => (
          <label key={one} class="check">
            <input type="radio" name="mode" checked={one === mode} onChange={() => setMode(one)} />
            {t(label)}
          </label>
        ))}
      </fieldset>
      <div>
        <label class="check">
          <input
            type="checkbox"
            checked={tellsNew}
            onChange={(event) => setTellsNew(event.currentTarget.checked)}
          />
          {t('messages.notifyNew')}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={tellsOld}
            onChange={(event) => setTellsOld(event.currentTarget.checked)}
          />
          {t('messages.notifyOld')}
        </label>
      </div>
    </Dialog>
  );
}
