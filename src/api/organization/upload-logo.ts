// POST /realm/logo: uploads the organization's wide logo, for light or dark themes.

import { changePicture } from '../../actions/organizations/change-picture.ts';
import { boolean } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { storeOrganizationPicture } from '../../model/organizations/picture-files.ts';
import { writeOperation } from '../operation.ts';

export const uploadLogo = writeOperation({
  name: 'upload-organization-logo',
  method: 'POST',
  path: '/realm/logo',
  summary: "Upload the organization's wide logo.",
  access: 'administrator',
  files: true,
  errors: ['BAD_IMAGE'],
  parameters: { night: required(boolean, 'Whether it is the logo for dark themes.') },
  result: {},
  async handle(context, { night }) {
    const { files, state, services } = context;
    const [file, ...others] = files;
    if (!file || others.length > 0) throw badRequest('You must upload exactly one logo.');
    const picture = night ? 'night_logo' : 'logo';
    const version = state.organization.settings[`${picture}_version`] + 1;
    const key = { organizationId: state.id, picture, version } as const;
    await storeOrganizationPicture(services, key, file.contentWithin(limits.iconMegabytes));
    await context.write((writer) => changePicture(writer, picture, 'uploaded', version));
    return {};
  },
});
