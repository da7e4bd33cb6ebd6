// Whether a bot accepts only signed requests, and the key that checks them: the shared secret or the
// service's public key.

import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Button } from '../components/button.tsx';
import { attempt } from '../data/attempt.ts';
import { SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';

type Signature = Pick<AnswerOf<'get-webhook-address'>, 'signed_in' | 'checked_by' | 'is_checked'>;

export interface WebhookSignatureProps {
  readonly botId: number;
  readonly signature: Signature;
  /** Called after the key was changed. */
  readonly onChange: () => void;
}

export function WebhookSignature({ botId, signature, onChange }: WebhookSignatureProps) {
  const { client } = useOrganization();
  const [secret, setSecret] = useState('');
  const sending = useSubmission();
  const { signed_in: header, checked_by: checkedBy, is_checked: isChecked } = signature;
  if (header === null) return isChecked ? <p class="soft">{t('webhooks.serviceDoesNotSign')}</p> : null;
  if (checkedBy === null) return <p class="soft">{t('webhooks.signedIn', { header })}</p>;
  async function set(value: string): Promise<void> {
    await client.call('update-bot', { bot_id: botId, config_data: { [checkedBy as string]: value } });
    setSecret('');
    onChange();
  }
  return (
    <>
      <p class="soft">
        {t('webhooks.signedIn', { header })}{' '}
        {t(isChecked ? 'webhooks.signaturesRequired' : 'webhooks.unsignedAccepted')}
      </p>
      {checkedBy === 'secret' && (
        <SubmitForm
          sending={sending}
          isReady={secret !== ''}
          label={t('webhooks.signingSecret')}
          action={t('common.save')}
          onSend={() => set(secret)}
        >
          <label class="field">
            <span>{t('webhooks.signingSecret')}</span>
            <input
              class="input"
              type="password"
              autocomplete="off"
              value={secret}
              onInput={(event) => setSecret(event.currentTarget.value)}
            />
          </label>
        </SubmitForm>
      )}
      {(isChecked || checkedBy !== 'secret') && (
        <div>
          <Button needsServer onClick={() => attempt(set(isChecked ? '' : 'default'))}>
            {t(isChecked ? 'webhooks.acceptUnsigned' : 'webhooks.requireSignatures')}
          </Button>
        </div>
      )}
    </>
  );
}
