// DELETE /realm/icon: restores the generated icon.

import { changePicture } from '../../actions/organizations/change-picture.ts';
import { anyText } from '../../api-contract/codec.ts';
import { writeOperation } from '../operation.ts';

export const deleteIcon = writeOperation({
  name: 'delete-organization-icon',
  method: 'DELETE',
  path: '/realm/icon',
  summary: "Delete the organization's icon.",
  access: 'administrator',
  parameters: {},
  result: { icon_url: anyText },
  async handle(context) {
    const version = context.state.organization.settings.icon_version + 1;
    return { icon_url: await context.write((writer) => changePicture(writer, 'icon', 'generated', version)) };
  },
});
