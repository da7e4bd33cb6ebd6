// GET /realm/profile_fields: the custom profile fields of the organization.

import { list } from '../../api-contract/codec.ts';
import { profileFieldSchema, wireProfileField } from '../../model/profile-fields/wire-profile-field.ts';
import { readFields } from '../../stores/profile-fields/profile-field-store.ts';
import { readOperation } from '../operation.ts';

export const getProfileFields = readOperation({
  name: 'get-custom-profile-fields',
  method: 'GET',
  path: '/realm/profile_fields',
  summary: 'List the custom profile fields, in order.',
  access: 'account',
  parameters: {},
  result: { custom_fields: list(profileFieldSchema) },
  async handle({ reader }) {
    return { custom_fields: (await readFields(reader)).map(wireProfileField) };
  },
});
