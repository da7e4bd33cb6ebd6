// GET /user_uploads/{realm_id_str}/{filename}: an address for loading a file without credentials, valid for a minute.

import { anyText, id, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { temporaryUrl } from '../../model/uploads/temporary-link.ts';
import { readOperation } from '../operation.ts';
import { loadableUpload } from './loadable-upload.ts';

export const getTemporaryUrl = readOperation({
  name: 'get-file-temporary-url',
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename*}',
  summary: 'Get a URL of an upload that works without credentials for one minute.',
  access: 'account',
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  parameters: {
    realm_id_str: required(id, 'The ID of the organization.'),
    filename: required(shortText, "The rest of the file's path."),
  },
  result: { url: anyText },
  async handle(context, { realm_id_str: organizationId, filename }) {
    const attachment = await loadableUpload(context, organizationId, filename);
    const now = nowSeconds();
    return { url: temporaryUrl(context.services.keyring, context.actor.account, attachment.path_id, now) };
  },
});
