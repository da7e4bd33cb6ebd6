// DELETE /realm/logo: restores the default logo.

import { changePicture } from '../../actions/organizations/change-picture.ts';
import { boolean } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const deleteLogo = writeOperation({
  name: 'delete-organization-logo',
  method: 'DELETE',
  path: '/realm/logo',
  summary: "Delete the organization's wide logo.",
  access: 'administrator',
  parameters: { night: required(boolean, 'Whether it is the logo for dark themes.') },
  result: {},
  async handle(context, { night }) {
    const picture = night ? 'night_logo' : 'logo';
    const version = context.state.organization.settings[`${picture}_version`] + 1;
    await context.write((writer) => changePicture(writer, picture, 'generated', version));
    return {};
  },
});
