// Asks for confirmation before an account is erased for good: what is erased, what stays, and that it cannot
// be undone.

import { useState } from 'preact/hooks';
import type { Person } from '../../../client/state/state.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ServerNeededNote } from '../../components/needs-server.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { FormError, SubmitButton, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Choice({ label, isOn, onChange }: ChoiceProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

export interface ErasePersonProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function ErasePerson({ person, onClose }: ErasePersonProps) {
  const { client } = useOrganization();
  const { user_id, full_name: name } = person;
  const [delete_messages, setMessages] = useState(false);
  const [delete_files, setFiles] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);
  const sending = useSubmission();
  async function erase() {
    const { is_complete } = await client.call('erase-user', { user_id, delete_messages, delete_files });
    showStatus(is_complete ? t('accounts.erasedNow', { name }) : t('accounts.erasedSoon', { name }));
    onClose();
  }
  return (
    <Dialog
      title={t('accounts.eraseTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <SubmitButton
            type="button"
            kind="danger"
            disabled={!isConfirmed}
            sending={sending}
            onClick={() => void sending.send(erase)}
          >
            {t('accounts.eraseButton')}
          </SubmitButton>
        </>
      }
    >
      <ul class="what-happens">
        <li>{t('accounts.erasedAccount', { id: user_id })}</li>
        <li>{t('accounts.erasedOwn')}</li>
        <li>{t('accounts.erasedMentions')}</li>
        <li>{t('accounts.erasedExports')}</li>
        <li>{t('accounts.erasedRemains')}</li>
      </ul>
      <fieldset class="choice">
        <legend>{t('accounts.erase')}</legend>
        <Choice label={t('accounts.eraseMessages')} isOn={delete_messages} onChange={setMessages} />
        <Choice label={t('accounts.eraseFiles')} isOn={delete_files} onChange={setFiles} />
      </fieldset>
      <Choice label={t('accounts.eraseSure')} isOn={isConfirmed} onChange={setConfirmed} />
      <ServerNeededNote />
      <FormError error={sending.error} />
    </Dialog>
  );
}
