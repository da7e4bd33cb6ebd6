// Creates or edits a linkifier, with a live preview of its example.

import type { Section } from '../../../client/state/state.ts';
import { showStatus } from '../../components/status-line.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { useUnsavedValue } from '../settings/use-unsaved-value.ts';
import { tryLinkifier } from './linkifier-trial.ts';

export type Linkifier = Section<'realm_linkifiers'>[number];

const empty = {
  pattern: '',
  url_template: '',
  example_input: '',
  reverse_template: '',
  alternatives: '',
};
type LinkifierDraft = typeof empty;

/** Placeholders, the same in all languages. */
const samples: LinkifierDraft = {
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://example.com/issues/{id}',
  example_input: '#123',
  reverse_template: '#{id}',
  alternatives: '',
};

function draftOf(linkifier: Linkifier | undefined): LinkifierDraft {
  if (!linkifier) return empty;
  return {
    pattern: linkifier.pattern,
    url_template: linkifier.url_template,
    example_input: linkifier.example_input ?? '',
    reverse_template: linkifier.reverse_template ?? '',
    alternatives: linkifier.alternative_url_templates.join('\n'),
  };
}

export interface TrialProps {
  readonly pattern: string;
  readonly url_template: string;
  readonly example: string;
}

/** The example as messages would show it. */
export function TrialLine({ pattern, url_template, example }: TrialProps) {
  const trial = tryLinkifier(pattern, url_template, example);
  if (trial.kind === 'nothing') return null;
  return (
    <p class="trial" role="note" aria-label={t('linkifiers.trial')}>
      {trial.kind !== 'linked'
        ? t(`linkifiers.${trial.kind}`)
        : trial.parts.map((part, index) =>
            typeof part === 'string' ? (
              part
            ) : (
              <a
                key={`${index} ${part.text}`}
                href={part.address}
                target="_blank"
                rel="noreferrer"
                title={part.address}
              >
                {part.text}
              </a>
            ),
          )}
    </p>
  );
}

export function LinkifierDialog({ oldLinkifier, onClose }: { oldLinkifier?: Linkifier; onClose(): void }) {
  const { client } = useOrganization();
  const title = oldLinkifier ? t('linkifiers.editTitle') : t('linkifiers.add');
  const { value, change, discard } = useUnsavedValue(
    `linkifier ${oldLinkifier?.id ?? ''}`,
    draftOf(oldLinkifier),
    () => showStatus(t('draft.left', { what: title })),
  );
  async function save() {
    const { alternatives, ...texts } = value;
    const lines = alternatives.split('\n').map((line) => line.trim());
    const sentValues = { ...texts, alternative_url_templates: lines.filter((line) => line !== '') };
    await (oldLinkifier
      ? client.call('update-linkifier', { filter_id: oldLinkifier.id, ...sentValues })
      : client.call('add-linkifier', sentValues));
    discard();
  }
  const field = (name: keyof LinkifierDraft, isMany = false) => {
    const common = {
      class: 'input code',
      spellcheck: false,
      autocapitalize: 'off' as const,
      value: value[name],
      placeholder: samples[name],
      'aria-describedby': `linkifier-${name}`,
    };
    return (
      <div class="field">
        <label for={`linkifier-field-${name}`}>{t(`linkifiers.${name}`)}</label>
        {isMany ? (
          <textarea
            {...common}
            id={`linkifier-field-${name}`}
            rows={2}
            onInput={(event) => change({ ...value, [name]: event.currentTarget.value })}
          />
        ) : (
          <input
            {...common}
            id={`linkifier-field-${name}`}
            maxLength={name === 'url_template' ? 2000 : 1000}
            onInput={(event) => change({ ...value, [name]: event.currentTarget.value })}
          />
        )}
        <small id={`linkifier-${name}`}>{t(`linkifierHelp.${name}`)}</small>
      </div>
    );
  };
  return (
    <FormDialog
      title={title}
      isReady={value.pattern.trim() !== '' && value.url_template.trim() !== ''}
      onSave={save}
      onClose={onClose}
    >
      {field('pattern')}
      {field('url_template')}
      {field('example_input')}
      <TrialLine {...value} example={value.example_input} />
      {field('reverse_template')}
      {field('alternatives', true)}
    </FormDialog>
  );
}
