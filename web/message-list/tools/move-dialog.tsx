// Moves messages to another topic or channel.

import { useEffect, useRef, useState } from 'preact/hooks';
import { showStatus } from '../../components/status-line.tsx';
import { DestinationLine } from '../../composer/destination-line.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { t } from '../../i18n/texts.ts';
import type { Destination } from '../../lib/destination.ts';
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
  const [notifiesOld, setNotifiesOld] = useState(false);
  const [notifiesNew, setNotifiesNew] = useState(true);
  const target = destination.kind === 'channel' ? destination : undefined;
  const isOtherChannel = target?.channelId !== message.stream_id;
  const isChanged = isOtherChannel || target?.topic !== message.subject;
  async function move() {
    if (target?.channelId === undefined) return;
    await organization.client.call('update-message', {
      message_id: message.id,
      ...(target.topic !== message.subject && { topic: target.topic }),
      ...(isOtherChannel && { stream_id: target.channelId }),
      propagate_mode: mode,
      send_notification_to_old_thread: notifiesOld,
      send_notification_to_new_thread: notifiesNew,
    });
    showStatus(t('messages.moved'));
  }
  const topic = useRef<HTMLInputElement>(null);
  // Mostly the topic changes; the dialog would focus the channel.
  useEffect(() => topic.current?.select(), []);
  return (
    <FormDialog
      title={t('messages.moveTitle')}
      action={t('messages.move')}
      isReady={isChanged && target?.channelId !== undefined}
      isUnsaved={false}
      onSave={move}
      onClose={onClose}
    >
      <DestinationLine
        destination={destination}
        onChange={setDestination}
        topicRef={topic}
        onDone={() => (document.activeElement as HTMLInputElement | null)?.form?.requestSubmit()}
      />
      <fieldset class="choice">
        <legend>{t('messages.moveWhich')}</legend>
        {modes.map(({ mode: propagation, label }) => (
          <label key={propagation} class="check">
            <input
              type="radio"
              name="mode"
              checked={propagation === mode}
              onChange={() => setMode(propagation)}
            />
            {t(label)}
          </label>
        ))}
      </fieldset>
      <div>
        <label class="check">
          <input
            type="checkbox"
            checked={notifiesNew}
            onChange={(event) => setNotifiesNew(event.currentTarget.checked)}
          />
          {t('messages.notifyNew')}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={notifiesOld}
            onChange={(event) => setNotifiesOld(event.currentTarget.checked)}
          />
          {t('messages.notifyOld')}
        </label>
      </div>
    </FormDialog>
  );
}
