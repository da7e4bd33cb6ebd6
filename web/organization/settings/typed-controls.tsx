// Controls of typed settings, which are saved by a button. Unsaved values stay in their fields.

import { useId } from 'preact/hooks';
import { showStatus } from '../../components/status-line.tsx';
import { FormError, SubmitButton, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import type { ControlProps } from './control.ts';
import { type DescribedField, DraftForm, useUnsavedField } from './draft-form.tsx';

const MAX_NUMBER = 999_999_999;

/** Sends the viewer the welcome message as new accounts will get it. */
function TryWelcome({ text }: { readonly text: string }) {
  const { client } = useOrganization();
  const sending = useSubmission();
  async function send() {
    await client.call('test-welcome-bot-custom-message', { welcome_message_custom_text: text });
    showStatus(t('welcome.sent'));
  }
  return (
    <>
      <FormError error={sending.error} />
      <SubmitButton
        type="button"
        kind="plain"
        icon="send"
        sending={sending}
        isReady={text.trim() !== ''}
        onClick={() => void sending.send(send)}
      >
        {t('welcome.try')}
      </SubmitButton>
    </>
  );
}

export function TextControl({
  setting,
  label,
  current,
  isLocked,
  describedBy,
  save,
  onTyped,
}: ControlProps<'text'>) {
  const id = useId();
  const draft = useUnsavedField(`setting ${setting.name}`, String(current ?? ''), label, onTyped);
  const { length, lines, empty, isNeeded } = setting;
  const common = {
    id,
    class: 'input',
    disabled: isLocked,
    maxLength: length,
    value: draft.value,
  };
  const field = (described: DescribedField) =>
    lines === 1 ? (
      <input {...common} {...described} onInput={(event) => draft.change(event.currentTarget.value)} />
    ) : (
      <textarea
        {...common}
        {...described}
        rows={lines}
        onInput={(event) => draft.change(event.currentTarget.value)}
      />
    );
  function onSave(): string {
    const text = lines === 1 ? draft.value.trim() : draft.value;
    void save(text === '' && empty !== undefined ? empty : text, text).then((isSaved) => {
      // A value that is not in the state causes no event.
      if (isSaved && current === undefined) draft.discard();
    });
    return text;
  }
  return (
    <DraftForm
      draft={draft}
      isReady={!isNeeded || draft.value.trim() !== ''}
      allowed={t('draft.notEmpty')}
      {...{ describedBy, onSave }}
    >
      {(described) => (
        <>
          <div class="field">
            <label for={id}>{label}</label>
            {field(described)}
          </div>
          {setting.name === 'welcome_message_custom_text' && !isLocked && <TryWelcome text={draft.value} />}
        </>
      )}
    </DraftForm>
  );
}

export function NumberControl({
  setting,
  label,
  current,
  isLocked,
  describedBy,
  save,
  onTyped,
}: ControlProps<'number'>) {
  const draft = useUnsavedField(`setting ${setting.name}`, String(current ?? 0), label, onTyped);
  return (
    <DraftForm
      draft={draft}
      isReady={/^\d{1,9}$/.test(draft.value)}
      allowed={t('draft.number', { least: 0, most: MAX_NUMBER })}
      describedBy={describedBy}
      onSave={() => {
        const value = Number(draft.value);
        void save(value);
        return String(value);
      }}
    >
      {(described) => (
        <label class="field">
          <span>{label}</span>
          <span class="with-unit">
            <input
              class="input"
              type="number"
              inputMode="numeric"
              min={0}
              max={MAX_NUMBER}
              disabled={isLocked}
              {...described}
              value={draft.value}
              onInput={(event) => draft.change(event.currentTarget.value)}
            />
            {t(setting.unit, { count: Number(draft.value) })}
          </span>
        </label>
      )}
    </DraftForm>
  );
}
