// Creates or edits a profile field.

import { IconButton } from '../../components/button.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { useUnsavedValue } from '../settings/use-unsaved-value.ts';
import {
  type Choice,
  draftOf,
  emptyField,
  type Field,
  type FieldDraft,
  type FieldTypeName,
  fieldTypeNames,
  fieldTypes,
  isNamedByServer,
  isReady,
  mayMatch,
  maySummarize,
  OWN_ACCOUNT,
  sentField,
} from './field-rules.ts';

interface PartProps {
  readonly draft: FieldDraft;
  readonly change: (more: Partial<FieldDraft>) => void;
}

/** The options of a list, with an empty one at the end. */
function Choices({ draft: { choices }, change }: PartProps) {
  function put(position: number, text: string) {
    const changed = choices.map((choice, index) => (index === position ? { ...choice, text } : choice));
    const isFull = changed.every((choice) => choice.text !== '');
    change({ choices: isFull ? [...changed, { key: '', text: '' }] : changed });
  }
  function move(position: number) {
    const [above, current] = [choices[position - 1], choices[position]];
    if (above && current) change({ choices: choices.with(position - 1, current).with(position, above) });
  }
  const remove = (removed: Choice) => change({ choices: choices.filter((choice) => choice !== removed) });
  return (
    <fieldset class="choice">
      <legend>{t('fields.options')}</legend>
      {choices.map((choice, position) => (
        <div key={position} class="arranged-line">
          <input
            class="input"
            aria-label={t('fields.option', { count: position + 1 })}
            maxLength={100}
            value={choice.text}
            onInput={(event) => put(position, event.currentTarget.value)}
          />
          <IconButton
            name={t('fields.optionUp', { count: position + 1 })}
            icon="up"
            aria-disabled={position === 0}
            onClick={() => move(position)}
          />
          <IconButton
            name={t('fields.optionRemove', { count: position + 1 })}
            icon="delete"
            aria-disabled={choices.length === 1}
            onClick={() => choices.length === 1 || remove(choice)}
          />
        </div>
      ))}
      {choices.some(({ key }) => key !== '') && <small>{t('fields.optionsHelp')}</small>}
    </fieldset>
  );
}

function Account({ draft, change, isMade }: PartProps & { readonly isMade: boolean }) {
  const services = useOrganizationState((state) => state.realm_default_external_accounts) ?? {};
  return (
    <>
      <label class="field">
        <span>{t('fields.account')}</span>
        <select
          class="input"
          disabled={isMade}
          value={draft.account}
          onChange={(event) => change({ account: event.currentTarget.value })}
        >
          {Object.entries(services).map(([key, { text }]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
          <option value={OWN_ACCOUNT}>{t('fields.otherAccount')}</option>
        </select>
      </label>
      {draft.account === OWN_ACCOUNT && (
        <div class="field">
          <label for="field-address">{t('fields.address')}</label>
          <input
            id="field-address"
            aria-describedby="field-address-help"
            class="input code"
            placeholder="https://example.com/%(username)s"
            maxLength={2000}
            value={draft.address}
            onInput={(event) => change({ address: event.currentTarget.value })}
          />
          <small id="field-address-help">{t('fields.addressHelp')}</small>
        </div>
      )}
    </>
  );
}

function Texts({ draft, change }: PartProps) {
  return (
    <>
      <label class="field">
        <span>{t('fields.name')}</span>
        <input
          class="input"
          maxLength={40}
          value={draft.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
      <div class="field">
        <label for="field-hint">{t('fields.hint')}</label>
        <input
          id="field-hint"
          aria-describedby="field-hint-help"
          class="input"
          maxLength={80}
          value={draft.hint}
          onInput={(event) => change({ hint: event.currentTarget.value })}
        />
        <small id="field-hint-help">{t('fields.hintHelp')}</small>
      </div>
    </>
  );
}

function Flags({ draft, change, others }: PartProps & { readonly others: readonly Field[] }) {
  const check = (
    name: 'isRequired' | 'isInSummary' | 'isEditable' | 'isForMatching',
    label: string,
    isOffered = true,
  ) => (
    <label class="check">
      <input
        type="checkbox"
        checked={draft[name]}
        disabled={!isOffered && !draft[name]}
        onChange={(event) => change({ [name]: event.currentTarget.checked })}
      />
      {label}
    </label>
  );
  return (
    <div>
      {check('isRequired', t('fields.required'))}
      {check('isEditable', t('fields.editable'))}
      {check('isInSummary', t('fields.summary'), maySummarize(draft.type, others))}
      {!maySummarize(draft.type, others) && <small>{t('fields.summaryHelp')}</small>}
      {mayMatch(draft.type) && check('isForMatching', t('fields.matching'))}
    </div>
  );
}

export function FieldDialog({ oldField, onClose }: { oldField?: Field; onClose(): void }) {
  const { client } = useOrganization();
  const all = useOrganizationState((state) => state.custom_profile_fields) ?? [];
  const others = all.filter(({ id }) => id !== oldField?.id);
  const title = oldField ? t('fields.edit', { name: oldField.name }) : t('fields.add');
  const savedDraft = oldField ? draftOf(oldField) : emptyField;
  const draft = useUnsavedValue(`field ${oldField?.id ?? ''}`, savedDraft, () =>
    showStatus(t('draft.left', { what: title })),
  );
  const { value } = draft;
  const change = (more: Partial<FieldDraft>) => draft.change({ ...value, ...more });
  async function save() {
    const sentFields = sentField(value);
    await (oldField
      ? client.call('update-custom-profile-field', { field_id: oldField.id, ...sentFields })
      : client.call('create-custom-profile-field', { field_type: fieldTypes[value.type], ...sentFields }));
    draft.discard();
  }
  return (
    <FormDialog title={title} isReady={isReady(value)} onSave={save} onClose={onClose}>
      <div class="field">
        <label for="field-type">{t('fields.type')}</label>
        <select
          id="field-type"
          aria-describedby="field-type-help"
          class="input"
          disabled={oldField !== undefined}
          value={value.type}
          onChange={(event) =>
            change({ type: event.currentTarget.value as FieldTypeName, isInSummary: false })
          }
        >
          {fieldTypeNames.map((name) => (
            <option key={name} value={name}>
              {t(`fieldType.${name}`)}
            </option>
          ))}
        </select>
        {oldField && <small id="field-type-help">{t('fields.typeHelp')}</small>}
      </div>
      {value.type === 'account' && <Account draft={value} change={change} isMade={oldField !== undefined} />}
      {!isNamedByServer(value) && <Texts draft={value} change={change} />}
      {value.type === 'choice' && <Choices draft={value} change={change} />}
      <Flags draft={value} change={change} others={others} />
    </FormDialog>
  );
}
