// Deactivates the organization after its name was typed. For owners.

import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';

function DeactivationDialog({ onClose }: { onClose(): void }) {
  const { client } = useOrganization();
  const name = useOrganizationState((state) => state.realm_name) ?? '';
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title={t('deactivation.title', { name })}
      action={t('deactivation.button')}
      kind="danger"
      isReady={typed.trim() === name.trim()}
      onSave={() => client.call('deactivate-organization')}
      onClose={onClose}
    >
      <p>{t('deactivation.consequences')}</p>
      <label class="field">
        <span>{t('deactivation.type', { name })}</span>
        <input
          class="input"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}

export function DeactivationPage() {
  const isOwner = useOrganizationState((state) => state.is_owner === true);
  return (
    <section aria-label={t('sections.deactivation')}>
      <ul>
        <li>{t('deactivation.nobody')}</li>
        <li>{t('deactivation.data')}</li>
        <li>{t('deactivation.back')}</li>
        <li>
          {t('deactivation.export')} <a href="#organization/exports">{t('sections.exports')}</a>
        </li>
      </ul>
      {isOwner ? (
        <Button
          kind="danger"
          icon="warning"
          onClick={() => showDialog((close) => <DeactivationDialog onClose={close} />)}
        >
          {t('deactivation.open')}
        </Button>
      ) : (
        <p class="locked" role="note">
          <Icon name="lock" />
          {t('lock.owners')}
        </p>
      )}
    </section>
  );
}
