// A dialog that creates or changes something. It submits once at a time, and on an error stays open and shows
// it.

import { useId } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Dialog, type DialogProps } from '../components/dialog.tsx';
import { t } from '../i18n/texts.ts';
import { SubmitButton, SubmitForm, useSubmission } from './send-form.tsx';

export interface FormDialogProps extends Omit<DialogProps, 'actions'> {
  /** The label of its submit button. */
  readonly action?: string;
  readonly kind?: 'primary' | 'danger';
  readonly isReady?: boolean;
  /** Whether an error is worded as a failure to save. */
  readonly isUnsaved?: boolean;
  /** Throws if it is refused. */
  readonly onSave: () => Promise<unknown>;
}

export function FormDialog({
  action,
  kind = 'primary',
  isReady = true,
  isUnsaved = true,
  children,
  ...rest
}: FormDialogProps) {
  const id = useId();
  const sending = useSubmission();
  async function save() {
    await rest.onSave();
    rest.onClose();
  }
  return (
    <Dialog
      {...rest}
      actions={
        <>
          <Button onClick={rest.onClose}>{t('common.cancel')}</Button>
          <SubmitButton sending={sending} kind={kind} form={id} isReady={isReady}>
            {action ?? t('common.save')}
          </SubmitButton>
        </>
      }
    >
      <SubmitForm id={id} sending={sending} isReady={isReady} onSend={save} isUnsaved={isUnsaved}>
        {children}
      </SubmitForm>
    </Dialog>
  );
}
