// The dialog with the other organizations of this browser: they are added by their address, opened and removed.

import { useState } from 'preact/hooks';
import { Button, IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { otherOrganizations, storeOrganizations } from '../data/other-organizations.ts';
import { t } from '../i18n/texts.ts';
import { organizationAddress, organizationHost } from '../lib/organization-address.ts';

export function showOrganizations(): void {
  showDialog((close) => <OrganizationsDialog onClose={close} />);
}

function OrganizationsDialog({ onClose }: { readonly onClose: () => void }) {
  const [origins, setOrigins] = useState(otherOrganizations);
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const change = (next: readonly string[]) => setOrigins(storeOrganizations(next));
  return (
    <Dialog title={t('organizations.title')} onClose={onClose}>
      {origins.length > 0 && (
        <ul class="other-organizations">
          {origins.map((origin) => (
            <li key={origin}>
              <a href={origin}>{organizationHost(origin)}</a>
              <IconButton
                name={t('organizations.remove', { host: organizationHost(origin) })}
                icon="close"
                onClick={() => change(origins.filter((one) => one !== origin))}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        class="add-organization"
        onSubmit={(event) => {
          event.preventDefault();
          const origin = organizationAddress(typed);
          const isOther = origin !== undefined && origin !== location.origin;
          setRefused(!isOther);
          if (!isOther) return;
          change([...origins, origin]);
          setTyped('');
        }}
      >
        <label class="field">
          <span>{t('organizations.address')}</span>
          <input
            class="input"
            type="text"
            inputMode="url"
            autocomplete="url"
            autocapitalize="none"
            spellcheck={false}
            placeholder="chat.example.com"
            value={typed}
            aria-describedby="organization-address-help"
            {...(isRefused && { 'aria-invalid': true })}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setRefused(false);
            }}
          />
        </label>
        <Button type="submit" kind="primary" disabled={typed.trim() === ''}>
          {t('organizations.add')}
        </Button>
        <p id="organization-address-help" class={isRefused ? 'problem' : 'soft'} role="status">
          {t(isRefused ? 'organizations.invalid' : 'organizations.help')}
        </p>
      </form>
    </Dialog>
  );
}
