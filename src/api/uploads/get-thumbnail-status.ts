// GET /thumbnail/status/{realm_id_str}/{filename}: whether a thumbnail of a file exists.

import { boolean, id, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { readOperation } from '../operation.ts';
import { loadableUpload } from './loadable-upload.ts';

export const getThumbnailStatus = readOperation({
  name: 'check-thumbnail-status',
  method: 'GET',
  path: '/thumbnail/status/{realm_id_str}/{filename*}',
  summary: 'Get whether an upload has a thumbnail.',
  since: 479,
  access: 'account',
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  parameters: {
    realm_id_str: required(id, 'The ID of the organization.'),
    filename: required(shortText, "The rest of the file's path."),
  },
  result: { has_thumbnail: boolean },
  async handle(context, { realm_id_str: organizationId, filename }) {
    const attachment = await loadableUpload(context, organizationId, filename);
    // Thumbnails are made when a file is uploaded.
    return { has_thumbnail: attachment.image_width !== null };
  },
});
