// Code playgrounds: external sites that run a code block, by language.

import { Button, IconButton } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { ListHead } from '../../components/list-head.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { LockNote } from '../settings/setting-groups.tsx';
import { useUnsavedValue } from '../settings/use-unsaved-value.ts';

/** Placeholders, the same in all languages. */
const samples = {
  name: 'Rust Playground',
  pygments_language: 'Rust',
  url_template: 'https://play.example.com/?code={code}',
};
const empty = { name: '', pygments_language: '', url_template: '' };

function PlaygroundDialog({ onClose }: { onClose(): void }) {
  const { client } = useOrganization();
  const title = t('playgrounds.add');
  const { value, change, discard } = useUnsavedValue('playground', empty, () =>
    showStatus(t('draft.left', { what: title })),
  );
  async function save() {
    await client.call('add-code-playground', { ...value, pygments_language: value.pygments_language.trim() });
    discard();
  }
  const field = (name: keyof typeof empty, length: number) => (
    <div class="field">
      <label for={`playground-${name}`}>{t(`playgrounds.${name}`)}</label>
      <input
        id={`playground-${name}`}
        class="input"
        maxLength={length}
        aria-describedby={`playground-help-${name}`}
        placeholder={samples[name]}
        value={value[name]}
        onInput={(event) => change({ ...value, [name]: event.currentTarget.value })}
      />
      <small id={`playground-help-${name}`}>{t(`playgroundHelp.${name}`, { code: '{code}' })}</small>
    </div>
  );
  return (
    <FormDialog
      title={title}
      isReady={Object.values(value).every((text) => text.trim() !== '')}
      onSave={save}
      onClose={onClose}
    >
      {field('name', 100)}
      {field('pygments_language', 40)}
      {field('url_template', 2000)}
    </FormDialog>
  );
}

export function PlaygroundsPage() {
  const { client } = useOrganization();
  const all = useOrganizationState((state) => state.realm_playgrounds) ?? [];
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  return (
    <section aria-label={t('sections.playgrounds')}>
      <LockNote />
      <ListHead
        isEmpty={all.length === 0}
        icon="code"
        title={t('playgrounds.none')}
        text={t('playgrounds.help')}
      >
        {isAdministrator && (
          <Button icon="add" onClick={() => showDialog((close) => <PlaygroundDialog onClose={close} />)}>
            {t('playgrounds.add')}
          </Button>
        )}
      </ListHead>
      <ul class="organization-list">
        {all.map(({ id, name, pygments_language: language, url_template: address }) => (
          <li key={id}>
            <div>
              <b>{name}</b> · {language}
              <small>
                <code>{address}</code>
              </small>
            </div>
            {isAdministrator && (
              <IconButton
                name={t('playgrounds.delete', { name })}
                icon="delete"
                onClick={() =>
                  confirmAction({
                    title: t('playgrounds.deleteTitle', { name }),
                    text: t('playgrounds.deleteText'),
                    action: t('playgrounds.deleteButton'),
                    onYes: () => void attempt(client.call('remove-code-playground', { playground_id: id })),
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
