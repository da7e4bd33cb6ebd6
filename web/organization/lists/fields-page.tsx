// The organization's profile fields, in order.

import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { ListHead } from '../../components/list-head.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { attempt } from '../../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { LockNote } from '../settings/setting-groups.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { draftOf, type Field } from './field-rules.ts';
import { OrderedTools } from './ordered-tools.tsx';

/** The properties of a field as a text. */
function factsOf(field: Field): string {
  const { type, choices, isInSummary, isRequired, isEditable, isForMatching } = draftOf(field);
  const options = choices.flatMap(({ text }) => (text === '' ? [] : [text])).join(', ');
  return [
    t(`fieldType.${type}`),
    type === 'choice' && options,
    isRequired && t('fields.isRequired'),
    isInSummary && t('fields.isInSummary'),
    isForMatching && t('fields.isForMatching'),
    !isEditable && t('fields.isLocked'),
  ]
    .filter((note) => note !== false)
    .join(' · ');
}

function Line({ field, ids }: { readonly field: Field; readonly ids: readonly number[] }) {
  const { client } = useOrganization();
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  const { id, name, hint } = field;
  return (
    <li>
      <div>
        <b>{name}</b>
        {hint !== '' && <small>{hint}</small>}
        <small>{factsOf(field)}</small>
      </div>
      {isAdministrator && (
        <OrderedTools
          names={{
            up: t('fields.up', { name }),
            down: t('fields.down', { name }),
            edit: t('fields.edit', { name }),
            delete: t('fields.delete', { name }),
          }}
          id={id}
          ids={ids}
          onOrder={(order) =>
            void attempt(client.call('reorder-custom-profile-fields', { order: [...order] }))
          }
          onEdit={() => showDialog((close) => <FieldDialog oldField={field} onClose={close} />)}
          onDelete={() =>
            confirmAction({
              title: t('fields.deleteTitle', { name }),
              text: t('fields.deleteText'),
              action: t('fields.deleteButton'),
              onYes: () => void attempt(client.call('delete-custom-profile-field', { field_id: id })),
            })
          }
        />
      )}
    </li>
  );
}

export function FieldsPage() {
  const all = useOrganizationState((state) => state.custom_profile_fields) ?? [];
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  const sorted = [...all].sort((a, b) => a.order - b.order);
  return (
    <section aria-label={t('sections.fields')}>
      <LockNote />
      <ListHead isEmpty={all.length === 0} icon="person" title={t('fields.none')} text={t('fields.help')}>
        {isAdministrator && (
          <Button icon="add" onClick={() => showDialog((close) => <FieldDialog onClose={close} />)}>
            {t('fields.add')}
          </Button>
        )}
      </ListHead>
      <ol class="organization-list">
        {sorted.map((field) => (
          <Line key={field.id} field={field} ids={sorted.map(({ id }) => id)} />
        ))}
      </ol>
    </section>
  );
}
