// The viewer's API key, shown after entering the password, and a code or passkey if required.

import { useState } from 'preact/hooks';
import { ParleyError } from '../../client/parley-error.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { personIn } from '../store/directory.ts';
import { ApiKey } from './api-key.tsx';
import { canUsePasskeys } from './passkeys.tsx';
import { type Proof, ProofForm } from './proof-form.tsx';

export function KeySection() {
  const { client, state, ownId } = useOrganization();
  const [asksCode, setAsksCode] = useState(false);
  const [takesPasskey, setTakesPasskey] = useState(false);
  const [apiKey, setApiKey] = useState<{ readonly api_key: string; readonly email: string }>();
  const username = personIn(state, ownId)?.delivery_email ?? '';
  async function show(proof: Proof) {
    try {
      setApiKey(await client.call('fetch-api-key', { username, ...proof }));
    } catch (error) {
      const needsSecondFactor = error instanceof ParleyError && error.code === 'SECOND_FACTOR_REQUIRED';
      if (!needsSecondFactor) throw error;
      setTakesPasskey(canUsePasskeys(await client.call('get-own-second-factor')));
      setAsksCode(true);
    }
  }
  return (
    <div class="own">
      <p>{t('apiKey.explanation')}</p>
      {apiKey ? (
        <ApiKey
          email={apiKey.email}
          apiKey={apiKey.api_key}
          proof={asksCode ? { asks: ['password', 'code'], takesPasskey } : undefined}
          onRenew={(proof) => client.call('regenerate-api-key', proof ?? {})}
        />
      ) : (
        <ProofForm
          asks={asksCode ? ['password', 'code'] : ['password']}
          takesPasskey={takesPasskey}
          action={t('apiKey.show')}
          onProof={show}
        />
      )}
    </div>
  );
}
