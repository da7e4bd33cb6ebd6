// PATCH /realm/profile_fields/{field_id}: changes a custom profile field, except its type. Removing choices
// also removes the values of people who had chosen them.

import { audit } from '../../actions/audit/audit.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { type ParameterValues, required } from '../../api-contract/parameter.ts';
import { profileValueRemoved } from '../../model/people/profile-value-events.ts';
import { builtInAccountOf, checkedFieldData } from '../../model/profile-fields/field-data.ts';
import { FieldType, fieldChoices, type ProfileField } from '../../model/profile-fields/profile-field.ts';
import { profileFieldsChanged } from '../../model/profile-fields/profile-field-events.ts';
import { checkField, fieldNotFound } from '../../model/profile-fields/profile-field-rules.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readFields, updateField } from '../../stores/profile-fields/profile-field-store.ts';
import { deleteValuesOtherThan } from '../../stores/profile-fields/value-store.ts';
import { writeOperation } from '../operation.ts';
import { fieldParameters } from './field-parameters.ts';

function withChanges(oldField: ProfileField, values: ParameterValues<typeof fieldParameters>): ProfileField {
  return {
    ...oldField,
    data:
      values.field_data === undefined ? oldField.data : checkedFieldData(oldField.type, values.field_data),
    name: values.name ?? oldField.name,
    hint: values.hint ?? oldField.hint,
    isInSummary: values.display_in_profile_summary ?? oldField.isInSummary,
    isRequired: values.required ?? oldField.isRequired,
    isEditableByUser: values.editable_by_user ?? oldField.isEditableByUser,
    isForMatching: values.use_for_user_matching ?? oldField.isForMatching,
  };
}

/** The names of built-in kinds of external accounts cannot be changed. */
function checkDescription(oldField: ProfileField, field: ProfileField): void {
  if (builtInAccountOf(oldField.type, oldField.data) === undefined) return;
  if (field.name !== oldField.name || field.hint !== oldField.hint || field.data !== oldField.data) {
    throw badRequest('Default custom field cannot be updated.');
  }
}

async function deleteRemovedChoices(writer: Writer, field: ProfileField): Promise<void> {
  if (field.type !== FieldType.choice) return;
  const accountIds = await deleteValuesOtherThan(writer, field.id, fieldChoices(field));
  for (const accountId of accountIds) writer.emit(profileValueRemoved(accountId, field.id));
}

export const updateProfileField = writeOperation({
  name: 'update-custom-profile-field',
  method: 'PATCH',
  path: '/realm/profile_fields/{field_id}',
  summary: 'Change a custom profile field.',
  access: 'administrator',
  parameters: { field_id: required(id, 'The ID of the field.'), ...fieldParameters },
  result: {},
  async handle(context, values) {
    await context.write(async (writer) => {
      const fields = await readFields(writer);
      const oldField = fields.find((field) => field.id === values.field_id);
      if (!oldField) throw fieldNotFound(values.field_id);
      const field = withChanges(oldField, values);
      checkDescription(oldField, field);
      checkField(
        field,
        fields.filter((other) => other !== oldField),
      );
      await updateField(writer, field.id, field);
      const name = { old_name: oldField.name, name: field.name };
      await audit(writer, { kind: 'profile_field_changed', details: name });
      writer.emit(profileFieldsChanged(fields.map((other) => (other === oldField ? field : other))));
      await deleteRemovedChoices(writer, field);
    });
    return {};
  },
});
