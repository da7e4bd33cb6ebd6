// A dialog that asks for a recent proof of identity when the browser's session is not enough: the password, a
// code, a passkey, or a login at the identity provider, for which the browser leaves this page.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { attempt } from '../data/attempt.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { t } from '../i18n/texts.ts';
import { passkeyErrorText, requestPasskey, supportsPasskeys } from './passkey-requests.ts';

type Methods = AnswerOf<'get-proof-methods'>;

interface ConfirmProps {
  readonly client: ParleyClient;
  readonly methods: Methods;
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** The address of a provider, with the page to return to. */
function addressOf(url: string): string {
  const current = `${location.pathname}${location.search}${location.hash}`;
  return `${url}?next=${encodeURIComponent(current)}`;
}

const inputs = {
  password: { type: 'password', autocomplete: 'current-password' },
  code: { autocomplete: 'one-time-code' },
} as const;

/** Fields for password and code; either is enough. */
function TypedProof({ client, methods, onProven }: ConfirmProps) {
  const [typed, setTyped] = useState({ password: '', code: '' });
  const sending = useSubmission(passkeyErrorText);
  const names = (['password', 'code'] as const).filter((name) => methods[name]);
  const labels = {
    password: 'login.currentPassword',
    code: methods.password ? 'proof.orCode' : 'proof.code',
  } as const;
  const isPasskeyOffered = methods.passkey && supportsPasskeys();
  const isReady = names.some((name) => typed[name] !== '');
  const prove = async () => {
    const { password, code } = typed;
    await client.call('give-proof', password === '' ? { code } : { password });
    onProven();
  };
  const byPasskey = async () => {
    const passkey = await requestPasskey(await client.call('ask-for-passkey'));
    await client.call('give-proof', { passkey });
    onProven();
  };
  return (
    <SubmitForm
      sending={sending}
      isReady={isReady}
      onSend={prove}
      buttons={
        <div class="key-line">
          <SubmitButton sending={sending} isReady={isReady}>
            {t('proof.confirm')}
          </SubmitButton>
          {isPasskeyOffered && (
            <Button needsServer onClick={() => sending.send(byPasskey)}>
              {t('factor.usePasskey')}
            </Button>
          )}
        </div>
      }
    >
      {names.map((name) => (
        <label key={name} class="field">
          <span>{t(labels[name])}</span>
          <input
            class="input"
            name={name}
            {...inputs[name]}
            value={typed[name]}
            onInput={({ currentTarget: { value } }) => {
              setTyped((typed) => ({ ...typed, [name]: value }));
              sending.clearOutcome();
            }}
          />
        </label>
      ))}
    </SubmitForm>
  );
}

function Providers({ methods: { providers, password, code } }: Pick<ConfirmProps, 'methods'>) {
  return (
    <div class="fields">
      <p class="soft">{t(password || code ? 'proof.providerText' : 'proof.onlyProviderText')}</p>
      {providers.map(({ display_name: name, url }) => (
        <Button key={url} needsServer onClick={() => location.assign(addressOf(url))}>
          {t('proof.provider', { name })}
        </Button>
      ))}
    </div>
  );
}

function ConfirmDialog(props: ConfirmProps) {
  const { password, code, providers } = props.methods;
  const isTyped = password || code;
  // The dialog also closes when the page's address changes; the waiting request must learn of it.
  useEffect(() => props.onClose, []);
  return (
    <Dialog title={t('proof.title')} onClose={props.onClose} size="small">
      <div class="own">
        <p>{t('proof.text')}</p>
        {isTyped && <TypedProof {...props} />}
        {providers.length > 0 && <Providers methods={props.methods} />}
        {!isTyped && providers.length === 0 && <p>{t('proof.none')}</p>}
      </div>
    </Dialog>
  );
}

async function askForProof(client: ParleyClient): Promise<boolean> {
  const methods = await attempt(client.call('get-proof-methods'));
  if (!methods) return false;
  // Another tab of this browser may have provided the proof meanwhile.
  if (methods.proven_until !== null) return true;
  return new Promise((resolve) => {
    showDialog((close) => {
      const end = (isProven: boolean) => {
        resolve(isProven);
        close();
      };
      return (
        <ConfirmDialog
          client={client}
          methods={methods}
          onProven={() => end(true)}
          onClose={() => end(false)}
        />
      );
    });
  });
}

let pendingProof: Promise<boolean> | undefined;

/** Asks for a proof of identity, once for all waiting requests. Returns whether it was given. */
export function confirmIdentity(client: ParleyClient): Promise<boolean> {
  pendingProof ??= askForProof(client).finally(() => {
    pendingProof = undefined;
  });
  return pendingProof;
}
