// The viewer's email address and password, with forms to change them.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { personIn } from '../store/directory.ts';
import { hasLocalPasswords, mayChangeOwn } from './own-permissions.ts';
import { ProofForm, type ProofFormProps } from './proof-form.tsx';
import { UnconfirmedAddress } from './unconfirmed-address.tsx';

interface ChangeProps extends Pick<ProofFormProps, 'asks' | 'onProof'> {
  readonly title: string;
  readonly action: string;
  /** Whether it may be changed. */
  readonly isOffered?: boolean;
  readonly children: ComponentChildren;
}

/** The current value, and a form behind a button to change it. */
function Change({ title, action, isOffered = true, asks, onProof, children }: ChangeProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // The focused element disappeared with the form.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section class="own-row" aria-label={title}>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
      {isOffered && isOpen && (
        <ProofForm
          asks={asks}
          action={action}
          onProof={async (proof, typed) => {
            await onProof(proof, typed);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      )}
      {isOffered && !isOpen && (
        <Button buttonRef={opener} onClick={() => setOpen(true)}>
          {action}
        </Button>
      )}
    </section>
  );
}

export function OwnAddress() {
  const { client, ownId } = useOrganization();
  const address = useOrganizationState((state) => personIn(state, ownId)?.delivery_email);
  const sendsMail = useOrganizationState(({ server_sends_email }) => server_sends_email);
  const mayChange = useOrganizationState((state) => mayChangeOwn(state, 'email'));
  // A new address takes effect once the link in an email was followed.
  const isOffered = mayChange && sendsMail === true;
  const [sentTo, setSentTo] = useState('');
  return (
    <Change
      title={t('login.email')}
      action={t('login.changeEmail')}
      isOffered={isOffered}
      asks={['email']}
      onProof={async (_proof, { email }) => {
        await client.call('update-settings', { email });
        setSentTo(email);
      }}
    >
      <p>{address}</p>
      {!isOffered && <p class="soft">{mayChange ? t('login.noMail') : t('profile.onlyAdministrators')}</p>}
      <UnconfirmedAddress />
      <div role="status">{sentTo && <p>{t('login.emailSent', { email: sentTo })}</p>}</div>
    </Change>
  );
}

export function OwnPassword() {
  const { client } = useOrganization();
  const hasPassword = useOrganizationState(hasLocalPasswords);
  if (!hasPassword) return null;
  return (
    <Change
      title={t('login.password')}
      action={t('login.changePassword')}
      asks={['password', 'newPassword']}
      onProof={async ({ password }, { newPassword }) => {
        await client.call('update-settings', { old_password: password, new_password: newPassword });
      }}
    >
      <p class="soft">{t('login.passwordText')}</p>
    </Change>
  );
}
