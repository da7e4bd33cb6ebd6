// The provider of GIFs and its key, which are saved together: the provider is asked whether it accepts the key. A stored
// key is never shown.

import { useId, useState } from 'preact/hooks';
import { showStatus } from '../../components/status-line.tsx';
import { errorTextOf } from '../../data/attempt.ts';
import { gifErrorText } from '../../data/gif-error-text.ts';
import { SubmitForm, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { type GifProviderName, gifProviderNames, isGifProvider } from '../../lib/gif-providers.ts';
import { gifProviderText } from './gif-provider-text.ts';

type Choice = GifProviderName | 'none';

const choices: readonly Choice[] = ['none', 'giphy', 'klipy'];

export function GifProviderForm() {
  const { client } = useOrganization();
  const storedProvider = useOrganizationState((state) => state.realm_gif_provider) ?? 'none';
  const isLocked = useOrganizationState((state) => state.is_admin !== true);
  const [chosen, setChosen] = useState<Choice>();
  const [key, setKey] = useState('');
  const id = useId();
  const provider = chosen ?? (isGifProvider(storedProvider) ? storedProvider : 'none');
  const isStored = provider === storedProvider;
  const sending = useSubmission((error) =>
    provider === 'none' ? errorTextOf(error) : gifErrorText(error, provider, !isLocked),
  );
  const isReady = isStored ? key.trim() !== '' : provider === 'none' || key.trim() !== '';
  async function save() {
    const typedKey = key.trim();
    await client.call('set-gif-provider', { provider, ...(typedKey !== '' && { api_key: typedKey }) });
    setKey('');
    setChosen(undefined);
    showStatus(
      provider === 'none' ? t('gif.turnedOff') : t('gif.saved', { provider: gifProviderNames[provider] }),
    );
  }
  return (
    <div class="setting organization-setting" data-setting="gif_provider">
      <SubmitForm
        sending={sending}
        isReady={isReady}
        label={t('setting.gif_provider')}
        onSend={save}
        isUnsaved
        {...(!isLocked && { action: t('common.save') })}
      >
        <div class="field">
          <label for={`${id}-provider`}>{t('setting.gif_provider')}</label>
          <select
            id={`${id}-provider`}
            class="input"
            disabled={isLocked}
            aria-describedby={`${id}-help`}
            value={provider}
            onChange={(event) => {
              sending.clearOutcome();
              setChosen(choices[event.currentTarget.selectedIndex]);
              // It belongs to the provider for which it was typed.
              setKey('');
            }}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {gifProviderText(choice)}
              </option>
            ))}
          </select>
          <small id={`${id}-help`}>
            {t('settingHelp.gif_provider')}{' '}
            {provider !== 'none' && t('gif.agreement', { provider: gifProviderNames[provider] })}
          </small>
        </div>
        {provider !== 'none' && !isLocked && (
          <div class="field">
            <label for={`${id}-typed`}>{t('gif.key')}</label>
            <input
              id={`${id}-typed`}
              class="input"
              type="password"
              autocomplete="off"
              spellcheck={false}
              maxLength={200}
              aria-describedby={`${id}-key`}
              value={key}
              onInput={(event) => {
                sending.clearOutcome();
                setKey(event.currentTarget.value);
              }}
            />
            <small id={`${id}-key`}>{t(isStored ? 'gif.keyStored' : 'gif.keyNeeded')}</small>
          </div>
        )}
      </SubmitForm>
    </div>
  );
}
