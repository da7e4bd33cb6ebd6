// PATCH /realm/profile_fields: changes the order in which custom profile fields are shown.

import { id, list } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { profileFieldsChanged } from '../../model/profile-fields/profile-field-events.ts';
import { checkFieldOrder } from '../../model/profile-fields/profile-field-rules.ts';
import { orderFields, readFields } from '../../stores/profile-fields/profile-field-store.ts';
import { writeOperation } from '../operation.ts';

export const reorderProfileFields = writeOperation({
  name: 'reorder-custom-profile-fields',
  method: 'PATCH',
  path: '/realm/profile_fields',
  summary: 'Change the order of the custom profile fields.',
  access: 'administrator',
  parameters: { order: required(list(id, 1000), 'The IDs of all fields in the new order.') },
  result: {},
  async handle(context, { order }) {
    await context.write(async (writer) => {
      checkFieldOrder(order, await readFields(writer));
      await orderFields(writer, order);
      writer.emit(profileFieldsChanged(await readFields(writer)));
    });
    return {};
  },
});
