// Creates an account with a password to hand over. Only for administrators whom the server's operator has
// permitted it; others send invitations.

import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { useUnsavedValue } from '../settings/use-unsaved-value.ts';
import { suggestedPassword } from './suggested-password.ts';

const emptyAccount = { full_name: '', email: '' };
const PASSWORD_CHARACTERS = 100;

export function CreateAccount({ onClose }: { readonly onClose: () => void }) {
  const { client } = useOrganization();
  const title = t('accounts.create');
  const { value, change, discard } = useUnsavedValue('account', emptyAccount, () =>
    showStatus(t('draft.left', { what: title })),
  );
  const [password, setPassword] = useState('');
  async function create() {
    const full_name = value.full_name.trim();
    await client.call('create-user', { full_name, email: value.email.trim(), password });
    discard();
    showStatus(t('accounts.created', { name: full_name }));
  }
  return (
    <FormDialog
      title={title}
      action={t('accounts.createButton')}
      isReady={value.full_name.trim() !== '' && value.email.trim() !== '' && password !== ''}
      onSave={create}
      onClose={onClose}
    >
      <label class="field">
        <span>{t('accounts.name')}</span>
        <input
          class="input"
          maxLength={100}
          autocomplete="off"
          value={value.full_name}
          onInput={(event) => change({ ...value, full_name: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>{t('accounts.address')}</span>
        <input
          class="input"
          type="email"
          dir="ltr"
          autocomplete="off"
          value={value.email}
          onInput={(event) => change({ ...value, email: event.currentTarget.value })}
        />
      </label>
      <div class="field">
        <label for="account-password">{t('accounts.password')}</label>
        <div class="copy-line">
          <input
            id="account-password"
            class="input"
            dir="ltr"
            maxLength={PASSWORD_CHARACTERS}
            autocomplete="off"
            spellcheck={false}
            autocapitalize="off"
            aria-describedby="account-password-help"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
          <Button onClick={() => setPassword(suggestedPassword())}>{t('accounts.suggest')}</Button>
        </div>
        <small id="account-password-help">{t('accounts.passwordHelp')}</small>
      </div>
    </FormDialog>
  );
}
