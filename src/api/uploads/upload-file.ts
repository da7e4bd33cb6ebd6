// POST /user_uploads: stores a file that messages can link to.

import { receiveUpload, type UploadContext } from '../../actions/uploads/receive.ts';
import { anyText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { UploadedFile } from '../../api-contract/operation.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

function onlyFile(files: readonly UploadedFile[], megabytes: number): UploadedFile {
  const [file, ...others] = files;
  if (!file) throw badRequest('You must specify a file to upload');
  if (others.length > 0) throw badRequest('You may only upload one file at a time');
  if (file.size > megabytes * 1024 * 1024) {
    throw badRequest(`File is larger than this server's configured maximum upload size (${megabytes} MiB).`);
  }
  return file;
}

export const uploadFile = writeOperation({
  name: 'upload-file',
  method: 'POST',
  path: '/user_uploads',
  summary: 'Upload a file, to be linked in messages.',
  access: 'account',
  files: true,
  errors: ['REALM_UPLOAD_QUOTA'],
  parameters: {},
  result: { uri: anyText, url: anyText, filename: anyText },
  async handle(context) {
    const { files, reader, services, state } = context;
    const { account } = context.actor;
    const { fileName, content } = onlyFile(files, services.bounds.fileMegabytes);
    const receiving: UploadContext = {
      state,
      reader,
      store: services.fileStore,
      pictures: services.pictures,
      bounds: services.bounds,
      write: (unit) =>
        context.write(async (writer) => {
          await actingAccount(writer, account.id);
          return unit(writer);
        }),
    };
    const { url, name } = await receiveUpload(receiving, { account, fileName, content });
    return { uri: url, url, filename: name };
  },
});
