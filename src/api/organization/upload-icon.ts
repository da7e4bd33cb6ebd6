// POST /realm/icon: uploads the organization's icon.

import { changePicture } from '../../actions/organizations/change-picture.ts';
import { anyText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { storeOrganizationPicture } from '../../model/organizations/picture-files.ts';
import { writeOperation } from '../operation.ts';

export const uploadIcon = writeOperation({
  name: 'upload-organization-icon',
  method: 'POST',
  path: '/realm/icon',
  summary: "Upload the organization's icon.",
  access: 'administrator',
  files: true,
  errors: ['BAD_IMAGE'],
  parameters: {},
  result: { icon_url: anyText },
  async handle(context) {
    const { files, state, services } = context;
    const [file, ...others] = files;
    if (!file || others.length > 0) throw badRequest('You must upload exactly one icon.');
    const version = state.organization.settings.icon_version + 1;
    const key = { organizationId: state.id, picture: 'icon', version } as const;
    await storeOrganizationPicture(services, key, file.contentWithin(limits.iconMegabytes));
    return { icon_url: await context.write((writer) => changePicture(writer, 'icon', 'uploaded', version)) };
  },
});
