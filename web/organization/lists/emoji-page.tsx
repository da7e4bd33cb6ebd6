// Custom emoji: a list with who added each, a form to add one, and buttons to remove them.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import { PictureField } from '../../forms/picture-field.tsx';
import { SubmitForm, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { personName } from '../../store/names.ts';
import { isAllowed } from '../../store/permissions.ts';
import { useUnsavedField } from '../settings/draft-form.tsx';
import { activeEmoji, emojiNameFrom } from './emoji-rules.ts';

function AddEmoji() {
  const { client } = useOrganization();
  const draft = useUnsavedField('emoji', '', t('customEmoji.add'));
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<string>();
  const sending = useSubmission();
  const isReady = file !== undefined && draft.value.trim() !== '';
  useEffect(() => {
    if (!file) return setPreview(undefined);
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  async function add() {
    if (!file) return;
    const name = draft.value.trim();
    await client.call('upload-custom-emoji', { emoji_name: name }, { files: { file } });
    draft.discard();
    setFile(undefined);
    showStatus(t('customEmoji.added', { name }));
  }
  return (
    <SubmitForm
      label={t('customEmoji.add')}
      sending={sending}
      isReady={isReady}
      onSend={add}
      isUnsaved
      action={t('customEmoji.addButton')}
    >
      <div class="buttons">
        {preview !== undefined && <img class="custom-emoji" src={preview} alt={t('customEmoji.chosen')} />}
        <PictureField
          onChoose={(chosen) => {
            setFile(chosen);
            if (draft.value === '') draft.change(emojiNameFrom(chosen.name));
          }}
        />
      </div>
      <div class="field">
        <label for="emoji-name">{t('customEmoji.name')}</label>
        <input
          id="emoji-name"
          aria-describedby="emoji-name-help"
          class="input"
          maxLength={100}
          spellcheck={false}
          autocapitalize="off"
          value={draft.value}
          onInput={(event) => draft.change(event.currentTarget.value)}
        />
        <small id="emoji-name-help">{t('customEmoji.nameHelp')}</small>
      </div>
    </SubmitForm>
  );
}

export function EmojiPage() {
  const { client, ownId } = useOrganization();
  const state = useTrackedState();
  const all = activeEmoji(state);
  const mayAdd = isAllowed(state, state.realm_can_add_custom_emoji_group, ownId);
  const form = useRef<HTMLElement>(null);
  const remove = (name: string) =>
    confirmAction({
      title: t('customEmoji.deactivateTitle', { name }),
      text: t('customEmoji.deactivateText'),
      action: t('customEmoji.deactivateButton'),
      onYes: () => void attempt(client.call('deactivate-custom-emoji', { emoji_name: name })),
    });
  return (
    <>
      <section ref={form} aria-label={t('customEmoji.add')}>
        <h3>{t('customEmoji.add')}</h3>
        {mayAdd ? (
          <AddEmoji />
        ) : (
          <p class="locked" role="note">
            <Icon name="lock" />
            {t('customEmoji.locked')}
          </p>
        )}
      </section>
      <section aria-label={t('sections.emoji')}>
        <h3>{t('customEmoji.there')}</h3>
        {all.length === 0 && (
          <EmptyState icon="emoji" title={t('customEmoji.none')} text={t('customEmoji.noneText')}>
            {mayAdd && (
              <Button onClick={() => form.current?.querySelector('button')?.focus()}>
                {t('customEmoji.add')}
              </Button>
            )}
          </EmptyState>
        )}
        <ul class="organization-list">
          {all.map(({ id, name, source_url: address, author_id: author }) => (
            <li key={id}>
              <img class="custom-emoji" src={address} alt="" />
              <div>
                <b>:{name}:</b>
                <small>
                  {author === null
                    ? t('customEmoji.unknown')
                    : t('customEmoji.by', { who: personName(state, author) })}
                </small>
              </div>
              {(state.is_admin === true || (mayAdd && author === ownId)) && (
                <IconButton
                  name={t('customEmoji.deactivate', { name })}
                  icon="delete"
                  onClick={() => remove(name)}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
