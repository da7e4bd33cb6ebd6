// The section of the notification settings with the alert words: words that mark messages for the viewer.

import { useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { attempt } from '../data/attempt.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { addressOfNarrow, term } from '../store/narrow-targets.ts';

/** The server's bound, in code points. */
const MAX_LENGTH = 100;

export function AlertWordsSection() {
  const { client, state } = useOrganization();
  const words = useOrganizationState(({ alert_words }) => alert_words) ?? [];
  const [typed, setTyped] = useState('');
  const sending = useSubmission();
  async function add() {
    await client.call('add-alert-words', { alert_words: [typed] });
    setTyped('');
  }
  return (
    <section aria-label={t('alertWords.title')}>
      <h3>{t('alertWords.title')}</h3>
      <p class="soft">
        {t('alertWords.help')}{' '}
        <a href={addressOfNarrow([term('is', 'alerted')], state)}>{t('alertWords.show')}</a>
      </p>
      {words.length > 0 && (
        <ul class="settings-card setting-lines">
          {[...words]
            .sort((a, b) => a.localeCompare(b))
            .map((word) => (
              <li key={word} class="setting-row line">
                <span class="label">{word}</span>
                <IconButton
                  needsServer
                  icon="close"
                  name={t('alertWords.remove', { word })}
                  onClick={() => void attempt(client.call('remove-alert-words', { alert_words: [word] }))}
                />
              </li>
            ))}
        </ul>
      )}
      <SubmitForm
        sending={sending}
        onSend={add}
        buttons={<SubmitButton sending={sending}>{t('alertWords.add')}</SubmitButton>}
      >
        <label class="field">
          <span>{t('alertWords.word')}</span>
          <input
            class="input"
            required
            pattern=".*\S.*"
            maxLength={MAX_LENGTH}
            value={typed}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
              sending.clearOutcome();
            }}
          />
        </label>
      </SubmitForm>
    </section>
  );
}
