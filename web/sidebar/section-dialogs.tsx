// The dialog that names a custom section.

import { useState } from 'preact/hooks';
import { showDialog } from '../components/overlays.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { t } from '../i18n/texts.ts';

interface NameDialogProps {
  readonly title: string;
  readonly name?: string;
  /** Throws if it is refused. */
  readonly onSave: (name: string) => Promise<unknown>;
}

/** Asks for the name of a section. */
export function showSectionName(props: NameDialogProps): void {
  showDialog((close) => <NameDialog {...props} onClose={close} />);
}

function NameDialog({
  title,
  name: before = '',
  onSave,
  onClose,
}: NameDialogProps & { readonly onClose: () => void }) {
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={title}
      size="small"
      isReady={name.trim() !== ''}
      onSave={() => onSave(name.trim())}
      onClose={onClose}
    >
      <label class="field">
        <span>{t('sidebar.name')}</span>
        <input
          class="input"
          maxLength={60}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}
