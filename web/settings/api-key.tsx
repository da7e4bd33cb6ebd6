// Shows an API key, which can be copied, downloaded as the configuration file of programs, or replaced. The
// viewer's own key needs a proof of identity if the account has a second factor.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { copyText } from '../components/copy-text.ts';
import { FormError, SubmitButton, useSubmission } from '../forms/send-form.tsx';
import { t } from '../i18n/texts.ts';
import { download } from './download.ts';
import { type Proof, ProofForm, type ProofFormProps } from './proof-form.tsx';

export interface ApiKeyProps {
  readonly email: string;
  readonly apiKey: string;
  /** The proof required for a new key; undefined if none. */
  readonly proof?: Pick<ProofFormProps, 'asks' | 'takesPasskey'> | undefined;
  /** Requests a new key from the server. */
  readonly onRenew: (proof?: Proof) => Promise<{ readonly api_key: string }>;
}

/** The configuration file from which programs of this API read their credentials. */
function keyFile(email: string, key: string): string {
  return ['[api]', `email=${email}`, `key=${key}`, `site=${location.origin}`, ''].join('\n');
}

export function ApiKey({ email, apiKey, proof, onRenew }: ApiKeyProps) {
  const [key, setKey] = useState(apiKey);
  const [isProving, setProving] = useState(false);
  const sending = useSubmission();
  const renew = async (proof?: Proof) => {
    setKey((await onRenew(proof)).api_key);
    setProving(false);
  };
  return (
    <>
      <div class="key-line">
        <input class="input" readOnly aria-label={t('apiKey.label')} value={key} />
        <Button icon="copy" onClick={() => copyText(key)}>
          {t('messages.copy')}
        </Button>
        <Button icon="download" onClick={() => download('zuliprc', keyFile(email, key))}>
          {t('apiKey.download')}
        </Button>
      </div>
      <p class="soft">{t('apiKey.generateText')}</p>
      <FormError error={sending.error} />
      {proof && isProving ? (
        <ProofForm
          {...proof}
          action={t('apiKey.generate')}
          onProof={renew}
          onCancel={() => setProving(false)}
        />
      ) : (
        <SubmitButton
          type="button"
          kind="plain"
          icon="retry"
          sending={sending}
          onClick={() => (proof ? setProving(true) : void sending.send(() => renew()))}
        >
          {t('apiKey.generate')}
        </SubmitButton>
      )}
    </>
  );
}
