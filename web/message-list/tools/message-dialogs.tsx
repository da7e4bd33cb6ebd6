// The dialogs of a message, in a chunk loaded with the first of them.

import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import type { Organization } from '../../data/organization.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { showTimeDialog } from '../../forms/time-dialog.tsx';
import { fullTime, has24Hours } from '../../i18n/dates.ts';
import { t } from '../../i18n/texts.ts';
import type { Message } from '../../store/message.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { fetchSource } from './message-actions.ts';
import type { MessageDialogProps } from './message-dialog-props.ts';
import { MoveDialog } from './move-dialog.tsx';
import { ReceiptsDialog } from './receipts-dialog.tsx';

export function showMove(organization: Organization, message: Message): void {
  showDialog((close) => <MoveDialog organization={organization} message={message} onClose={close} />);
}

/** Asks when to remind the viewer of a message. */
export function showRemind(organization: Organization, message: Message): void {
  const clock = { is24Hours: has24Hours(organization.state.user_settings?.twenty_four_hour_time) };
  showTimeDialog({
    title: t('reminders.remindMe'),
    action: t('reminders.remindMe'),
    clock,
    async onChoose(at) {
      const reminder = { message_id: message.id, scheduled_delivery_timestamp: at };
      await organization.client.call('create-message-reminder', reminder);
      showStatus(t('reminders.confirmation', { when: fullTime(at, clock) }));
    },
  });
}

export async function showHistory(organization: Organization, message: Message): Promise<void> {
  const call = organization.client.call('get-message-history', {
    message_id: message.id,
    allow_empty_topic_name: true,
  });
  const answer = await attempt(call);
  if (!answer) return;
  showDialog((close) => <HistoryDialog versions={answer.message_history} onClose={close} />);
}

export async function showSource(organization: Organization, message: Message): Promise<void> {
  const source = await fetchSource(organization, message);
  if (source === undefined) return;
  showDialog((close) => (
    <Dialog
      title={t('messages.source')}
      onClose={close}
      actions={
        <Button kind="primary" icon="copy" onClick={() => copyText(source)}>
          {t('messages.copy')}
        </Button>
      }
    >
      <textarea class="input source" readOnly rows={10} aria-label={t('messages.source')} value={source} />
    </Dialog>
  ));
}

export async function showReceipts(organization: Organization, message: Message): Promise<void> {
  const answer = await attempt(organization.client.call('get-read-receipts', { message_id: message.id }));
  if (!answer) return;
  showDialog((close) => <ReceiptsDialog readerIds={answer.user_ids} onClose={close} />);
}

export function showDelete(organization: Organization, message: Message): void {
  showDialog((close) => <DeleteDialog organization={organization} message={message} onClose={close} />);
}

export function showReport(organization: Organization, message: Message): void {
  showDialog((close) => <ReportDialog organization={organization} message={message} onClose={close} />);
}

function DeleteDialog({ organization, message, onClose }: MessageDialogProps) {
  return (
    <FormDialog
      title={t('messages.deleteTitle')}
      size="small"
      kind="danger"
      action={t('messages.delete')}
      isUnsaved={false}
      onSave={() => organization.client.call('delete-message', { message_id: message.id })}
      onClose={onClose}
    >
      <p>{t('messages.deleteText')}</p>
    </FormDialog>
  );
}

const reasons = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;

function ReportDialog({ organization, message, onClose }: MessageDialogProps) {
  const [reason, setReason] = useState<(typeof reasons)[number]>('spam');
  const [description, setDescription] = useState('');
  async function report() {
    await organization.client.call('report-message', {
      message_id: message.id,
      report_type: reason,
      description,
    });
    showStatus(t('messages.reported'));
  }
  return (
    <FormDialog
      title={t('messages.reportTitle')}
      action={t('messages.report')}
      isReady={reason !== 'other' || description.trim() !== ''}
      isUnsaved={false}
      onSave={report}
      onClose={onClose}
    >
      <fieldset class="choice">
        <legend>{t('messages.reportReason')}</legend>
        {reasons.map((choice) => (
          <label key={choice} class="check">
            <input
              type="radio"
              name="reason"
              checked={choice === reason}
              onChange={() => setReason(choice)}
            />
            {t(`messages.${choice}`)}
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{t('messages.reportNote')}</span>
        <textarea
          class="input"
          rows={3}
          maxLength={1000}
          value={description}
          onInput={(event) => setDescription(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}
