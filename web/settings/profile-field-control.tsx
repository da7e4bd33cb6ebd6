// The control of a profile field, by its type. Saves when it is left.

import { useId, useState } from 'preact/hooks';
import type { Section } from '../../client/state/state.ts';
import { IconButton } from '../components/button.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { useSavedField } from '../components/use-saved-field.ts';
import { PersonField } from '../forms/person-field.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { personName } from '../store/names.ts';

type Field = Section<'custom_profile_fields'>[number];

export interface ProfileFieldProps {
  readonly field: Field;
  /** The value on the server; empty for none. */
  readonly value: string;
  /** An empty value removes it. */
  readonly onSave: (value: string | number[]) => void;
}

const LONG = 2;
const CHOICE = 3;
const DATE = 4;
const LINK = 5;
const PEOPLE = 6;

interface Choice {
  readonly text: string;
  readonly order: string;
}

/** The options of a field, in order. */
function choicesOf({ field_data: text }: Field): readonly (readonly [string, string])[] {
  const all = JSON.parse(text || '{}') as Readonly<Record<string, Choice>>;
  return Object.entries(all)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text: name }]) => [key, name]);
}

function peopleIn(value: string): number[] {
  return value === '' ? [] : (JSON.parse(value) as number[]);
}

function People({ field, value, onSave: save }: ProfileFieldProps) {
  const { state } = useOrganization();
  const ids = peopleIn(value);
  return (
    <fieldset class="choice">
      <legend>{field.name}</legend>
      <ul class="chips">
        {ids.map((id) => (
          <li key={id} class="chip">
            {personName(state, id)}
            <IconButton
              name={t('profile.removePerson', { name: personName(state, id), what: field.name })}
              icon="close"
              onClick={() => save(ids.filter((other) => other !== id))}
            />
          </li>
        ))}
      </ul>
      <PersonField
        id={`field-${field.id}`}
        label={t('profile.addPerson', { what: field.name })}
        without={new Set(ids)}
        onChoose={(id) => save([...ids, id])}
      />
    </fieldset>
  );
}

interface ControlProps extends ProfileFieldProps {
  /** The id of the element, for its label. */
  readonly id: string;
  readonly isLocked: boolean;
}

function Choices({ id, field, value, isLocked, onSave: save }: ControlProps) {
  return (
    <select
      id={id}
      class="input"
      aria-describedby={`${id}-hint`}
      disabled={isLocked}
      value={value}
      onChange={(event) => save(event.currentTarget.value)}
    >
      <option value="">{t('profile.notSet')}</option>
      {choicesOf(field).map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

function TextField({ id, field, value, isLocked, onSave: save }: ControlProps) {
  const [text, setText] = useState(value);
  const savedField = useSavedField(() => {
    if (text.trim() !== value) save(text.trim());
  });
  const common = {
    id,
    class: 'input',
    'aria-describedby': `${id}-hint`,
    disabled: isLocked,
    value: text,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      setText(event.currentTarget.value),
    ...savedField,
  };
  if (field.type === LONG) return <textarea rows={3} maxLength={500} {...common} />;
  if (field.type === DATE) return <input type="date" {...common} />;
  if (field.type === LINK) return <input type="url" maxLength={2000} {...common} />;
  return <input type="text" maxLength={1024} {...common} />;
}

export function ProfileFieldControl({ field, value, onSave }: ProfileFieldProps) {
  const { state } = useOrganization();
  const id = useId();
  const isLocked = field.editable_by_user === false && state.is_admin !== true;
  if (field.type === PEOPLE && !isLocked)
    return (
      <NeedsServer>
        <People {...{ field, value, onSave }} />
      </NeedsServer>
    );
  return (
    <div class="field">
      <label for={id}>{field.name}</label>
      {field.type === CHOICE ? (
        <NeedsServer>
          <Choices {...{ id, field, value, isLocked, onSave }} />
        </NeedsServer>
      ) : (
        <TextField {...{ id, field, value, isLocked, onSave }} />
      )}
      {(field.hint || isLocked) && (
        <small id={`${id}-hint`}>{isLocked ? t('profile.onlyAdministrators') : field.hint}</small>
      )}
    </div>
  );
}
