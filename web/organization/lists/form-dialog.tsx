// A dialog that makes or changes something: what is refused is said in it, what is not saved is there again when it is
// opened the next time.

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { reasonOf } from '../../link/attempt.ts';
import { Reason } from '../../link/reason.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { t, tParts } from '../../words/words.ts';

export interface FormDialogProps {
  readonly title: string;
  /** What its button says. */
  readonly action?: string;
  readonly kind?: 'primary' | 'danger';
  readonly isReady: boolean;
  /** Throws where it is refused. */
  readonly onSave: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function FormDialog({ title, action, kind = 'primary', isReady, ...rest }: FormDialogProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  async function save() {
    setProblem('');
    setSaving(true);
    try {
      await rest.onSave();
      rest.onClose();
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setSaving(false);
    }
  }
  return (
    <Dialog
      title={title}
      onClose={rest.onClose}
      actions={
        <>
          <Button onClick={rest.onClose}>{t('parts.cancel')}</Button>
          <Button kind={kind} type="submit" form={id} disabled={!isReady || isSaving}>
            {isSaving ? t('parts.saving') : (action ?? t('parts.save'))}
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="fields"
        // The browser would say it in its own language.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isSaving) void save();
        }}
      >
        {rest.children}
        {problem !== '' && (
          <p class="problem" role="alert">
            {tParts('settings.saveFailed', { reason: <Reason text={problem} /> })}
          </p>
        )}
      </form>
    </Dialog>
  );
}
