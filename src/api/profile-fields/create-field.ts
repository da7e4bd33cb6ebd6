// POST /realm/profile_fields: adds a custom profile field after all others. (Specification E6.)

import { audit } from '../../actions/audit/audit.ts';
import { id, integer } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { externalAccounts } from '../../model/profile-fields/external-accounts.ts';
import { builtInAccountOf, checkedFieldData } from '../../model/profile-fields/field-data.ts';
import { fieldTypeOf } from '../../model/profile-fields/profile-field.ts';
import { profileFieldsChanged } from '../../model/profile-fields/profile-field-events.ts';
import { checkField, type FieldContent } from '../../model/profile-fields/profile-field-rules.ts';
import { insertField, readFields } from '../../stores/profile-fields/profile-field-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { fieldParameters } from './field-parameters.ts';

export const createProfileField = writeOperation({
  name: 'create-custom-profile-field',
  method: 'POST',
  path: '/realm/profile_fields',
  summary: 'Create a custom profile field.',
  access: 'administrator',
  parameters: {
    field_type: required(
      integer(),
      'The type of the field: 1 short text, 2 paragraph, 3 dropdown, 4 date, 5 link, 6 people, 7 external account, 8 pronouns.',
    ),
    ...fieldParameters,
  },
  result: { id },
  async handle(context, values) {
    const type = fieldTypeOf(values.field_type);
    const data = checkedFieldData(type, values.field_data);
    // Built-in kinds of external accounts have their own names and hints.
    const account = externalAccounts[builtInAccountOf(type, data) ?? ''];
    const content: FieldContent = {
      type,
      data,
      name: account?.name ?? values.name ?? '',
      hint: account?.hint ?? values.hint ?? '',
      isInSummary: values.display_in_profile_summary ?? false,
      isRequired: values.required ?? false,
      isEditableByUser: values.editable_by_user ?? true,
      isForMatching: values.use_for_user_matching ?? false,
    };
    return context.write(async (writer) => {
      const others = await readFields(writer);
      checkField(content, others);
      await takeQuota(await readCreator(writer, context.actor.account.id), 'profile_fields');
      const position = (others.at(-1)?.position ?? 0) + 1;
      const newId = await insertField(writer, content, position);
      await audit(writer, { kind: 'profile_field_added', details: { name: content.name } });
      writer.emit(profileFieldsChanged([...others, { id: newId, position, ...content }]));
      return { id: newId };
    });
  },
});
