// Proves the viewer's identity with the password, and a code or passkey if two-factor login is on, and
// submits a change along with it. Errors are shown below.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import {
  type PasskeyAssertion,
  passkeyErrorText,
  requestPasskey,
  supportsPasskeys,
} from './passkey-requests.ts';

export interface Proof {
  readonly password: string;
  /** Undefined if none is required. */
  readonly code?: string | undefined;
  /** Instead of a code. */
  readonly passkey?: PasskeyAssertion | undefined;
}

/** The values of the fields. */
export interface ProofFields {
  readonly password: string;
  readonly code: string;
  readonly newPassword: string;
  readonly email: string;
}

export interface ProofFormProps {
  readonly asks: readonly (keyof ProofFields)[];
  /** Whether a passkey may replace the code. */
  readonly takesPasskey?: boolean | undefined;
  /** The label of the button. */
  readonly action: string;
  /** Called with the proof; errors it throws are shown. */
  readonly onProof: (proof: Proof, typed: ProofFields) => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
  /** The id of the element that explains the purpose. */
  readonly describedBy?: string;
}

const inputs = {
  password: {
    label: 'login.currentPassword',
    attributes: { type: 'password', autocomplete: 'current-password' },
  },
  code: { label: 'factor.code', attributes: { autocomplete: 'one-time-code' } },
  newPassword: { label: 'login.newPassword', attributes: { type: 'password', autocomplete: 'new-password' } },
  email: { label: 'login.newEmail', attributes: { type: 'email', autocomplete: 'email' } },
} as const;

export function ProofForm({ asks, takesPasskey, action, onProof, onCancel, describedBy }: ProofFormProps) {
  const { client } = useOrganization();
  const [typed, setTyped] = useState<ProofFields>({ password: '', code: '', newPassword: '', email: '' });
  const sending = useSubmission(passkeyErrorText);
  const fields = useRef<HTMLDivElement>(null);
  const next = asks.findIndex((name) => typed[name] === '');
  // Focuses the first empty field whenever more is required.
  useEffect(() => fields.current?.querySelectorAll('input')[next]?.focus(), [asks.length]);
  const isTyped = next < 0;
  const isPasskeyOffered = takesPasskey === true && supportsPasskeys();
  const mayShowPasskey = isPasskeyOffered && asks.every((name) => name === 'code' || typed[name] !== '');
  // Without a code, Enter uses the passkey.
  const isReady = isTyped || mayShowPasskey;
  const prove = async (factor: Omit<Proof, 'password'>) =>
    onProof({ password: typed.password, ...factor }, typed);
  const byCode = () => prove({ code: asks.includes('code') ? typed.code : undefined });
  const byPasskey = async () =>
    prove({ passkey: await requestPasskey(await client.call('ask-for-passkey')) });
  return (
    <SubmitForm
      sending={sending}
      isReady={isReady}
      onSend={isTyped ? byCode : byPasskey}
      buttons={
        <div class="key-line">
          <SubmitButton sending={sending} isReady={isReady}>
            {action}
          </SubmitButton>
          {isPasskeyOffered && (
            <SubmitButton
              type="button"
              kind="plain"
              sending={sending}
              isReady={mayShowPasskey}
              onClick={() => void sending.send(byPasskey)}
            >
              {t('factor.usePasskey')}
            </SubmitButton>
          )}
          {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
        </div>
      }
    >
      <div ref={fields} class="fields">
        {asks.map((name) => (
          <label key={name} class="field">
            <span>{t(inputs[name].label)}</span>
            <input
              class="input"
              name={name}
              aria-describedby={describedBy}
              {...inputs[name].attributes}
              value={typed[name]}
              onInput={(event) => {
                const { value } = event.currentTarget;
                // Password managers fill several fields at once.
                setTyped((current) => ({ ...current, [name]: value }));
                sending.clearOutcome();
              }}
            />
          </label>
        ))}
      </div>
    </SubmitForm>
  );
}
