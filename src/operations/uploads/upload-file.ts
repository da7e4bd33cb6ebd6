// POST /user_uploads: keeps a file that messages can link.

import { text } from '../../contract/codec.ts';
import { ApiError, badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import type { UploadedFile } from '../../contract/operation.ts';
import { removeUpload } from '../../model/uploads/files.ts';
import { uploadUrl } from '../../model/uploads/path-id.ts';
import { checkRoom } from '../../model/uploads/quota.ts';
import { addUpload, receiveFile } from '../../model/uploads/receive.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting.ts';

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file, ...others] = files;
  if (!file) throw badRequest('You must specify a file to upload');
  if (others.length > 0) throw badRequest('You may only upload one file at a time');
  const megabytes = limits.fileMegabytes;
  if (file.bytes.length > megabytes * 1024 * 1024) {
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
  result: { uri: text(), url: text(), filename: text() },
  async handle(context) {
    const { actor, files, reader, services, state } = context;
    const { fileName, bytes } = onlyFile(files);
    // Asked before the file is kept, so that a full organization fills no disk, and again where it counts.
    await checkRoom(reader, state.organization, bytes.length);
    const file = await receiveFile(services.dataDirectory, state.id, fileName, bytes);
    try {
      await context.write(async (writer) => {
        const account = await actingAccount(writer, actor.account.id);
        await addUpload(writer, account.id, file);
      });
    } catch (error) {
      // Where the commit is in doubt the row may be there, and keeps its file.
      if (error instanceof ApiError && error.status < 500) {
        await removeUpload(services.dataDirectory, file.path_id);
      }
      throw error;
    }
    const url = uploadUrl(file.path_id);
    return { uri: url, url, filename: file.name };
  },
});
