// A dialog that makes or changes something: once at a time, and it stays where that is refused, which is said in it.

import { useId } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Dialog, type DialogProps } from '../components/dialog.tsx';
import { t } from '../i18n/words.ts';
import { SendButton, SendForm, useSending } from './send-form.tsx';

export interface FormDialogProps extends Omit<DialogProps, 'actions'> {
  /** What its button says. */
  readonly action?: string;
  readonly kind?: 'primary' | 'danger';
  readonly isReady?: boolean;
  /** Whether a refusal is said to be one to save. */
  readonly isUnsaved?: boolean;
  /** Throws where it is refused. */
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
  const sending = useSending();
  async function save() {
    await rest.onSave();
    rest.onClose();
  }
  return (
    <Dialog
      {...rest}
      actions={
        <>
          <Button onClick={rest.onClose}>{t('parts.cancel')}</Button>
          <SendButton sending={sending} kind={kind} form={id} isReady={isReady}>
            {action ?? t('parts.save')}
          </SendButton>
        </>
      }
    >
      <SendForm id={id} sending={sending} isReady={isReady} onSend={save} isUnsaved={isUnsaved}>
        {children}
      </SendForm>
    </Dialog>
  );
}
