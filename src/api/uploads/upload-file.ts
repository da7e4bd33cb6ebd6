// POST /user_uploads: stores a file that messages can link to.

import { receiveUpload, type UploadContext } from '../../actions/uploads/receive.ts';
import { anyText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { UploadedFile } from '../../api-contract/operation.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { Recording } from '../../markdown/contract.ts';
import { recordingSeconds, waveform } from '../../model/uploads/recording.ts';
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

function recordingIn(parameters: {
  readonly duration: number | undefined;
  readonly waveform: string | undefined;
}): Recording | undefined {
  const { duration: seconds, waveform } = parameters;
  if (seconds === undefined && waveform === undefined) return undefined;
  if (seconds === undefined || waveform === undefined)
    throw badRequest('duration and waveform must be sent together');
  return { seconds, waveform };
}

export const uploadFile = writeOperation({
  name: 'upload-file',
  method: 'POST',
  path: '/user_uploads',
  summary: 'Upload a file, to be linked in messages.',
  access: 'account',
  files: true,
  errors: ['REALM_UPLOAD_QUOTA'],
  parameters: {
    duration: optionally(recordingSeconds, 'The length of a recording in seconds.'),
    waveform: optionally(
      waveform,
      'The loudness of 64 equal parts of a recording, each a hexadecimal digit. Clients draw it.',
    ),
  },
  result: { uri: anyText, url: anyText, filename: anyText },
  async handle(context, parameters) {
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
    const { url, name } = await receiveUpload(receiving, {
      account,
      fileName,
      content,
      recording: recordingIn(parameters),
    });
    return { uri: url, url, filename: name };
  },
});
