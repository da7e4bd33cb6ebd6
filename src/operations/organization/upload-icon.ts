// POST /realm/icon: the organization's icon.

import { text } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { changePicture } from '../../model/organizations/change-picture.ts';
import { keepOrganizationPicture } from '../../model/organizations/picture-files.ts';
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
  result: { icon_url: text() },
  async handle(context) {
    const { files, state, services } = context;
    const [file, ...others] = files;
    if (!file || others.length > 0) throw badRequest('You must upload exactly one icon.');
    const version = state.organization.settings.icon_version + 1;
    const bytes = await file.read(limits.iconMegabytes);
    await keepOrganizationPicture(services.fileStore, state.id, 'icon', version, bytes);
    return { icon_url: await context.write((writer) => changePicture(writer, 'icon', 'uploaded', version)) };
  },
});
