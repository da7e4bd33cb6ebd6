// DELETE /realm/profile_fields/{field_id}: permanently deletes a custom profile field and all its values.

import { audit } from '../../actions/audit/audit.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { profileFieldsChanged } from '../../model/profile-fields/profile-field-events.ts';
import { fieldNotFound } from '../../model/profile-fields/profile-field-rules.ts';
import { deleteField, readFields } from '../../stores/profile-fields/profile-field-store.ts';
import { writeOperation } from '../operation.ts';

export const deleteProfileField = writeOperation({
  name: 'delete-custom-profile-field',
  method: 'DELETE',
  path: '/realm/profile_fields/{field_id}',
  summary: 'Delete a custom profile field.',
  access: 'administrator',
  parameters: { field_id: required(id, 'The ID of the field.') },
  result: {},
  async handle(context, { field_id: fieldId }) {
    await context.write(async (writer) => {
      const fields = await readFields(writer);
      const removed = fields.find((field) => field.id === fieldId);
      if (!removed) throw fieldNotFound(fieldId);
      await deleteField(writer, fieldId);
      await audit(writer, { kind: 'profile_field_removed', details: { name: removed.name } });
      writer.emit(profileFieldsChanged(fields.filter((field) => field !== removed)));
    });
    return {};
  },
});
